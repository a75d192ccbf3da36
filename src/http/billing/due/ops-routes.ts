// /ops/v1/due: amounts due for a package, an invoice, a customer or a business, and the other debts of the payer.

import type { FastifyInstance } from 'fastify'
import type { Charge } from '../../../domain/billing/charge.ts'
import { grossOf } from '../../../domain/billing/charge.ts'
import type { Due, DueInvoice } from '../../../domain/billing/due.ts'
import { openKobo } from '../../../domain/billing/invoice.ts'
import { fullName } from '../../../domain/customers/customer.ts'
import { isUnpriced } from '../../../domain/packages/package.ts'
import { koboText } from '../../../domain/values/kobo.ts'
import type { DueView } from '../../../flows/billing/read-due.ts'
import { readDue } from '../../../flows/billing/read-due.ts'
import type { Deps } from '../../../flows/deps.ts'
import { goodAnswer } from '../../../platform/http/operation.ts'
import type { BusinessOf } from '../../businesses/business-names.ts'
import { readBusinessNames } from '../../businesses/business-names.ts'
import { MONEY, opsRoute } from '../../staff/access.ts'
import { authorOf } from '../../staff/auth.ts'
import type { WireDue } from './ops-schemas.ts'
import { DUE_EXAMPLE, DueAnswer, DueQuery } from './ops-schemas.ts'

type Shown = Pick<DueView, 'numbers' | 'withholding'>

const presentInvoice = ({ invoice, partKobo }: DueInvoice, { withholding }: Shown): WireDue['own']['invoices'][number] => ({
  invoice_id: invoice.id,
  number: invoice.number!,
  due_date: invoice.dueDate!,
  open: koboText(openKobo(invoice)),
  due: koboText(partKobo),
  withholding: koboText(withholding.get(invoice.id) ?? 0),
})

const presentCharge = (charge: Charge, { numbers, withholding }: Shown): WireDue['own']['charges'][number] => ({
  charge_id: charge.id,
  kind: charge.kind,
  description: charge.description,
  parcel_number: charge.packageId === null ? null : (numbers.get(charge.packageId) ?? null),
  net: koboText(charge.netKobo),
  tax: koboText(charge.taxKobo),
  total: koboText(grossOf(charge)),
  withholding: koboText(withholding.get(charge.id) ?? 0),
})

const presentDebts = ({ invoices, charges }: Due, shown: Shown): WireDue['own'] => ({
  invoices: invoices.map((invoice) => presentInvoice(invoice, shown)),
  charges: charges.map((charge) => presentCharge(charge, shown)),
})

const presentDue = (businessOf: BusinessOf, due: DueView): WireDue => {
  const { scope, payer, parcel, estimateKobo } = due
  const business = businessOf(scope)
  return {
    ...business,
    mode: scope.mode,
    parcel_customer_id: payer?.id ?? null,
    customer_identifier: payer?.addressSuffix ?? null,
    payer_name: payer === null ? business.business_name : fullName(payer) || payer.addressSuffix,
    parcel_id: parcel?.id ?? null,
    parcel_number: parcel?.parcelNumber ?? null,
    is_unpriced: parcel !== null && isUnpriced(parcel),
    due: koboText(due.dueKobo),
    credit: koboText(due.creditKobo),
    estimate: estimateKobo === null ? null : koboText(estimateKobo),
    own: presentDebts(due.own, due),
    others: presentDebts(due.others, due),
    more: due.more,
  }
}

export const dueRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/due', MONEY, {
    id: 'getDue',
    summary: 'Retrieve what is due for a package, invoice, customer or business',
    description: 'With tax, invoiced or not, and apart from it the other debts of the same payer.',
    query: DueQuery,
    answers: { 200: goodAnswer('What is due', DueAnswer, DUE_EXAMPLE) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async (request) => {
      const { of, mode = 'live' } = request.query
      const view = await readDue(deps, authorOf(deps, request), of, mode)
      return presentDue(await readBusinessNames(deps), view)
    },
  })
}
