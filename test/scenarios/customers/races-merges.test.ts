// A customer is merged or deactivated while a transaction creates a record for them: the record goes to the kept customer, or is refused.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chooseRate } from '../../../src/domain/quotes/quote.ts'
import { Problems } from '../../../src/domain/values/errors.ts'
import { addShipmentExtra } from '../../../src/flows/billing/charges/add-shipment-extra.ts'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import { chargeMissed } from '../../../src/flows/billing/missed/decide-missed.ts'
import { readForBooking, saveBooking } from '../../../src/flows/booking/save-booking.ts'
import { mergeCustomers } from '../../../src/flows/customers/merge-customers.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { announceParcel, changeInbound } from '../../../src/flows/inbound/announce-parcel.ts'
import { importInbound } from '../../../src/flows/inbound/import-inbound.ts'
import { supplyFacts } from '../../../src/flows/packages/correct-package.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as quotes from '../../../src/store/quotes/quotes.ts'
import { ownedBy, testCaller } from '../../support/calls/merge-calls.ts'
import { bookPackage, newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { atDock } from '../../support/calls/receiving-calls.ts'
import { idsOf, receiveFor } from '../../support/calls/repack-calls.ts'
import { attachAll, newShipment } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { conflictAtEnd, conflictBefore } from '../../support/engine/conflicts.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const NONE = { quotes: 0, packages: 0, inbound_parcels: 0, charges: 0 }
const LOCKS_CUSTOMER = 'select * from customers where business_id = $1 and mode = $2 and id = $3 for share'
/** The statement with which a merge reads the packages of a customer. At this point, the merge has already moved the quotes. */
const READS_PACKAGES = 'select * from packages where business_id = $1 and mode = $2 and customer_id = $3 order by'
const TWO_MONTHS_MS = 61 * 24 * 60 * 60 * 1000

forEachEngine((engine) => {
  // Skipped on SQLite, which runs writing transactions one after the other.
  describe('a merge in the middle of', { skip: engine.name === 'sqlite' }, () => {
    let waybill: Waybill
    let staff: StaffMember
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      staff = await signedIn(waybill, 'admin')
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const caller = (): Promise<Caller> => testCaller(waybill.deps, tenant.business.id)
    const person = (first_name: string): Promise<Json> => newCustomer(tenant, { first_name, ...pickup })
    const two = async (): Promise<{ kept: Json; duplicate: Json }> => ({ kept: await person('Kept'), duplicate: await person('Double') })
    const change = async ({ parcel_customer_id }: Json, path: string, body: object = {}): Promise<void> => {
      const { status, text }: Answer = await staff.call('POST', `/ops/v1/customers/${parcel_customer_id}/${path}`, body)
      assert.ok(status < 300, text)
    }
    const mergingBefore = (statement: string, { kept, duplicate }: { kept: Json; duplicate: Json }): Deps =>
      conflictBefore(waybill.deps, statement, () => change(duplicate, 'merge', { into_id: kept.parcel_customer_id }))
    const owned = ({ parcel_customer_id }: Json) => ownedBy(waybill.deps.db, parcel_customer_id)
    let announced = 0
    const announcement = ({ parcel_customer_id }: Json) => {
      announced += 1
      return { customer_id: parcel_customer_id as string, courier_numbers: [`YT88123${announced}`] }
    }

    for (const statement of [LOCKS_CUSTOMER, 'insert into inbound_parcels'])
      it(`an announcement takes it along: ${statement}`, async () => {
        const both = await two()
        await announceParcel(mergingBefore(statement, both), await caller(), announcement(both.duplicate), new Problems())
        assert.deepEqual([await owned(both.duplicate), await owned(both.kept)], [NONE, { ...NONE, inbound_parcels: 1 }])
      })

    for (const statement of [LOCKS_CUSTOMER, 'update inbound_parcels'])
      it(`a change of who expects a parcel takes it along: ${statement}`, async () => {
        const both = await two()
        const { id } = await announceParcel(waybill.deps, await caller(), announcement(await person('First')), new Problems())
        const changes = { customer_id: both.duplicate.parcel_customer_id }
        await changeInbound(mergingBefore(statement, both), await caller(), id, changes, new Problems())
        assert.deepEqual([await owned(both.duplicate), await owned(both.kept)], [NONE, { ...NONE, inbound_parcels: 1 }])
      })

    it('an announcement, a file of them or a change is refused when it is no merge but a deactivation', async () => {
      const { id } = await announceParcel(waybill.deps, await caller(), announcement(await person('First')), new Problems())
      const works: ((deps: Deps, customer: Json) => Promise<unknown>)[] = [
        async (deps, customer) => announceParcel(deps, await caller(), announcement(customer), new Problems()),
        async (deps, customer) => changeInbound(deps, await caller(), id, { customer_id: customer.parcel_customer_id }, new Problems()),
        async (deps, customer) => {
          const { customer_id, courier_numbers } = announcement(customer)
          const csv = `customer_id,courier_numbers\n${customer_id},${courier_numbers[0]}\n`
          return importInbound(deps, await caller(), csv, async () => {})
        },
      ]
      for (const [index, work] of works.entries()) {
        const customer = await person('Leaving')
        const leaving = conflictBefore(waybill.deps, LOCKS_CUSTOMER, () => change(customer, 'deactivate'))
        await assert.rejects(work(leaving, customer), { code: index < 2 ? 'CUSTOMER_INACTIVE' : 'VALIDATION_FAILED' })
        assert.deepEqual(await owned(customer), NONE)
      }
    })

    it('another merge, of the customer that is kept, takes everything along', async () => {
      const { kept, duplicate } = await two()
      const last = await person('Last')
      await announceParcel(waybill.deps, await caller(), announcement(duplicate), new Problems())
      const other = () => change(kept, 'merge', { into_id: last.parcel_customer_id })
      const deps = conflictAtEnd(waybill.deps, other)
      await mergeCustomers(deps, await caller(), duplicate.parcel_customer_id, kept.parcel_customer_id)
      assert.deepEqual([await owned(duplicate), await owned(kept)], [NONE, NONE])
      assert.equal((await owned(last)).inbound_parcels, 1)
    })

    const cargoOf = ({ address_suffix }: Json): object =>
      importAir({ sender: undefined, address_suffix, packages: [{ weight: 10, length: 100, width: 50, height: 40 }] })
    const storedFor = async (customer: Json): Promise<Json> => {
      const { parcel_id } = await bookPackage(tenant, cargoOf(customer))
      return play(tenant, parcel_id, 'receive', {})
    }
    const chargedTo = async ({ parcel_id }: Json, kind: string): Promise<string[]> =>
      (
        await waybill.deps.db.query<Json>('select customer_id from charges where package_id = $1 and kind = $2 and reversed_at is null', [
          parcel_id,
          kind,
        ])
      ).map(({ customer_id }) => customer_id)

    it('an extra for a shipment takes the charge along', async () => {
      const both = await two()
      const parcel = await storedFor(both.duplicate)
      const shipment = await newShipment(staff)
      await attachAll(staff, shipment, [parcel])
      await staff.call('POST', '/ops/v1/price_list', { code: 'X1', name: 'Extra', kind: 'other', amount: '100' })
      const extra = { code: 'X1', quantity: 1, amount: undefined, note: undefined }
      await addShipmentExtra(mergingBefore('insert into charges', both), byTest(waybill.deps), shipment.shipment_id, extra)
      assert.deepEqual(await chargedTo(parcel, 'other'), [both.kept.parcel_customer_id])
    })

    const inTwoMonths = (deps: Deps): Deps => ({ ...deps, clock: () => waybill.deps.clock() + TWO_MONTHS_MS })

    it('the charge of a month of storage takes the charge along', async () => {
      // First charges the storage of packages from other tests, so that the run below charges only the package of this test.
      await chargeMonths(inTwoMonths(waybill.deps))
      tenant = await waybill.newTenant()
      const both = await two()
      const parcel = await storedFor(both.duplicate)
      await chargeMonths(inTwoMonths(mergingBefore('insert into charges', both)))
      assert.deepEqual(await chargedTo(parcel, 'storage'), [both.kept.parcel_customer_id])
    })

    it('a charge that was missed, made by an admin, takes it along', async () => {
      tenant = await waybill.newTenant()
      const terms = { daily_rate: '2', currency: 'XAF' }
      assert.equal((await staff.call('POST', `/ops/v1/businesses/${tenant.business.id}/terms`, terms)).status, 201)
      const both = await two()
      const parcel = await storedFor(both.duplicate)
      await chargeMonths(inTwoMonths(waybill.deps))
      const [missed] = (await staff.call('GET', `/ops/v1/missed_charges?mode=test&business=${tenant.business.id}`)).json
      await staff.call('POST', '/ops/v1/fx_rates', { pair: 'XAF/NGN', rate: '2.5', source: 'Central bank' })
      await chargeMissed(inTwoMonths(mergingBefore('insert into charges', both)), await caller(), missed.missed_charge_id)
      assert.deepEqual(await chargedTo(parcel, 'storage'), [both.kept.parcel_customer_id])
    })

    it('pricing a parcel that came without a booking takes the quote along', async () => {
      const dock = await atDock(waybill)
      const arrived = (customer: Json, pieces: number): Promise<Json> =>
        receiveFor(dock, { tenant, suffix: customer.address_suffix }, { pieces })
      const facts = { transportMode: 'air', originCountry: null, destinationCountry: null, weightKg: 3 } as const
      const works: ((parcels: Json[]) => Promise<unknown>)[] = [
        async ([parcel]) => supplyFacts(waybill.deps, await caller(), parcel!.parcel_id, facts),
        async ([parcel]) => dock.done(`/packages/${parcel!.parcel_id}/split`, { parts: [{ weight: 5 }, { weight: 2 }] }),
        async (parcels) => dock.done('/repacks', { package_ids: idsOf(parcels), weight: 5 }),
      ]
      for (const work of works) {
        const { kept, duplicate } = await two()
        const parcels = [await arrived(duplicate, 2), await arrived(duplicate, 1)]
        const deps = conflictBefore(waybill.deps, READS_PACKAGES, () => work(parcels))
        await mergeCustomers(deps, await caller(), duplicate.parcel_customer_id, kept.parcel_customer_id)
        assert.deepEqual(await owned(duplicate), NONE)
        assert.ok((await owned(kept)).quotes > 0)
      }
    })

    it('a booking waits for the booking, and moves its package', async () => {
      const { kept, duplicate } = await two()
      const { parcel_quote_id: id } = await newQuote(tenant, cargoOf(duplicate))
      const merging = mergingBefore('update quotes', { kept, duplicate })
      const by = await caller()
      await merging.db.transaction(SYSTEM, async (tx) => {
        const [read, reads] = [await quotes.load(tx, by, id), await readForBooking(tx, by, id)]
        await saveBooking(merging, tx, by, read, chooseRate(read, [], null, read.createdAt), null, reads)
      })
      const [quote] = await waybill.deps.db.query<Json>('select customer_id, status from quotes where id = $1', [id])
      assert.deepEqual({ ...quote }, { customer_id: kept.parcel_customer_id, status: 'booked' })
      assert.deepEqual([await owned(duplicate), (await owned(kept)).packages], [NONE, 1])
    })
  })
})
