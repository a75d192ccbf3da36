// Customers created concurrently: identical customers become one, and no generated ID is used twice.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Problems } from '../../../src/domain/values/errors.ts'
import { createCustomer } from '../../../src/flows/customers/create-customer.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { takeNumber } from '../../../src/store/customers/customer-numbers.ts'
import { pickup } from '../../support/calls/package-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
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
      it(`make one customer of two identical requests, identified by ${by} [create-customer.rule-2]`, async () => {
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

    it('skip IDs that were assigned by hand, and use each once [create-customer.rule-1]', async () => {
      const tenant = await waybill.newTenant()
      const { prefix } = tenant.business
      const create = (parcel_customer: object) => tenant.post('/v1/parcel-customers', { parcel_customer })
      for (const number of [1001, 1002, 1004]) assert.equal((await create({ address_suffix: `${prefix}${number}` })).status, 201)
      const answers = await Promise.all(Array.from({ length: 3 }, () => create({})))
      const suffixes = [...answers, await create({})].map(({ json }) => json.data.address_suffix)
      assert.equal(new Set(suffixes).size, suffixes.length)
      for (const suffix of suffixes) assert.match(suffix, new RegExp(`^${prefix}1(?:003|00[5-9]|01[0-9])$`))
    })

    it('do not wait for the commit of another, unless they share a mobile or email', {
      skip: engine.name === 'sqlite' && 'the embedded store has one writer',
    }, async () => {
      const tenant = await waybill.newTenant()
      const caller = await callerFor(waybill.deps.db, { businessId: tenant.business.id, mode: 'test' }, byTest(waybill.deps))
      const gate = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      const transaction: Db['transaction'] = (by, fn, options) =>
        waybill.deps.db.transaction(
          by,
          async (tx) => {
            const done = await fn(tx)
            // Only transactions with locks are delayed. The transaction that reserves a customer number has no locks.
            if (!options?.locks?.length) return done
            reached.resolve()
            await gate.promise
            return done
          },
          options,
        )
      const slow: Deps = { ...waybill.deps, db: { ...waybill.deps.db, transaction } }
      const mobile = '+2348030000099'
      const first = createCustomer(slow, caller, { mobile, ...pickup }, new Problems())
      await reached.promise
      const other = await tenant.post('/v1/parcel-customers', { parcel_customer: {} })
      assert.equal(other.status, 201)
      const same = tenant.post('/v1/parcel-customers', { parcel_customer: { mobile, ...pickup } })
      gate.resolve()
      assert.equal((await same).status, 200)
      assert.equal((await same).json.data.address_suffix, (await first).customer.addressSuffix)
    })

    it('get a number immediately after another was reserved', async () => {
      const tenant = await waybill.newTenant()
      const scope = { businessId: tenant.business.id, mode: 'test' as const }
      const first = takeNumber(waybill.deps.db, scope)
      const others = Array.from({ length: 12 }, async (_, turns) => {
        await first
        for (let turn = 0; turn < turns; turn += 1) await null
        return takeNumber(waybill.deps.db, scope)
      })
      const numbers = await Promise.all([first, ...others])
      assert.equal(new Set(numbers).size, numbers.length)
    })

    it(`get ${CROWD} different consecutive generated IDs [create-customer.rule-1]`, async () => {
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
