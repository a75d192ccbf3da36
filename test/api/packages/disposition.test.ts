// A package that is cancelled while it is in the warehouse keeps its place, and is charged for storage, until staff record its disposition.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ARRIVAL = Date.UTC(2027, 2, 3, 11)
const CANCELLATION = Date.UTC(2027, 2, 20, 11)
const MID_APRIL = Date.UTC(2027, 3, 10, 11)
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** A package that covers half a square metre of floor. If it is received on 3 March, its storage costs NGN 250 a day from 10 March on. */
const HALF_SQM = importAir({ packages: [{ weight: 10, length: 100, width: 50, height: 40 }] })

const GIVEN_UP = { kind: 'given_up', reason: 'Nobody asked for it' }
const HANDED_BACK = { kind: 'handed_back', to: 'Ada Obi', reason: 'She buys elsewhere' }
const RETURNED = { kind: 'returned_to_supplier', courier: 'SF Express', courier_number: 'SF1234567890123', reason: 'Wrong goods' }

forOneEngine((engine) => {
  describe('a package that was cancelled in the warehouse', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    /** Sets the clock, and signs in again because the earlier session has expired. */
    const onDay = async (at: number): Promise<void> => {
      waybill.time.freeze(at)
      desk = await atDesk(waybill)
    }
    const stored = async (tenant: Tenant): Promise<string> => {
      const [id] = (await book(tenant, HALF_SQM)).ids
      await desk.done('/receipts', { package_id: id, weight: 10 })
      return id!
    }
    /** Creates a package that was received on 3 March and cancelled on 20 March, and returns the package's id. */
    const kept = async (tenant: Tenant): Promise<string> => {
      await onDay(ARRIVAL)
      const id = await stored(tenant)
      await onDay(CANCELLATION)
      assert.equal((await tenant.post(`/v1/packages/${id}/cancel`, { comment: 'Not wanted' })).status, 200)
      return id
    }
    const shown = (id: string): Promise<Json> => desk.get(`/packages/${id}`)
    const ofBusiness = async (tenant: Tenant, id: string): Promise<Json> => (await tenant.get(`/v1/packages/${id}`)).json
    const dueFor = async (tenant: Tenant, id: string): Promise<number> => (await ofBusiness(tenant, id)).storage_fee.amount_due
    const charged = async (id: string): Promise<string[]> => {
      const found: Json[] = await desk.get(`/charges?mode=test&parcel_id=${id}&kind=storage`)
      return found
        .filter(({ reversed_at }) => reversed_at === null)
        .map(({ net, last_day }) => `${last_day} ${net}`)
        .toSorted()
    }
    const tryStep = (id: string, step: string, body: object = {}) => desk.call('POST', `/ops/v1/packages/${id}/${step}`, body)

    it('stays in its place, and is expected there by a stocktake, until its disposition', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      const { places } = await desk.done('/places', { mode: 'test', code: 'K-01' })
      const [place] = places
      const id = await stored(tenant)
      const { parcel_number: number } = await shown(id)
      await desk.done(`/places/${place.place_id}/put`, { codes: [number] })
      assert.equal((await tenant.post(`/v1/packages/${id}/cancel`)).status, 200)
      const now = await shown(id)
      assert.partialDeepStrictEqual(now, { status: 'cancelled', disposition: null, place: { code: 'K-01' } })
      assert.equal(now.milestones.kept_since, now.cancelled_at)
      const listed = async (query: string) => (await desk.get(`/packages?mode=test&${query}`)).map(({ parcel_id }: Json) => parcel_id)
      assert.deepEqual(await listed(`awaiting_disposition=true&business=${tenant.business.id}`), [id])
      assert.deepEqual(await listed('place=K-01'), [id])
      assert.equal((await desk.get(`/places/${place.place_id}`)).packages, 1)
      assertRejected(await desk.call('PATCH', `/ops/v1/places/${place.place_id}`, { closed: true }), 'INVALID_TRANSITION')
      const missing = async (): Promise<number> => {
        const { stocktake_id: count } = await desk.done(`/places/${place.place_id}/stocktakes`)
        return (await desk.done(`/stocktakes/${count}/finish`)).counts.missing
      }
      assert.equal(await missing(), 1)
      const { places: others } = await desk.done('/places', { mode: 'test', code: 'K-02' })
      const { outcomes } = await desk.done(`/places/${others[0].place_id}/put`, { codes: [number] })
      assert.equal(outcomes[0].outcome, 'placed', 'it can be moved to another place')
      await desk.done(`/packages/${id}/dispose`, GIVEN_UP)
      assert.partialDeepStrictEqual(await shown(id), { status: 'cancelled', place: null, milestones: { kept_since: null } })
      assert.deepEqual(await listed(`awaiting_disposition=true&business=${tenant.business.id}`), [])
      assert.equal((await desk.get(`/places/${others[0].place_id}`)).packages, 0)
      await desk.done(`/packages/${id}/undo_disposition`)
      assert.partialDeepStrictEqual(await shown(id), { status: 'cancelled', disposition: null, place: { code: 'K-02' } })
      await desk.done(`/packages/${id}/dispose`, GIVEN_UP)
      const closed = await desk.call('PATCH', `/ops/v1/places/${others[0].place_id}`, { closed: true })
      assert.equal(closed.status, 200, closed.text)
      await desk.done(`/packages/${id}/undo_disposition`)
      assert.equal((await shown(id)).place, null, 'its place was closed meanwhile')
    })

    it('keeps its storage: charged at the cancellation, by month, and at the disposition, which ends it', async () => {
      const tenant = await waybill.newTenant()
      const id = await kept(tenant)
      assert.deepEqual(await charged(id), ['2027-03-20 2750.00'])
      await onDay(MID_APRIL)
      const { totals } = await desk.get(`/storage/totals?mode=test&business=${tenant.business.id}`)
      assert.partialDeepStrictEqual(totals[0], {
        packages_stored: 1,
        packages_chargeable: 1,
        amount_due: '8000.00',
        accruing_per_day: '250.00',
      })
      const aged = await desk.get(`/storage/ageing?mode=test&overdue=true&business=${tenant.business.id}`)
      assert.deepEqual(
        aged.map(({ package: parcel }: Json) => parcel.parcel_id),
        [id],
      )
      await chargeMonths(waybill.deps)
      assert.deepEqual(await charged(id), ['2027-03-20 2750.00', '2027-03-31 2750.00'])
      assert.equal(await dueFor(tenant, id), 8_000)
      await desk.done(`/packages/${id}/dispose`, GIVEN_UP)
      assert.deepEqual(await charged(id), ['2027-03-20 2750.00', '2027-03-31 2750.00', '2027-04-10 2500.00'])
      await onDay(MID_APRIL + 60 * DAY_MS)
      await chargeMonths(waybill.deps)
      assert.equal(await dueFor(tenant, id), 8_000)
      assert.equal((await charged(id)).length, 3)
      const { totals: later } = await desk.get(`/storage/totals?mode=test&business=${tenant.business.id}&days=90`)
      assert.equal(later[0].packages_stored, 0)
      assert.equal(later[0].history.find(({ date }: Json) => date === '2027-04-10').amount, '250.00')
      assert.equal(later[0].history.find(({ date }: Json) => date === '2027-04-11').amount, '0.00')
    })

    it('shows what became of it to staff and business, with event, timeline and photo', async () => {
      const tenant = await waybill.newTenant()
      const id = await kept(tenant)
      const rawBody = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
      const photo = await waybill.call('POST', `/ops/v1/packages/${id}/photos`, undefined, {
        rawBody,
        headers: { ...desk.headers, 'content-type': 'image/png' },
      })
      assert.equal(photo.status, 201, photo.text)
      const disposed = await desk.done(`/packages/${id}/dispose`, RETURNED)
      const told = { ...RETURNED, to: null, at: new Date(CANCELLATION).toISOString() }
      assert.deepEqual(disposed.disposition, told)
      assert.deepEqual((await ofBusiness(tenant, id)).disposition, told)
      assert.equal((await tenant.get(`/v1/packages/${id}/photos`)).json.length, 1)
      const { entries } = await desk.get(`/packages/${id}/timeline`)
      assert.partialDeepStrictEqual(entries.at(-1), { type: 'package.disposed', reason: 'Wrong goods', status: 'cancelled' })
      const [event] = (await tenant.get(`/v1/events?object_id=${id}`)).json
      assert.partialDeepStrictEqual(event, {
        type: 'package.disposed',
        data: { status: 'cancelled', disposition: { kind: RETURNED.kind } },
      })
      assert.equal((await desk.done(`/packages/${id}/undo_disposition`)).disposition, null)
      assert.equal((await tenant.get(`/v1/events?object_id=${id}`)).json[0].type, 'package.disposition_undone')
      await assertAuditTrailValid(waybill)
    })

    it('undone on the same day: storage and charges are as if it had never been recorded', async () => {
      const tenant = await waybill.newTenant()
      const [id, twin] = [await kept(tenant), await kept(tenant)]
      await onDay(MID_APRIL)
      await chargeMonths(waybill.deps)
      await desk.done(`/packages/${id}/dispose`, { kind: 'destroyed', reason: 'Leaking' })
      await desk.done(`/packages/${id}/undo_disposition`)
      assert.deepEqual(await charged(id), await charged(twin))
      await onDay(MID_APRIL + 40 * DAY_MS)
      await chargeMonths(waybill.deps)
      assert.deepEqual(await charged(id), await charged(twin))
      for (const each of [id, twin]) await desk.done(`/packages/${each}/dispose`, GIVEN_UP)
      assert.deepEqual(await charged(id), await charged(twin))
      assert.equal(await dueFor(tenant, id), 18_000)
      await onDay(MID_APRIL + 41 * DAY_MS)
      assertRejected(await tryStep(id, 'undo_disposition'), 'INVALID_TRANSITION')
      assert.equal((await shown(id)).disposition_undoable, false)
    })

    it('undone on the day of the cancellation or of a charge: that charge stands, on its invoice too, and every day is charged once', async () => {
      const tenant = await waybill.newTenant()
      const [id, twin] = [await kept(tenant), await kept(tenant)]
      const bothCharged = async (expected: string[]): Promise<void> => {
        for (const each of [id, twin]) assert.deepEqual(await charged(each), expected)
      }
      const { invoice_id: invoice } = await issueAll(desk, tenant.business.id)
      for (const at of [CANCELLATION, CANCELLATION + HOUR_MS]) {
        await onDay(at)
        await desk.done(`/packages/${id}/dispose`, GIVEN_UP)
        await desk.done(`/packages/${id}/undo_disposition`)
        await bothCharged(['2027-03-20 2750.00'])
      }
      assert.deepEqual((await tenant.get(`/v1/invoices/${invoice}`)).json.credit_notes, [])
      await onDay(MID_APRIL)
      await chargeMonths(waybill.deps)
      await bothCharged(['2027-03-20 2750.00', '2027-03-31 2750.00'])
      for (const each of [id, twin]) await desk.done(`/packages/${each}/charge_storage`)
      await onDay(MID_APRIL + HOUR_MS)
      await desk.done(`/packages/${id}/dispose`, HANDED_BACK)
      await desk.done(`/packages/${id}/undo_disposition`)
      await bothCharged(['2027-03-20 2750.00', '2027-03-31 2750.00', '2027-04-10 2500.00'])
      assert.equal(await dueFor(tenant, id), 8_000)
    })

    it('undone: storage that waits for an exchange rate waits as it did after the cancellation', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      await desk.done(`/businesses/${tenant.business.id}/terms`, { daily_rate: '2', currency: 'XAF' })
      const id = await kept(tenant)
      const waiting = async (): Promise<string[]> =>
        (await desk.get(`/missed_charges?mode=test&business=${tenant.business.id}&state=open`)).map(({ amount }: Json) => amount)
      for (const [day, amount] of Object.entries(['11.00', '12.00'])) {
        await onDay(CANCELLATION + Number(day) * DAY_MS)
        await desk.done(`/packages/${id}/dispose`, GIVEN_UP)
        assert.deepEqual(await waiting(), [amount])
        await desk.done(`/packages/${id}/undo_disposition`)
        assert.deepEqual(await waiting(), ['11.00'])
      }
    })

    it('is not handed back unpaid where the terms stop it, until its storage is charged and released', async () => {
      for (const release of ['before_departure', 'before_delivery']) {
        const tenant = await waybill.newTenant()
        await onDay(ARRIVAL)
        await desk.done(`/businesses/${tenant.business.id}/terms`, { release })
        const id = await kept(tenant)
        await onDay(MID_APRIL)
        const before = await shown(id)
        for (const body of [HANDED_BACK, RETURNED]) {
          const refused = await tryStep(id, 'dispose', body)
          assertRejected(refused, 'PAYMENT_REQUIRED')
          assert.match(refused.text, /owes NGN 8000\.00/)
        }
        assert.deepEqual(await shown(id), before)
        assert.deepEqual(await charged(id), ['2027-03-20 2750.00'], 'a refusal charges nothing')
        await desk.done(`/packages/${id}/charge_storage`)
        await desk.done(`/packages/${id}/charge_storage`)
        assert.deepEqual(await charged(id), ['2027-03-20 2750.00', '2027-04-10 5250.00'])
        await desk.done(`/packages/${id}/release_unpaid`, { reason: 'Pays at the end of the month' })
        assert.equal((await desk.done(`/packages/${id}/dispose`, HANDED_BACK)).disposition.to, 'Ada Obi')
        assert.deepEqual(await charged(id), ['2027-03-20 2750.00', '2027-04-10 5250.00'])
        const other = await kept(tenant)
        await desk.done(`/packages/${other}/dispose`, GIVEN_UP)
      }
    })

    it('is refused on hold, before its cancellation, twice, and if it never arrived', async () => {
      const tenant = await waybill.newTenant()
      const id = await kept(tenant)
      await tenant.post(`/v1/packages/${id}/notices`, { action: 'hold' })
      assertRejected(await tryStep(id, 'dispose', GIVEN_UP), 'PACKAGE_ON_HOLD')
      await tenant.post(`/v1/packages/${id}/notices`, { action: 'release' })
      assertRejected(await tryStep(id, 'undo_disposition'), 'INVALID_TRANSITION')
      const [one, two] = await Promise.all([tryStep(id, 'dispose', GIVEN_UP), tryStep(id, 'dispose', { ...GIVEN_UP, kind: 'destroyed' })])
      assert.deepEqual([one.status, two.status].toSorted(), [200, 422])
      assertRejected(await tryStep(id, 'dispose', GIVEN_UP), 'INVALID_TRANSITION')
      assertRejected(await tryStep(id, 'charge_storage'), 'INVALID_TRANSITION')
      const present = await stored(tenant)
      assertRejected(await tryStep(present, 'dispose', GIVEN_UP), 'INVALID_TRANSITION')
      const [absent] = (await book(tenant, HALF_SQM)).ids
      await tenant.post(`/v1/packages/${absent}/cancel`)
      assert.equal((await shown(absent!)).milestones.kept_since, null)
      assertRejected(await tryStep(absent!, 'dispose', GIVEN_UP), 'INVALID_TRANSITION')
    })

    const FAULTS: [name: string, body: object, field: string][] = [
      ['an unknown kind', { ...GIVEN_UP, kind: 'sold' }, 'kind'],
      ['no reason', { kind: 'destroyed' }, 'reason'],
      ['a blank reason', { kind: 'destroyed', reason: ' ' }, 'reason'],
      ['nobody to hand it back to', { ...HANDED_BACK, to: undefined }, 'to'],
      ['no courier number', { ...RETURNED, courier_number: '' }, 'courier_number'],
      ['a courier of destroyed goods', { kind: 'destroyed', reason: 'Wet', courier: 'SF' }, 'courier'],
    ]
    it('422 for a request that lacks something, and nothing changes', async () => {
      const tenant = await waybill.newTenant()
      const id = await kept(tenant)
      const before = await shown(id)
      for (const [name, body, field] of FAULTS) {
        const answer = await tryStep(id, 'dispose', body)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(
          answer.json.details.map((each: Json) => each.field),
          [field],
          name,
        )
      }
      assert.deepEqual(await shown(id), before)
    })
  })
})
