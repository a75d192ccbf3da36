// /ops/v1/credit_notes: withdraws discounts.

import type { FastifyInstance } from 'fastify'
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
import { ChargeAnswer, ReasonBody } from '../ops-schemas.ts'

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
