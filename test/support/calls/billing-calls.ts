// Calls shared by tests of billing.

import assert from 'node:assert/strict'
import type { Role } from '../../../src/domain/staff/staff.ts'
import { draftInvoice } from '../../../src/flows/billing/draft-invoice.ts'
import { issueInvoice } from '../../../src/flows/billing/issue-invoice.ts'
import { takePayment } from '../../../src/flows/billing/take-payment.ts'
import { callerFor } from '../../../src/flows/caller-for.ts'
import { byTest } from '../samples/authors.ts'
import { exportAir } from '../samples/requests.ts'
import type { Answer, CallOptions, Tenant, Waybill } from '../server/waybill.ts'
import type { Json } from './quote-calls.ts'
import { bookedQuote } from './quote-calls.ts'
import { signedIn } from './staff-calls.ts'

export type Desk = {
  post(path: string, body?: object): Promise<Answer>
  /** The answer to a POST that must succeed. */
  done(path: string, body?: object): Promise<Json>
  get(path: string): Promise<Json>
  text(path: string): Promise<string>
}

/** A staff member who handles money. */
export const atDesk = async (waybill: Waybill, role: Role = 'admin'): Promise<Desk> => {
  const staff = await signedIn(waybill, role)
  const post = (path: string, body: object = {}) => staff.call('POST', `/ops/v1${path}`, body)
  const read = async (path: string): Promise<Answer> => {
    const answer = await staff.call('GET', `/ops/v1${path}`)
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  return {
    post,
    done: async (path, body) => {
      const answer = await post(path, body)
      assert.ok([200, 201].includes(answer.status), answer.text)
      return answer.json
    },
    get: async (path) => (await read(path)).json,
    text: async (path) => (await read(path)).text,
  }
}

/** Drafts everything that waits of a business in test mode, and issues it. */
export const issueAll = async (desk: Desk, business: string): Promise<Json> => {
  const { invoice } = await desk.done('/invoices', { mode: 'test', business })
  return (await desk.done(`/invoices/${invoice.invoice_id}/issue`)).paper
}

/** A booking that was invoiced and paid, in the mode of the key. */
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
