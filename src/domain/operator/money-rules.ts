// Rules of the operator on money: who sees it, and from which amount a second person must approve.

import { Rejection } from '../values/errors.ts'
import { ngnText } from '../values/kobo.ts'

export type MoneyRules = {
  warehouseSeesMoney: boolean
  /** Null if no second person is needed. */
  secondPersonFromKobo: number | null
}

/** `isApproved`: whether a second person has approved the amount. */
export const requireSecondPerson = ({ secondPersonFromKobo: from }: MoneyRules, amountKobo: number, isApproved: boolean): void => {
  if (from !== null && amountKobo >= from && !isApproved)
    throw new Rejection(
      'SECOND_PERSON_REQUIRED',
      `${ngnText(amountKobo)} needs the approval of a second person, as does any amount from ${ngnText(from)}.`,
    )
}
