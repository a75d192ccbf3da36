// Customers created at the same instant: identical ones become one, and no generated ID is given twice.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pickup } from '../../support/calls/package-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PAIRS = 20
const CROWD = 30

describe('parcel customers created in parallel', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    const identical: [string, (index: number) => object][] = [
      ['address_suffix', (index) => ({ address_suffix: `shop${index}` })],
      ['mobile', (index) => ({ mobile: `+23480300000${10 + index}`, ...pickup })],
      ['email', (index) => ({ email: `trader${index}@example.com`, ...pickup })],
    ]
    for (const [by, request] of identical) {
      it(`make one customer of two identical requests, known by ${by} [create-customer.rule-2]`, async () => {
        const tenant = await waybill.newTenant()
        const create = (index: number) => tenant.post('/v1/parcel-customers', { parcel_customer: request(index) })
        const pairs = await Promise.all(Array.from({ length: PAIRS }, (_, index) => Promise.all([create(index), create(index)])))
        for (const pair of pairs) {
          assert.deepEqual(pair.map((answer) => answer.status).sort(), [200, 201])
          assert.deepEqual(pair[0].json.data, pair[1].json.data)
        }
        assert.equal((await tenant.get('/v1/parcel-customers')).json.meta.total_count, PAIRS)
      })
    }

    it(`get ${CROWD} different generated IDs, one after the other [create-customer.rule-1]`, async () => {
      const tenant = await waybill.newTenant()
      const answers = await Promise.all(Array.from({ length: CROWD }, () => tenant.post('/v1/parcel-customers', { parcel_customer: {} })))
      for (const answer of answers) assert.equal(answer.status, 201, answer.text)
      assert.deepEqual(
        answers.map((answer) => answer.json.data.address_suffix).sort(),
        Array.from({ length: CROWD }, (_, index) => `${tenant.business.prefix}${1001 + index}`),
      )
    })
  })
})
