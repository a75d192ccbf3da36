// A parcel received without a booking gets its own price. Without a price it may leave the warehouse only if an admin allows it.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SAMPLE_CARDS, SAMPLE_FX } from '../../../src/domain/demo/sample-cards.ts'
import type { Cargo } from '../../../src/domain/pricing/cargo.ts'
import { setFx } from '../../../src/flows/pricing/fx-rates.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as priceBooks from '../../../src/store/pricing/price-books.ts'
import { cancelPackage, findPackage, newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, fieldsOf, live } from '../../support/calls/receiving-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { naiveImportAir, naiveOcean } from '../../support/models/naive-pricing.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60 * 1000
const LANE = { direction: 'import', origin: 'CN', destination: 'NG' } as const

const naivePrice = (cargo: Cargo, rate: string = SAMPLE_FX.rate): string => {
  const book = { cards: SAMPLE_CARDS, fx: [{ id: 'fx', effectiveFrom: 0, ...SAMPLE_FX, rate }], markupPercent: '0' }
  return (cargo.mode === 'air' ? naiveImportAir(cargo, LANE, book) : naiveOcean(cargo, LANE, book))!.total
}

const air = (weightKg: number): Cargo => ({ mode: 'air', listed: true, pieces: [{ weightKg }] })

forOneEngine((engine) => {
  describe('a parcel received without a booking', () => {
    let waybill: Waybill
    let tenant: Tenant
    let dock: Dock
    let admin: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
      admin = await signedIn(waybill, 'admin')
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const customer = (): Promise<Json> => newCustomer(tenant, { first_name: 'Sample', last_name: 'Trader', ...pickup }, live(tenant))
    const received = async (body: object): Promise<Json> =>
      dock.done('/receipts', { customer_id: (await customer()).address_suffix, ...body })
    const quoteOf = async ({ parcel_quote_id: id }: Json): Promise<Json> => (await tenant.get(`/v1/parcel_quotes/${id}`, live(tenant))).json
    const eventsOf = async (id: string): Promise<string[]> =>
      (await tenant.get(`/v1/events?object_id=${id}`, live(tenant))).json.map(({ type }: Json) => type)
    const unpriced = async (): Promise<string[]> =>
      (await dock.get(`/packages?unpriced=true&business=${tenant.business.id}`)).map(({ parcel_id: id }: Json) => id)
    const openShipment = async (by: 'air' | 'ocean'): Promise<string> =>
      (await dock.done('/shipments', { transport_mode: by, carrier: 'Sample Cargo', destination_country: 'NG' })).shipment_id

    it('without a price leaves nothing behind when its receipt is undone', async () => {
      const { package: parcel, receipt } = await received({ transport_mode: 'air' })
      assert.deepEqual([parcel.parcel_quote_id, parcel.missing_for_price], [null, ['weight']])
      const undone = await dock.done(`/receipts/${receipt.receipt_id}/undo`)
      assert.equal(undone.package.status, 'cancelled')
      assert.deepEqual((await eventsOf(parcel.parcel_id)).slice(0, 2).toSorted(), ['package.cancelled', 'package.receipt_undone'])
    })

    it('is priced by air from its measurements, with a booked quote that its package refers to', async () => {
      const { package: parcel, price, receipt } = await received({ transport_mode: 'air', weight: 2.5 })
      const expected = naivePrice(air(2.5))
      assert.partialDeepStrictEqual(price, { before: '0.00', after: expected, difference: expected, final: true })
      assert.equal(receipt.price_after, expected)
      assert.partialDeepStrictEqual(parcel, { transport_mode: 'air', missing_for_price: null, destination_locked: true })
      const quote = await quoteOf(parcel)
      assert.partialDeepStrictEqual(quote, {
        status: 'booked',
        source: 'warehouse',
        direction: 'import',
        estimated_price: Number(expected),
        package: { weight: 2.5 },
        parcel_customer_id: parcel.customer.parcel_customer_id,
        parcel_details: { parcels: [{ parcel_id: parcel.parcel_id, status: 'warehouse' }] },
      })
      assert.equal(quote.sender.name, 'Sample Trader')
      const listed: Json[] = (await tenant.get('/v1/parcel_quotes?status=booked', live(tenant))).json
      assert.ok(listed.some(({ parcel_quote_id: id }) => id === quote.parcel_quote_id))
      assert.deepEqual(await eventsOf(quote.parcel_quote_id), ['quote.price_finalised', 'quote.booked', 'quote.created'])
      const explained = await tenant.get(`/v1/parcel_quotes/${quote.parcel_quote_id}/explain`, live(tenant))
      assert.equal(explained.status, 200, explained.text)
      assert.equal(explained.json.prices[0].breakdown.total, expected)
    })

    it('is priced by sea from its volume, or from the dimensions of its pieces', async () => {
      const sides = { length: 60, width: 50, height: 40 }
      const cargo = (volumeCbm: number, quantity: number): Cargo => ({
        mode: 'ocean',
        elements: [{ containerSize: 'LCL', quantity, volumeCbm }],
      })
      const measured = await received({ transport_mode: 'ocean', pieces: 2, weight: 30, ...sides })
      assert.equal(measured.price.after, naivePrice(cargo(0.24, 2)))
      const given = await received({ transport_mode: 'ocean', volume: 0.7 })
      assert.equal(given.price.after, naivePrice(cargo(0.7, 1)))
      assert.equal((await quoteOf(given.package)).cargo_volume, '1 x LCL')
    })

    it('shows its price in a preview, which stores nothing', async () => {
      const { address_suffix: suffix } = await customer()
      const preview = await dock.done('/receipts/preview', { customer_id: suffix, transport_mode: 'air', weight: 4 })
      assert.equal(preview.price.after, naivePrice(air(4)))
      assert.deepEqual((await tenant.get(`/v1/parcel_quotes/${preview.price.parcel_quote_id}`, live(tenant))).status, 404)
    })

    const INCOMPLETE: [what: string, body: object, missing: string[], supplied: object, cargo: Cargo][] = [
      ['how it travels', { weight: 3 }, ['transport_mode'], { transport_mode: 'air' }, air(3)],
      ['its weight', { transport_mode: 'air' }, ['weight'], { weight: 3.5 }, air(3.5)],
      [
        'its size by sea',
        { transport_mode: 'ocean', weight: 3 },
        ['dimensions'],
        { length: 100, width: 50, height: 50 },
        { mode: 'ocean', elements: [{ containerSize: 'LCL', quantity: 1, volumeCbm: 0.25 }] },
      ],
    ]
    for (const [what, body, missing, supplied, cargo] of INCOMPLETE)
      it(`without ${what} waits for it, and is priced as soon as staff supply it`, async () => {
        const { package: parcel, price } = await received(body)
        assert.deepEqual([price, parcel.missing_for_price, parcel.parcel_quote_id], [null, missing, null])
        assert.ok((await unpriced()).includes(parcel.parcel_id))
        const priced = await dock.done(`/packages/${parcel.parcel_id}/price`, supplied)
        assert.equal(priced.price.after, naivePrice(cargo))
        assert.equal(priced.package.missing_for_price, null)
        assert.equal((await eventsOf(parcel.parcel_id))[0], 'package.changed')
        assert.equal((await quoteOf(priced.package)).source, 'warehouse')
        assert.ok(!(await unpriced()).includes(parcel.parcel_id))
        assertRejected(await dock.post(`/packages/${parcel.parcel_id}/price`, supplied), 'INVALID_TRANSITION')
      })

    it('from a country without a card waits for a card', async () => {
      const { package: parcel } = await received({ transport_mode: 'ocean', volume: 1, destination_country: 'Ghana' })
      assert.deepEqual(parcel.missing_for_price, ['rate_card'])
    })

    it('without a card on arrival is priced by one that was published later', async () => {
      const { deps, time } = waybill
      const other = await waybill.newTenant()
      const card = SAMPLE_CARDS.find(({ tariff }) => tariff.kind === 'import_air')!
      const publish = (version: number, currency: string) => {
        const own = { ...card, id: `own-${other.business.id}`, businessId: other.business.id, version, currency, effectiveFrom: time.now() }
        return deps.db.transaction(SYSTEM, (tx) => priceBooks.publishCard(tx, byTest(deps), own, time.now()))
      }
      await publish(1, 'EUR')
      const { address_suffix: suffix } = await newCustomer(other, {}, live(other))
      const body = { customer_id: suffix, business_id: other.business.id, transport_mode: 'air', weight: 3 }
      const { package: parcel, price } = await dock.done('/receipts', body)
      assert.deepEqual([price, parcel.parcel_quote_id, parcel.missing_for_price], [null, null, ['rate_card']])
      time.advance(MINUTE_MS)
      await publish(2, 'USD')
      const priced = await dock.done(`/packages/${parcel.parcel_id}/price`, { transport_mode: 'air' })
      assert.equal(priced.price.after, naivePrice(air(3)))
    })

    it('without a price can be cancelled by its business like any other', async () => {
      const { package: parcel } = await received({ weight: 3 })
      const cancelled = await cancelPackage(tenant, parcel.parcel_id, {}, live(tenant))
      assert.equal(cancelled.status, 200, cancelled.text)
      assert.equal((await findPackage(tenant, parcel.parcel_id, live(tenant))).status, 'cancelled')
    })

    it('waits for its destination if the business has last mile', async () => {
      const other = await waybill.newTenant({ lastMile: true })
      const { address_suffix: suffix } = await newCustomer(other, {}, live(other))
      const body = { customer_id: suffix, business_id: other.business.id, transport_mode: 'air', weight: 2 }
      const { package: parcel } = await dock.done('/receipts', body)
      assert.deepEqual(parcel.missing_for_price, ['destination'])
      const settled = await dock.done(`/packages/${parcel.parcel_id}/destination`, { country: 'Nigeria' })
      assert.equal(settled.missing_for_price, null)
      assert.ok(settled.parcel_quote_id)
      const { package: told } = await dock.done('/receipts', { ...body, destination_country: 'NG' })
      assert.ok(told.parcel_quote_id)
    })

    it('that has a price keeps its quote when its destination is set', async () => {
      const { package: parcel } = await received({ transport_mode: 'air', weight: 2 })
      const settled = await dock.done(`/packages/${parcel.parcel_id}/destination`, { country: 'Nigeria' })
      assert.ok(parcel.parcel_quote_id)
      assert.equal(settled.parcel_quote_id, parcel.parcel_quote_id)
    })

    it('keeps its measurements: a second weight is refused', async () => {
      const { package: parcel } = await received({ weight: 3 })
      const answer = await dock.post(`/packages/${parcel.parcel_id}/price`, { transport_mode: 'air', weight: 4 })
      assertRejected(answer, 'VALIDATION_FAILED')
      assert.deepEqual(fieldsOf(answer), ['weight'])
    })

    it('without a price is in no shipment, unless an admin allows it with a reason', async () => {
      const { package: parcel } = await received({ weight: 3 })
      const shipment = await openShipment('air')
      const attach = async (): Promise<Json> =>
        (await dock.post(`/shipments/${shipment}/attach`, { codes: [parcel.parcel_number] })).json.outcomes?.[0]
      assert.equal((await dock.post(`/shipments/${shipment}/attach`, { code: parcel.parcel_number })).json.code, 'PACKAGE_UNPRICED')
      const path = `/packages/${parcel.parcel_id}/waive_price`
      assert.equal((await dock.post(path, { reason: 'A gift' })).json.code, 'FORBIDDEN')
      assertRejected(await admin.call('POST', `/ops/v1${path}`, {}), 'VALIDATION_FAILED')
      const waived = await admin.call('POST', `/ops/v1${path}`, { reason: 'A gift of the house' })
      assert.partialDeepStrictEqual(waived.json, {
        missing_for_price: null,
        price_waiver: { reason: 'A gift of the house', by: admin.staff.id },
      })
      assert.equal((await eventsOf(parcel.parcel_id))[0], 'package.changed')
      assert.deepEqual((await admin.call('POST', `/ops/v1${path}`, { reason: 'Another gift' })).json, waived.json, 'it is waived once')
      assert.ok(!(await unpriced()).includes(parcel.parcel_id))
      assert.equal((await attach())?.outcome, 'attached')
      assert.equal((await dock.done(`/shipments/${shipment}/depart`)).status, 'departed')
    })

    it('that lost its price in a shipment keeps the shipment from departing', async () => {
      const { package: parcel } = await received({ transport_mode: 'air', weight: 3 })
      const shipment = await openShipment('air')
      await dock.done(`/shipments/${shipment}/attach`, { code: parcel.parcel_number })
      // Simulates a parcel that was attached before prices were required.
      await waybill.deps.db.execute('update packages set quote_id = null, cargo_index = null where id = $1', [parcel.parcel_id])
      const answer = await dock.post(`/shipments/${shipment}/depart`)
      assertRejected(answer, 'PACKAGE_UNPRICED')
      assert.deepEqual(fieldsOf(answer), [parcel.parcel_number])
      await waybill.deps.db.execute('update packages set quote_id = $2, cargo_index = 0 where id = $1', [
        parcel.parcel_id,
        parcel.parcel_quote_id,
      ])
    })

    it('loses its price when its receipt is undone', async () => {
      const { package: parcel, receipt } = await received({ transport_mode: 'air', weight: 3 })
      const undone = await dock.done(`/receipts/${receipt.receipt_id}/undo`, { reason: 'Wrong customer' })
      assert.equal(undone.package.status, 'cancelled')
      const quote = await quoteOf(parcel)
      assert.partialDeepStrictEqual(quote, { status: 'cancelled', closed_reason: 'cancelled_by_operator', comment: 'Wrong customer' })
      assert.deepEqual((await eventsOf(parcel.parcel_quote_id)).slice(0, 2), ['quote.cancelled', 'quote.price_reopened'])
    })

    it('follows its customer when that customer is merged into another, and when the merge is undone', async () => {
      const [kept, duplicate] = [await customer(), await customer()]
      const body = { customer_id: duplicate.address_suffix, transport_mode: 'air', weight: 3 }
      const { package: parcel } = await dock.done('/receipts', body)
      const merge = await admin.call('POST', `/ops/v1/customers/${duplicate.parcel_customer_id}/merge`, {
        into_id: kept.parcel_customer_id,
      })
      assert.ok(merge.status < 300, merge.text)
      assert.equal((await quoteOf(parcel)).parcel_customer_id, kept.parcel_customer_id)
      assert.equal((await quoteOf((await dock.done('/receipts', body)).package)).parcel_customer_id, kept.parcel_customer_id)
      await admin.call('POST', `/ops/v1/customer_merges/${merge.json.customer_merge_id}/undo`)
      assert.equal((await quoteOf(parcel)).parcel_customer_id, duplicate.parcel_customer_id)
    })

    it('is priced with the prices in force on arrival, however late it is identified or completed', async () => {
      const arrived = await received({ weight: 3 })
      const torn = await dock.done('/unidentified_parcels', { label_text: 'torn', weight: 5 })
      waybill.time.advance(5 * MINUTE_MS)
      const { deps } = waybill
      await setFx(deps, byTest(deps), { pair: 'USD/NGN', rate: '1500', source: 'a test', from: null, confirm: true })
      waybill.time.advance(MINUTE_MS)
      const completed = await dock.done(`/packages/${arrived.package.parcel_id}/price`, { transport_mode: 'air' })
      assert.equal(completed.price.after, naivePrice(air(3)))
      const { address_suffix: suffix } = await customer()
      const found = await dock.done(`/unidentified_parcels/${torn.unidentified_parcel_id}/assign`, {
        customer_id: suffix,
        transport_mode: 'air',
      })
      assert.equal(found.price.after, naivePrice(air(5)))
      const today = await received({ transport_mode: 'air', weight: 3 })
      assert.equal(today.price.after, naivePrice(air(3), '1500'))
    })
  })
}, postgres)
