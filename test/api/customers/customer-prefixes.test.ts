// A customer ID that begins with a business's prefix belongs to that business, both when the ID is assigned and when it is scanned.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newCustomer as aCustomer, prefixOf } from '../../../src/domain/customers/customer.ts'
import { createBusiness } from '../../../src/flows/businesses/create-business.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import type { Value } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { insert as insertRows } from '../../../src/platform/engine/rows.ts'
import * as customers from '../../../src/store/customers/customers.ts'
import { findByPrefix } from '../../../src/store/customers/id-prefixes.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, fieldsOf, live } from '../../support/calls/receiving-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const RACES = 10

forOneEngine((engine) => {
  describe('a customer ID', () => {
    let waybill: Waybill
    let dock: Dock
    let [short, long, stranger] = [] as unknown as [Tenant, Tenant, Tenant]
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
      short = await waybill.newTenant({ prefix: 'AC' })
      long = await waybill.newTenant({ prefix: 'ACM' })
      stranger = await waybill.newTenant()
    })
    after(() => waybill.close())

    const create = (tenant: Tenant, suffix: string) => tenant.post('/v1/parcel-customers', { parcel_customer: { address_suffix: suffix } })

    it('422 on address_suffix if it begins with the prefix of another business, in any case and width', async () => {
      for (const [tenant, suffix] of [
        [stranger, 'ACM1004'],
        [stranger, ' acm1004'],
        [stranger, 'Acm-7'],
        [stranger, 'AC1'],
        // Full-width letters from a Chinese input method, and an invisible character.
        [stranger, 'ＡＣＭ1004'],
        [stranger, 'A\u200bCM1004'],
        [short, 'ACM1004'],
        [long, 'AC1004'],
      ] as const) {
        const answer = await create(tenant, suffix)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(fieldsOf(answer), ['parcel_customer.address_suffix'], suffix)
      }
    })

    it('is allowed with the prefix of its own business, even if it begins with another prefix, and with letters that are no prefix', async () => {
      for (const [tenant, suffix] of [
        [short, 'AC1004'],
        [long, 'ACM1004'],
        [stranger, 'ACMEXTRA1'],
        [stranger, 'A1'],
      ] as const)
        assert.equal((await create(tenant, suffix)).status, 201, suffix)
    })

    it('from an older store, with the prefix of another business, belongs to its owner when it is scanned', async () => {
      const caller = await callerFor(waybill.deps.db, { businessId: stranger.business.id, mode: 'live' }, byTest(waybill.deps))
      const given = { id: waybill.deps.newId('pcus'), addressSuffix: 'ACM2001', now: waybill.time.now() }
      await waybill.deps.db.transaction(SYSTEM, (tx) => customers.insert(tx, caller, stranger.business.prefix, aCustomer({}, given)))
      const scanned = async (): Promise<Json[]> => (await dock.get('/scan?code=acm2001')).candidates
      assert.deepEqual(await scanned(), [])
      assertRejected(await dock.post('/receipts', { customer_id: 'ACM2001' }), 'CUSTOMER_NOT_FOUND')
      const owned = await newCustomer(long, { address_suffix: '2001' }, live(long))
      assert.deepEqual(
        (await scanned()).map(({ parcel_customer_id }) => parcel_customer_id),
        [owned.parcel_customer_id],
      )
      const { package: parcel } = await dock.done('/receipts', { customer_id: 'ACM2001' })
      assert.equal(parcel.business.business_id, long.business.id)
    })

    it('keeps its letters from becoming the prefix of a new business', async () => {
      const make = (prefix: string) => createBusiness(waybill.deps, byTest(waybill.deps), { name: 'Late', prefix })
      for (const [suffix, prefix] of [
        ['QUA-1', 'qua'],
        ['ＱＵＢ1', 'qub'],
        ['Q\u200bUC1', 'quc'],
      ] as const) {
        await newCustomer(stranger, { address_suffix: suffix })
        await assert.rejects(
          make(prefix),
          (error: Json) => error.problems[0].field === 'prefix' && error.problems[0].message.includes(suffix),
          prefix,
        )
      }
      assert.equal((await make('QU')).prefix, 'QU')
    })

    describe('among many', () => {
      /** Inserts one customer per key. The rows are copies of one customer, each with its own id and suffix. */
      const addKeys = async (keys: readonly string[]): Promise<void> => {
        const { db } = waybill.deps
        await newCustomer(stranger, { address_suffix: `${keys[0]}-0` })
        const [row] = await db.query<Record<string, Value>>('select * from customers order by created_at desc, id desc limit 1')
        const rows = keys.map((key, index) => ({ ...row!, id: `${row!.id}${index}`, suffix_key: key, address_suffix: key }))
        for (let from = 0; from < rows.length; from += 100)
          await db.transaction(SYSTEM, (tx) => insertRows(tx, 'customers', rows.slice(from, from + 100)))
      }
      const find = (prefix: string) => findByPrefix(waybill.deps.db, prefix)

      it('with letters that are no prefix needs no full scan: one slice per first letter is read', async () => {
        await addKeys(Array.from({ length: 3_000 }, (_, index) => `张${index + 1}`))
        let read = 0
        const { db } = waybill.deps
        const query: typeof db.query = async <R extends object>(sql: string, params?: readonly Value[]): Promise<R[]> => {
          const rows = await db.query<R>(sql, params)
          read += rows.length
          return rows
        }
        assert.equal(await findByPrefix({ ...db, query }, 'ZZZ'), null)
        assert.ok(read <= 1_100, `${read} rows`)
        await newCustomer(stranger, { address_suffix: 'ＺＺＺ1' })
        assert.equal((await find('ZZZ'))?.addressSuffix, 'ＺＺＺ1')
      })

      it('is found by its own prefix and no other, in any case and width', async () => {
        const letters = ['Y', 'Z', 'Ｙ', 'Ｚ', '𝐘', '\u200b', '\u0301', '\u{10ffff}', '\ud7ff', ' ', '-', '_', '1', '张']
        const keys = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `W${a}${b}${c}1`)))
        for (const some of [keys.filter((_, index) => index % 7 === 0), keys]) {
          await waybill.deps.db.execute("delete from customers where suffix_key like 'W%'")
          await addKeys(some)
          for (const prefix of ['WY', 'WZ', 'WYY', 'WYZ', 'WZZ', 'WYYY', 'WZYZ', 'WA', 'WYA', 'WYYZA']) {
            const found = await find(prefix)
            assert.equal(
              found !== null,
              some.some((key) => prefixOf(key) === prefix),
              prefix,
            )
            if (found) assert.equal(prefixOf(found.addressSuffix), prefix)
          }
        }
      })
    })

    it('and a business with that prefix cannot both be created at the same moment', async () => {
      for (let index = 0; index < RACES; index += 1) {
        const prefix = `RX${String.fromCharCode(65 + index)}`
        const [made, customer] = await Promise.all([
          createBusiness(waybill.deps, byTest(waybill.deps), { name: 'Late', prefix }).catch(() => null),
          create(stranger, `${prefix}1001`),
        ])
        assert.equal(made !== null, customer.status === 422, `${prefix}: ${customer.text}`)
      }
    })
  })
}, postgres)
