// /ops/v1: writes off debts, and reverses write-offs.

import type { FastifyInstance } from 'fastify'
import type { Invoice } from '../../../domain/billing/invoice.ts'
import type { Scope } from '../../../domain/values/scope.ts'
import type { WriteOffRequest } from '../../../flows/billing/debt/write-off.ts'
import { reverseWriteOffOf, writeOffInvoice } from '../../../flows/billing/debt/write-off.ts'
import { readInvoiceDetail } from '../../../flows/billing/read-invoice.ts'
import type { Deps } from '../../../flows/deps.ts'
import { goodAnswer } from '../../../platform/http/operation.ts'
import type * as Type from '../../../platform/http/schemas/type.ts'
import * as writeOffs from '../../../store/billing/debt/write-offs.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import { readBusinessNames } from '../../businesses/business-names.ts'
import { ACCOUNTANTS, opsRoute } from '../../staff/access.ts'
import { foundFor } from '../../staff/for-business.ts'
import { amountIn } from '../../values/fields.ts'
import { DETAIL_EXAMPLE } from '../ops-examples.ts'
import { presentInvoiceDetail } from '../ops-present.ts'
import { InvoiceParams, OpsInvoiceDetail, ReasonBody } from '../ops-schemas.ts'
import { WriteOffBody, WriteOffParams } from './ops-schemas.ts'

export const readWriteOff = ({ amount, reason, written_off_on }: Type.Static<typeof WriteOffBody>): WriteOffRequest => ({
  amountKobo: amount === undefined ? null : amountIn('amount', amount),
  reason,
  writtenOffOn: written_off_on,
})

export const writeOffRoutes = (app: FastifyInstance, deps: Deps): void => {
  const detail = async (scope: Scope, invoice: Invoice) =>
    presentInvoiceDetail(await readBusinessNames(deps), await readInvoiceDetail(deps, scope, invoice))

  opsRoute(app, 'POST', '/ops/v1/invoices/:id/write_off', ACCOUNTANTS, {
    id: 'writeOffInvoice',
    attachValidation: true,
    summary: 'Write off a bad debt',
    description: 'All that is owed on the invoice, or a part of it. Revenue and tax stay; the account `bad_debt` holds the loss.',
    params: InvoiceParams,
    body: WriteOffBody,
    answers: { 200: goodAnswer('The invoice', OpsInvoiceDetail, DETAIL_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'SECOND_PERSON_REQUIRED'],
    handler: async (request) => {
      const { scope, invoice, caller } = await foundFor(deps, request, invoices.loadOfAnyBusiness)
      return detail(scope, await writeOffInvoice(deps, caller, invoice.id, readWriteOff(request.body)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/write_offs/:id/reverse', ACCOUNTANTS, {
    id: 'reverseWriteOff',
    attachValidation: true,
    summary: 'Reverse a write-off',
    description: 'The invoice is owed again.',
    params: WriteOffParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The invoice', OpsInvoiceDetail, DETAIL_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, caller } = await foundFor(deps, request, writeOffs.loadOfAnyBusiness)
      return detail(scope, await reverseWriteOffOf(deps, caller, request.params.id, request.body.reason))
    },
  })
}
