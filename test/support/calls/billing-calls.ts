// Calls shared by tests of billing.

import type { Role } from '../../../src/domain/staff/staff.ts'
import { draftInvoice } from '../../../src/flows/billing/draft-invoice.ts'
import { issueInvoice } from '../../../src/flows/billing/issue-invoice.ts'
import { takePayment } from '../../../src/flows/billing/take-payment.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { byTest } from '../samples/authors.ts'
import { exportAir } from '../samples/requests.ts'
import type { CallOptions, Tenant, Waybill } from '../server/waybill.ts'
import type { Json } from './quote-calls.ts'
import { bookedQuote } from './quote-calls.ts'
import type { OpsCaller } from './staff-calls.ts'
import { opsCaller } from './staff-calls.ts'

export type Desk = OpsCaller

/** A staff member who handles money. */
export const atDesk = (waybill: Waybill, role: Role = 'admin'): Promise<Desk> => opsCaller(waybill, role)

/** Drafts an invoice of all charges that a business has waiting in test mode, and issues it. */
export const issueAll = async (desk: Desk, business: string): Promise<Json> => {
  const { invoice } = await desk.done('/invoices', { mode: 'test', business })
  return (await desk.done(`/invoices/${invoice.invoice_id}/issue`)).paper
}

/** Books a quote, invoices it and pays the invoice, in the mode of the key. */
export const paidInvoice = async (
  { deps }: Waybill,
  tenant: Tenant,
  options?: CallOptions,
): Promise<{ invoice: string; payment: string }> => {
  await bookedQuote(tenant, exportAir(), options)
  const mode = options?.key === tenant.liveKey ? 'live' : 'test'
  const caller = await callerFor(deps.db, { businessId: tenant.business.id, mode }, byTest(deps))
  const { invoice } = await draftInvoice(deps, caller, null, {})
  const { totalKobo } = await issueInvoice(deps, caller, invoice.id)
  const paid = {
    payerId: null,
    method: 'cash',
    amountKobo: totalKobo,
    reference: null,
    note: null,
    invoiceIds: null,
    mayExceed: false,
  } as const
  return { invoice: invoice.id, payment: (await takePayment(deps, caller, paid)).payment.id }
}
