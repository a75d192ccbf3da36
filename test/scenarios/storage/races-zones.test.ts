// A business changes its time zone during a request or a transaction: all days are counted in one time zone.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import { chargeMissed } from '../../../src/flows/billing/missed/decide-missed.ts'
import { recordMissed } from '../../../src/flows/billing/missed/record-missed.ts'
import { applyTracking } from '../../../src/flows/booking/track-carrier.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { cancelPackage } from '../../../src/flows/packages/cancel-package.ts'
import { receivePackage } from '../../../src/flows/receiving/receive-package.ts'
import { repackPackages, undoRepack } from '../../../src/flows/receiving/repack-packages.ts'
import { departPackage } from '../../../src/flows/shipments/move-package.ts'
import { undoPackageDelivery } from '../../../src/flows/shipments/undo-step.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as quotes from '../../../src/store/quotes/quotes.ts'
import { testCaller } from '../../support/calls/merge-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Booking } from '../../support/calls/receiving-calls.ts'
import { book, live } from '../../support/calls/receiving-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Two time zones. At noon UTC, `AHEAD` already has the next date, and `BEHIND` does not. */
const [AHEAD, BEHIND] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
const ARRIVAL = '2027-03-03T12:00:00Z'
const LEFT = '2027-03-20T12:00:00Z'
const HALF_SQM = importAir({ packages: [{ weight: 10, length: 100, width: 50, height: 40 }] })

forOneEngine((engine) => {
  describe('a business that changes its time zone', () => {
    let waybill: Waybill
    let tenant: Tenant
    let admin: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await signedIn(waybill, 'admin')
    })
    after(() => waybill.close())

    const caller = (): Promise<Caller> => testCaller(waybill.deps, tenant.business.id, 'live')
    const at = (time: string, deps = waybill.deps): Deps => ({ ...deps, clock: () => Date.parse(time) })
    const moveTo = async (zone: string): Promise<void> => {
      const { status, text } = await admin.call('PATCH', `/ops/v1/businesses/${tenant.business.id}`, { time_zone: zone })
      assert.equal(status, 200, text)
    }
    /** Creates a business in the time zone `AHEAD`, with a package that has arrived at the warehouse. */
    const stored = async (): Promise<{ id: string; booking: Booking }> => {
      tenant = await waybill.newTenant({ timeZone: AHEAD })
      const booking = await book(tenant, HALF_SQM, live(tenant))
      const request = { measured: { weightKg: 10 }, conditionNote: null, isLast: false, isConfirmed: true }
      await receivePackage(at(ARRIVAL), await caller(), booking.ids[0]!, request)
      return { id: booking.ids[0]!, booking }
    }
    const repack = (deps: Deps, by: Caller, id: string) =>
      repackPackages(deps, by, {
        ...{ kind: 'repack', packageIds: [id], note: null, at: () => '', isConfirmed: true },
        parts: [{ pieces: 1, weightKg: 5, volumeCbm: 0.1 }],
      })
    const charged = async (id: string): Promise<string[][]> =>
      (
        await waybill.deps.db.query<Json>('select first_day, last_day from charges where package_id = $1 and first_day is not null', [id])
      ).map(({ first_day, last_day }) => [first_day, last_day])

    type Stale = { id: string; booking: Booking; stale: Caller }
    const works: Record<string, (given: Stale) => Promise<unknown>> = {
      'is cancelled': ({ id, stale }) => cancelPackage(at(LEFT), stale, id, null),
      departs: ({ id, stale }) => departPackage(at(LEFT), stale, id),
      'is repacked': ({ id, stale }) => repack(at(LEFT), stale, id),
      'leaves with a carrier': async ({ booking, stale }) => {
        const quote = await quotes.load(waybill.deps.db, stale, booking.quoteId)
        const update = { trackingCode: '', status: 'in_transit', at: Date.parse(LEFT) } as const
        await waybill.deps.db.transaction(SYSTEM, (tx) => applyTracking(at(LEFT), tx, stale, quote, update))
      },
      'is charged later': async ({ id, stale }) => {
        const { db } = waybill.deps
        const owed = { kind: 'storage', description: '', packageId: id, lastDay: '2027-03-20', amount: '1', currency: 'USD' } as const
        await db.transaction(SYSTEM, (tx) => recordMissed(at(LEFT), tx, stale, 'no_exchange_rate', owed))
        const [missed] = await db.query<Json>('select id from missed_charges where package_id = $1', [id])
        await chargeMissed(at(LEFT), stale, missed!.id)
      },
    }
    for (const [what, work] of Object.entries(works))
      it(`a package that ${what} owes storage by the days of the new zone, even if the caller was read before`, async () => {
        const { id, booking } = await stored()
        const stale = await caller()
        await moveTo(BEHIND)
        await work({ id, booking, stale })
        assert.deepEqual(await charged(id), [['2027-03-10', '2027-03-20']])
      })

    it('a repack is undone on its day in the new zone, even if the caller was read before', async () => {
      const { id } = await stored()
      const stale = await caller()
      const { repack: made, results } = await repack(at(LEFT), stale, id)
      assert.equal(results[0]!.storageCountedUntil, '2027-03-21')
      await moveTo(BEHIND)
      // In the old time zone, this is the day after the repack. In the new time zone, it is still the day of the repack.
      await undoRepack(at('2027-03-21T10:30:00Z'), stale, made.id, null)
    })

    /** A copy of `deps` that changes the time zone of the business just before `statement`, and then calls `look`. */
    const movingBefore = (statement: string, look: () => Promise<void>): Deps =>
      conflictBefore(waybill.deps, statement, async () => {
        await moveTo(BEHIND)
        await look()
      })
    // Skipped on SQLite, which runs writing transactions one after the other.
    const together = { skip: engine.name === 'sqlite' }

    it('waits until the storage of a month is charged', together, async () => {
      const time = '2027-04-01T12:00:00Z'
      // First charges the storage of other businesses, so that the run below charges only this package.
      await chargeMonths(at(time))
      const { id } = await stored()
      let seen: string[][] = []
      const moving = movingBefore('insert into charges', async () => {
        seen = await charged(id)
      })
      await chargeMonths(at(time, moving))
      assert.deepEqual(seen, [['2027-03-11', '2027-03-31']])
    })

    it('owes no storage for a month that has not ended in its new zone', async () => {
      const { id } = await stored()
      const { db } = waybill.deps
      let moved: Promise<void> | undefined
      const transaction: Db['transaction'] = async (by, fn) => {
        moved ??= moveTo(BEHIND)
        await moved
        return db.transaction(by, fn)
      }
      const month = at('2027-04-01T10:30:00Z', { ...waybill.deps, db: { ...db, transaction } })
      await chargeMonths(month)
      assert.deepEqual(await charged(id), [])
      await chargeMonths(at('2027-04-01T11:00:00Z'))
      assert.deepEqual(await charged(id), [['2027-03-10', '2027-03-31']])
    })

    it('waits until a delivery of the day is undone', together, async () => {
      const { id } = await stored()
      await departPackage(at(LEFT), await caller(), id)
      const delivered = await admin.call('POST', `/ops/v1/packages/${id}/deliver`)
      assert.equal(delivered.status, 200, delivered.text)
      let seen = ''
      const moving = movingBefore('update shipments', async () => {
        seen = (await admin.call('GET', `/ops/v1/packages/${id}`)).json.status
      })
      await undoPackageDelivery(moving, byTest(waybill.deps), id)
      assert.equal(seen, 'transit')
    })
  })
}, postgres)
