// A customer with many packages is renamed in short transactions. If it is interrupted, it is finished exactly once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Problems, Rejection } from '../../../src/domain/values/errors.ts'
import { changeCustomer } from '../../../src/flows/customers/change-customer.ts'
import { finishMerges } from '../../../src/flows/customers/finish-merges.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { OutcomeUnknown } from '../../../src/store/engine/db.ts'
import { beginningWith } from '../../../src/store/engine/transaction.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { newKey, revokedWhileQueued, watchHandlers } from '../../support/calls/key-calls.ts'
import { addBelongings, assertMovedOnce, dyingAfter, testCaller } from '../../support/calls/merge-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, HOUR_MS } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Three slices, with the package that they are copied from. */
const MANY = 50
/** After this time no request is refused. */
const HELD_MAX_MS = 20_000
/** Another worker takes over after this time without a slice. */
const ABANDONED_MS = 6_000

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
      await addBelongings(deps, await testCaller(deps, tenant.business.id), id, parcel_details.parcels[0].parcel_id, MANY)
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
    const tasks = () => deps.db.query('select id from customer_merge_tasks where left_ids is null')
    /** The state that a server leaves when it dies between two slices. */
    const cutOff = async (): Promise<string> => {
      const id = await crowded()
      await assert.rejects(rename(dyingAfter(deps, 2), id, 'Bola'), OutcomeUnknown)
      assert.deepEqual((await namesOf(id)).sort(), ['Ada', 'Bola'])
      return id
    }

    it('is renamed in several transactions before the answer, each package once', async () => {
      const id = await crowded()
      let transactions = 0
      const transaction: Deps['db']['transaction'] = (fn, options) => {
        transactions += 1
        return deps.db.transaction(fn, options)
      }
      await rename({ ...deps, db: { ...deps.db, transaction } }, id, 'Bola')
      assert.deepEqual([transactions, await namesOf(id), await tasks()], [3, ['Bola'], []])
      await assertMovedOnce(deps.db, id, 1)
    })

    it('is renamed by another worker where its server died, as whoever asked for it', async () => {
      const id = await cutOff()
      waybill.time.advance(ABANDONED_MS)
      await Promise.all([finishMerges(deps), finishMerges(deps)])
      assert.deepEqual([await namesOf(id), await tasks()], [['Bola'], []])
      await assertMovedOnce(deps.db, id, 1)
    })

    it('is renamed by another worker where its server died before the clock was set back', async () => {
      const id = await cutOff()
      const setBack = { ...deps, queueClock: () => deps.queueClock() - HOUR_MS }
      await finishMerges(setBack)
      assert.deepEqual([await namesOf(id), await tasks()], [['Bola'], []])
      await assertMovedOnce(deps.db, id, 1)
    })

    it('is not refused where who asked lost the authority after it had begun: the outcome is open, and it is finished', async () => {
      const id = await crowded()
      let checked = 0
      const check = async (): Promise<void> => {
        checked += 1
        if (checked > 2) throw new Rejection('UNAUTHORIZED')
      }
      const renaming = new Promise((resolve, reject) => beginningWith(check, () => rename(deps, id, 'Bola').then(resolve, reject)))
      await assert.rejects(renaming, OutcomeUnknown)
      assert.deepEqual((await namesOf(id)).sort(), ['Ada', 'Bola'])
      waybill.time.advance(ABANDONED_MS)
      await finishMerges(deps)
      assert.deepEqual([await namesOf(id), await tasks()], [['Bola'], []])
    })

    it('has its latest name everywhere when it is renamed again meanwhile', async () => {
      const id = await cutOff()
      await rename(deps, id, 'Chi')
      waybill.time.advance(ABANDONED_MS)
      await finishMerges(deps)
      assert.deepEqual([await namesOf(id), await tasks()], [['Chi'], []])
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

    it('waits for no turn where its name stays the same', async () => {
      const id = await crowded()
      const wait = async () => assert.fail('waited for a turn')
      await rename(deps, id, 'Ada', wait)
      await assert.rejects(rename(deps, id, 'Bola', wait), /waited for a turn/)
    })

    it('is renamed one at a time, and twenty wait', async () => {
      const id = await crowded()
      // The first holds its turn until one of the others is refused.
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
