// Unstorable text (NUL, half a surrogate pair) and bodies that are not objects are refused or match nothing. Nothing is partly stored.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { documentedOperations } from '../../support/document/operations.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { PaystackWaybill } from '../../support/server/paystack-waybill.ts'
import { startPaystackWaybill } from '../../support/server/paystack-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'

const UNSTORABLE: [what: string, text: string][] = [
  ['a NUL character', 'a\0b'],
  ['half a surrogate pair', 'a\ud800'],
]
const REFUSED = 'must not contain NUL characters or broken Unicode'

forEachEngine((engine) => {
  describe('text that cannot be stored', () => {
    let waybill: PaystackWaybill
    let tenant: Tenant
    let desk: Desk
    let customer: Json
    before(async () => {
      waybill = await startPaystackWaybill(engine)
      tenant = await waybill.newTenant()
      desk = await atDesk(waybill)
      customer = await newCustomer(tenant)
    })
    after(() => waybill.close())

    it('is an unknown number on the tracking page, and counts as a guess', async () => {
      const { status, headers } = await waybill.call('GET', '/track/%00')
      assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=utf-8'])
      assert.match(headers.get('ratelimit') ?? '', /^"guesses";r=\d+/)
    })

    it('names no record in a path', async () => {
      for (const path of ['/v1/packages/%00', '/v1/requests/%00']) assert.equal((await tenant.get(path)).status, 404, path)
      for (const path of ['/businesses/%00', '/shipments/%00', '/invoices/%00', '/requests/%00'])
        assert.equal((await desk.call('GET', `/ops/v1${path}`)).status, 404, path)
    })

    for (const [what, text] of UNSTORABLE) {
      it(`${what} in a CSV text is refused`, async () => {
        const csv = `customer_id,courier_numbers,note\n${customer.address_suffix},YT1000001,${text}\n`
        for (const dry_run of [true, false]) {
          const { status, json } = await tenant.post('/v1/inbound_parcels/import', { csv, dry_run })
          assert.deepEqual([status, json.errors], [422, [`csv ${REFUSED}`]])
        }
      })

      it(`${what} in a line of a bank statement refuses the file, and no line is taken`, async () => {
        const csv = `Date,Narration,Credit\n16/11/2026,FIRST,1.00\n17/11/2026,${text},2.00\n18/11/2026,THIRD,3.00\n`
        const mapping = { date: 'Date', credit: 'Credit', description: 'Narration', date_format: 'DD/MM/YYYY', decimal: 'point' }
        const lines = [2, 3, 4].map((row) => ({ row, business: tenant.business.prefix }))
        const { status, json } = await desk.call('POST', '/ops/v1/bank_statements/import', { mode: 'test', csv, mapping, lines })
        assert.deepEqual([status, json.errors], [422, [`csv ${REFUSED}`]])
        assert.deepEqual((await tenant.get('/v1/payments')).json, [])
      })

      it(`${what} in a reference of Paystack is reported to a person`, async () => {
        const before = waybill.reports.length
        const told = await fetch(waybill.hooksUrl, { method: 'POST', ...waybill.paystack.webhookOf(text, 'charge.success') })
        assert.deepEqual([told.status, await told.json()], [200, { outcome: 'nothing' }])
        assert.equal(waybill.reports.length, before + 1)
      })
    }

    it('a body that is no object is refused by every operation', async () => {
      const operations = (await documentedOperations(waybill)).filter(({ operation }) => operation.requestBody)
      assert.ok(operations.length > 80)
      for (const { method, path, needsKey } of operations)
        for (const rawBody of ['null', '', '[]', '"x"']) {
          const access = needsKey ? { key: tenant.testKey } : {}
          const headers = { ...(needsKey ? {} : desk.headers), 'content-type': 'application/json' }
          const answer = await waybill.call(method, path.replaceAll(/\{\w+\}/g, 'x'), undefined, { ...access, headers, rawBody })
          assert.ok(answer.status < 500, `${method} ${path} ${rawBody}: ${answer.text}`)
        }
    })
  })
})
