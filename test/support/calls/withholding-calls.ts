// Calls shared by tests of withheld tax.

import assert from 'node:assert/strict'
import type { Tenant, Waybill } from '../server/waybill.ts'
import type { Desk } from './billing-calls.ts'
import { issueAll } from './billing-calls.ts'
import type { Json } from './quote-calls.ts'

/** The payment of an invoice for 10,000, which is 10,750 with tax. The payer withholds 500 (5 % of the net amount) and pays 10,250. */
export const MONEY = '10250.00'
export const WITHHELD = '500.00'

/** `desk` does the invoicing and the tax details. `cashier` records the payments. The price list must have a price `PACK` of 10,000. */
export const withholdingCalls = (waybill: Waybill, desk: Desk, cashier: Desk) => {
  const details = (business: string, body: object) =>
    desk.call('PUT', `/ops/v1/businesses/${business}/tax_details`, { mode: 'test', withholding: [], ...body })
  /** A business that withholds 5 % of the net amount of repacking. */
  const withholding = async (): Promise<Tenant> => {
    const made = await waybill.newTenant()
    const { status, json } = await details(made.business.id, { withholding: [{ kind: 'repacking', percent: '5' }] })
    assert.equal(status, 200, JSON.stringify(json))
    return made
  }
  const invoiced = async ({ business }: Tenant, ...codes: string[]): Promise<Json> => {
    for (const code of codes.length > 0 ? codes : ['PACK']) await desk.done('/charges', { mode: 'test', business: business.id, code })
    return issueAll(desk, business.id)
  }
  const pay = ({ business }: Tenant, body: object) =>
    cashier.post('/payments', { mode: 'test', business: business.id, method: 'cash', amount: MONEY, withheld: WITHHELD, ...body })
  const paid = async (by: Tenant, body: object = {}): Promise<Json> => {
    const { status, json } = await pay(by, body)
    assert.equal(status, 201, JSON.stringify(json))
    return json.payment.payment
  }
  const openOf = ({ business }: Tenant): Promise<Json[]> => desk.get(`/withheld_taxes?mode=test&business=${business.id}&open=true`)
  const record = ({ business }: Tenant, body: object) =>
    desk.post('/withholding_certificates', { mode: 'test', business: business.id, issued_on: '2026-11-18', amount: WITHHELD, ...body })
  const certified = async (by: Tenant, body: object): Promise<Json> => {
    const { status, json } = await record(by, body)
    assert.equal(status, 201, JSON.stringify(json))
    return json
  }
  const journalOf = async ({ business }: Tenant): Promise<Record<string, number>> => {
    const sums: Record<string, number> = {}
    const address = `${waybill.url}/ops/v1/journal.csv?mode=test&business=${business.id}&from=2026-11-01&to=2026-11-30`
    const text = await (await fetch(address, { headers: desk.headers })).text()
    for (const row of text.trim().split('\n').slice(1)) {
      const [, , , account, , , amount] = row.split(',')
      sums[account!] = (sums[account!] ?? 0) + Math.round(Number(amount) * 100)
    }
    return Object.fromEntries(Object.entries(sums).flatMap(([account, kobo]) => (kobo === 0 ? [] : [[account, kobo / 100]])))
  }
  return { details, withholding, invoiced, pay, paid, openOf, record, certified, journalOf }
}
