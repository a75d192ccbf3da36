// /ops/v1/credit_notes/{id}/withdraw: withdraws a discount given as a credit note. `readCreditWish` parses the bodies of requests for credit notes.

import type { FastifyInstance } from 'fastify'
import type { CreditWish } from '../../../domain/billing/credit/credit-note.ts'
import { isOfWholeLines, ONLY_WHOLE_LINES } from '../../../domain/billing/credit/credit-note.ts'
import { Problems } from '../../../domain/values/errors.ts'
import { readAmount } from '../../../domain/values/kobo.ts'
import { withdrawDiscount } from '../../../flows/billing/credit/withdraw-discount.ts'
import type { Deps } from '../../../flows/deps.ts'
import { goodAnswer } from '../../../platform/http/operation.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import * as creditNotes from '../../../store/billing/credit-notes.ts'
import { readBusinessNames } from '../../businesses/business-names.ts'
import { ACCOUNTANTS, opsRoute } from '../../staff/access.ts'
import { foundFor } from '../../staff/for-business.ts'
import { idParams } from '../../values/fields.ts'
import { CHARGE_EXAMPLE } from '../ops-examples.ts'
import { presentCharge } from '../ops-present.ts'
import type { CreditBody } from '../ops-schemas.ts'
import { ChargeAnswer, ReasonBody } from '../ops-schemas.ts'

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

export const creditRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/credit_notes/:id/withdraw', ACCOUNTANTS, {
    id: 'withdrawDiscount',
    attachValidation: true,
    summary: 'Withdraw a discount',
    description: 'What it took is charged again with its tax, for the next invoice of the payer. The credit note stays as it was issued.',
    params: idParams('crn', 'Token of the credit note'),
    body: ReasonBody,
    answers: { 200: goodAnswer('The new charges', Type.Array(ChargeAnswer), [{ ...CHARGE_EXAMPLE, kind: 'withdrawn_discount' }]) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, caller } = await foundFor(deps, request, creditNotes.loadOfAnyBusiness)
      const made = await withdrawDiscount(deps, caller, request.params.id, request.body.reason)
      const businessOf = await readBusinessNames(deps)
      return made.map((charge) => presentCharge(businessOf, scope, charge))
    },
  })
}
