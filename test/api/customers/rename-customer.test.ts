// A customer with many packages is renamed in one transaction. Only one such renaming runs at a time: up to twenty wait, and further ones are refused.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Problems } from '../../../src/domain/values/errors.ts'
import { changeCustomer } from '../../../src/flows/customers/change-customer.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { newKey, revokedWhileQueued, watchHandlers } from '../../support/calls/key-calls.ts'
import { addPackages, assertMovedOnce, failingAt, testCaller } from '../../support/calls/merge-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Customers with at least this many packages are renamed one at a time. */
const MANY = 100
/** The first renaming waits at most this long for the refusal of a later renaming. */
const HELD_MAX_MS = 20_000

forEachEngine((engine) => {
  describe('a customer with many packages', () => {
    const handlers = watchHandlers()
    let waybill: Waybill
    let tenant: Tenant
    let deps: Deps
    before(async () => {
      waybill = await startWaybill(engine, { watch: handlers.watch })
      tenant = await waybill.newTenant()
      deps = waybill.deps
    })
    after(async () => {
      await assertAuditTrailValid(waybill)
      await waybill.close()
    })

    const crowded = async (): Promise<string> => {
      const { parcel_customer_id: id, address_suffix } = await newCustomer(tenant, { first_name: 'Ada', ...pickup })
      const { parcel_details } = await bookedQuote(tenant, importAir({ sender: undefined, address_suffix }))
      await addPackages(deps, await testCaller(deps, tenant.business.id), parcel_details.parcels[0].parcel_id, MANY)
      return id
    }
    const rename = async (by: Deps, id: string, first_name: string, requireAuthority = async () => {}) =>
      changeCustomer(
        by,
        await testCaller(deps, tenant.business.id),
        id,
        { set: { first_name }, clear: [] },
        new Problems(),
        requireAuthority,
      )
    const namesOf = async (id: string): Promise<string[]> =>
      (await deps.db.query<Json>('select distinct customer_name from packages where customer_id = $1', [id])).map(
        (row) => row.customer_name,
      )
    it('is renamed with all its packages, each once, in one transaction', async () => {
      const id = await crowded()
      let transactions = 0
      const transaction: Deps['db']['transaction'] = (by, fn, options) => {
        transactions += 1
        return deps.db.transaction(by, fn, options)
      }
      await rename({ ...deps, db: { ...deps.db, transaction } }, id, 'Bola')
      assert.deepEqual([transactions, await namesOf(id)], [1, ['Bola']])
      await assertMovedOnce(deps.db, id, 1)
    })

    it('keeps its name if the store fails at the end', async () => {
      const id = await crowded()
      await assert.rejects(rename(failingAt(deps, 'insert into events'), id, 'Bola'), /the store failed/)
      const [customer] = await deps.db.query<Json>('select first_name, version from customers where id = $1', [id])
      assert.deepEqual([{ ...customer }, await namesOf(id)], [{ first_name: 'Ada', version: 1 }, ['Ada']])
    })

    it('is not renamed by a key that was revoked while it waited for its turn', async () => {
      const id = await crowded()
      const { key, revoke } = await newKey(waybill, tenant)
      const refused = await revokedWhileQueued(handlers, {
        occupy: (hold) => rename(deps, id, 'Dele', hold),
        ask: () => waybill.call('PATCH', `/v1/parcel-customers/${id}`, { parcel_customer: { first_name: 'Eve' } }, { key }),
        revoke,
      })
      assert.deepEqual([refused.status, await namesOf(id)], [401, ['Dele']])
    })

    it('does not wait for its turn if the name stays the same', async () => {
      const id = await crowded()
      const wait = async () => assert.fail('waited for a turn')
      await rename(deps, id, 'Ada', wait)
      await assert.rejects(rename(deps, id, 'Bola', wait), /waited for a turn/)
    })

    it('is renamed one at a time, and twenty wait', async () => {
      const id = await crowded()
      // The first renaming runs until a later renaming is refused.
      const { promise: refusal, resolve: goOn } = Promise.withResolvers<void>()
      const giveUp = setTimeout(goOn, HELD_MAX_MS)
      const renamings = Array.from({ length: 22 }, (_, index) => rename(deps, id, `Name ${index}`, () => refusal))
      for (const renaming of renamings) renaming.catch(goOn)
      const outcomes = await Promise.allSettled(renamings)
      clearTimeout(giveUp)
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.code)
      assert.deepEqual(refused, ['OVERLOADED'])
      assert.equal((await namesOf(id)).length, 1)
    })
  })
})
