// Calls shared by tests of billing.

import type { Role } from '../../../src/domain/staff/staff.ts'
import { draftInvoice } from '../../../src/flows/billing/draft-invoice.ts'
import { issueInvoice } from '../../../src/flows/billing/issue-invoice.ts'
import { takePayment } from '../../../src/flows/billing/take-payment.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { setMoneyRules } from '../../../src/flows/operator/set-money-rules.ts'
import { setOperator } from '../../../src/flows/operator/set-operator.ts'
import * as operatorStore from '../../../src/store/operator/operator.ts'
import { byTest } from '../samples/authors.ts'
import { exportAir } from '../samples/requests.ts'
import type { CallOptions, Tenant, Waybill } from '../server/waybill.ts'
import type { Json } from './quote-calls.ts'
import { bookedQuote } from './quote-calls.ts'
import type { OpsCaller } from './staff-calls.ts'
import { opsCaller } from './staff-calls.ts'

export type Desk = OpsCaller

export const SELLER = {
  name: 'Sample Freight',
  time_zone: 'UTC',
  address: { street: '12 Sample Close', city: 'Lagos', country: 'NG' },
  tax_number: '12345678-0001',
  has_none_of: ['bank'],
} as const

/** Saves the operator details that live invoices need, unless the test has already saved operator details. */
const setSeller = async ({ deps }: Waybill): Promise<void> => {
  if ((await operatorStore.find(deps.db)) === null) await setOperator(deps, byTest(deps), SELLER)
}

/**
 * Signs in a staff member for billing tests, and saves the operator details that live invoices need. For the role `warehouse`, also allows
 * warehouse staff to see money.
 */
export const atDesk = async (waybill: Waybill, role: Role = 'admin'): Promise<Desk> => {
  await setSeller(waybill)
  if (role === 'warehouse')
    await setMoneyRules(waybill.deps, byTest(waybill.deps), { warehouseSeesMoney: true, secondPersonFromKobo: null })
  return opsCaller(waybill, role)
}

/** Creates and issues an invoice for all test-mode charges of the business that are not invoiced yet. Returns the issued document. */
export const issueAll = async (desk: Desk, business: string): Promise<Json> => {
  const { invoice } = await desk.done('/invoices', { mode: 'test', business })
  return (await desk.done(`/invoices/${invoice.invoice_id}/issue`)).paper
}

/** Books a quote, issues an invoice for the booking and pays the invoice. The mode is the mode of the API key. */
export const paidInvoice = async (
  waybill: Waybill,
  tenant: Tenant,
  options?: CallOptions,
): Promise<{ invoice: string; payment: string }> => {
  const { deps } = waybill
  await bookedQuote(tenant, exportAir(), options)
  const mode = options?.key === tenant.liveKey ? 'live' : 'test'
  const caller = await callerFor(deps.db, { businessId: tenant.business.id, mode }, byTest(deps))
  if (mode === 'live') await setSeller(waybill)
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
