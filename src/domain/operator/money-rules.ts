// The operator's money rules: whether warehouse staff see money amounts, and which refunds, credits and write-offs need a second person's approval.

import { Rejection } from '../values/errors.ts'
import { ngnText } from '../values/kobo.ts'

export type MoneyRules = {
  warehouseSeesMoney: boolean
  /** From this amount up, a refund, credit or write-off needs the approval of a second person. Null if approval is never needed. */
  secondPersonFromKobo: number | null
}

/** `dayKobo`: the sum that one person refunded, credited and wrote off for one payer today, including `amountKobo`. */
export const requireSecondPerson = ({ secondPersonFromKobo: from }: MoneyRules, amountKobo: number, dayKobo: number): void => {
  if (from === null || dayKobo < from) return
  const asAny = `needs the approval of a second person, as does any amount from ${ngnText(from)}`
  throw new Rejection(
    'SECOND_PERSON_REQUIRED',
    amountKobo >= from
      ? `${ngnText(amountKobo)} ${asAny}.`
      : `With your other refunds, credits and write-offs for this payer today it is ${ngnText(dayKobo)}, which ${asAny}.`,
  )
}
