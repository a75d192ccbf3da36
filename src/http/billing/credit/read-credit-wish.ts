// Reads from the body of a request what a credit note takes back.

import type { CreditWish } from '../../../domain/billing/credit/credit-note.ts'
import { isOfWholeLines, ONLY_WHOLE_LINES } from '../../../domain/billing/credit/credit-note.ts'
import { Problems } from '../../../domain/values/errors.ts'
import { readAmount } from '../../../domain/values/kobo.ts'
import type * as Type from '../../../platform/http/schemas/type.ts'
import type { CreditBody } from '../ops-schemas.ts'

export const readCreditWish = ({ charge_ids, lines, amount, charge_again, discount }: Type.Static<typeof CreditBody>): CreditWish => {
  const problems = new Problems()
  const given = [charge_ids, lines, amount].filter((each) => each !== undefined)
  if (given.length > 1) problems.add('amount', 'only one of charge_ids, lines and amount may be set')
  if (discount && given.length === 0) problems.add('amount', 'is required for a discount, unless lines name its parts')
  if (discount && charge_again) problems.add('charge_again', 'is not for a discount; withdraw the discount instead')
  const read = (field: string, text: string | undefined) => (text === undefined ? undefined : readAmount(field, text, problems))
  const parts = lines?.map(({ charge_id: chargeId, quantity, amount: part }, index) => {
    if (quantity !== undefined && part !== undefined) problems.add(`lines[${index}].amount`, 'must not be set together with quantity')
    return { chargeId, quantity, amountKobo: read(`lines[${index}].amount`, part) }
  })
  const amountKobo = read('amount', amount)
  const wish = amountKobo === undefined ? (parts ?? charge_ids?.map((chargeId) => ({ chargeId })) ?? 'everything') : { amountKobo }
  if (charge_again && !isOfWholeLines(wish)) problems.add('charge_again', ONLY_WHOLE_LINES)
  problems.throwIfAny()
  return wish
}
