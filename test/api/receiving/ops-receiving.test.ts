// Parcels are received by any of their codes, complete or in parts. The price follows the measurements. Implausible values must be confirmed.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { calendarDate } from '../../../src/domain/values/calendar.ts'
import { findPackage } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, getQuote } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, fieldsOf } from '../../support/calls/receiving-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const AIR_PER_KG_NGN = 8.5 * 1_400
const LCL_PER_CBM_NGN = 200 * 1_400
const ngn = (amount: number): string => amount.toFixed(2)

const fivePieces = importOcean({ packages: [{ container_size: 'LCL', quantity: 5, volume: 2.5, weight: 100 }] })

forOneEngine((engine) => {
  describe('receiving a parcel', () => {
    let waybill: Waybill
    let tenant: Tenant
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const eventTypes = async (id: string): Promise<string[]> =>
      (await tenant.get(`/v1/events?object_id=${id}`)).json.map(({ type }: Json) => type).reverse()

    it('sets status, arrival and storage start, and shows the difference in NGN and why', async () => {
      const { quoteId, ids, numbers } = await book(tenant, importAir())
      const { receipt, package: parcel, price } = await dock.done('/receipts', { code: numbers[0], weight: 13.2, condition_note: 'Dented' })
      assert.partialDeepStrictEqual(parcel, {
        parcel_id: ids[0],
        status: 'warehouse',
        actual_weight: 13.2,
        declared_weight: 12.5,
        pieces_arrived: 1,
        pieces_complete: true,
        quantity: 1,
        warehouse_arrived_at: receipt.received_at,
        business: { business_id: tenant.business.id, prefix: tenant.business.prefix },
      })
      assert.equal(parcel.storage_fee.start_date, calendarDate(Date.parse(receipt.received_at), 'Africa/Lagos'))
      assert.partialDeepStrictEqual(price, {
        parcel_quote_id: quoteId,
        before: ngn(12.5 * AIR_PER_KG_NGN),
        after: ngn(13.2 * AIR_PER_KG_NGN),
        difference: ngn(0.7 * AIR_PER_KG_NGN),
        currency: 'NGN',
        final: true,
      })
      assert.ok(price.reasons[0].includes('12.5 kg') && price.reasons[0].includes('13.2 kg'), price.reasons[0])
      assert.ok(price.reasons.at(-1).includes('13.2 kg x USD 8.50 x 1400'), price.reasons.at(-1))
      assert.partialDeepStrictEqual(receipt, {
        weight: 13.2,
        pieces: 1,
        condition_note: 'Dented',
        price_before: price.before,
        price_after: price.after,
        received_by: dock.staff.id,
      })
      assert.equal((await getQuote(tenant, quoteId)).selected_rate.rate, price.after)
      assert.deepEqual(await eventTypes(ids[0]!), ['package.created', 'package.received'])
      assert.deepEqual(await dock.get(`/packages/${ids[0]}/receipts`), [receipt])
    })

    it('422 if several receipts exceed the limits together, confirmed or not', async () => {
      const { ids } = await book(tenant, fivePieces)
      const part = { package_id: ids[0], pieces: 2, weight: 900_000, volume: 90_000, confirm: true }
      await dock.done('/receipts', part)
      const answer = await dock.post('/receipts', part)
      assertRejected(answer, 'VALIDATION_FAILED')
      assert.deepEqual(fieldsOf(answer), ['volume', 'weight'])
    })

    it('422 for the rest of a partly cancelled package: it is neither expected nor accepted', async () => {
      const { ids, quote } = await book(tenant, fivePieces)
      await dock.done('/receipts', { package_id: ids[0], pieces: 2 })
      await dock.done(`/packages/${ids[0]}/cancel`, {})
      for (const target of [{ package_id: ids[0] }, { code: quote.reference }])
        assertRejected(await dock.post('/receipts', { ...target, pieces: 3 }), 'PACKAGE_CANCELLED')
      assert.partialDeepStrictEqual(await findPackage(tenant, ids[0]!), { status: 'cancelled' })
    })

    it('multiplies weight and volume of one unit by the number of pieces', async () => {
      const { ids } = await book(tenant, fivePieces)
      const { package: parcel } = await dock.done('/receipts', {
        package_id: ids[0],
        weight: 21,
        weight_per: 'unit',
        volume: 0.6,
        volume_per: 'unit',
      })
      assert.partialDeepStrictEqual(parcel, { actual_weight: 105, volume: 3, pieces_arrived: 5 })
    })

    it('by quote reference and tracking code receives the package that is still expected', async () => {
      const { quote, numbers } = await book(tenant, importAir({ packages: [{ weight: 1 }, { weight: 2 }] }))
      assertRejected(await dock.post('/receipts', { code: quote.reference }), 'VALIDATION_FAILED')
      await dock.done('/receipts', { code: numbers[0] })
      assert.equal((await dock.done('/receipts', { code: quote.reference.toLowerCase() })).package.parcel_number, numbers[1])
      const exported = await book(tenant, exportAir())
      const received = await dock.done('/receipts', { code: exported.quote.tracking_code })
      assert.equal(received.package.parcel_id, exported.ids[0])
    })

    it('never changes the booked price of an export by air, and says so', async () => {
      const { quoteId, quote, numbers } = await book(tenant, exportAir())
      const { price } = await dock.done('/receipts', { code: numbers[0], weight: 9.9 })
      assert.partialDeepStrictEqual(price, {
        before: quote.selected_rate.rate,
        after: quote.selected_rate.rate,
        difference: '0.00',
        final: false,
      })
      assert.match(price.reasons[0], /^Export by air keeps/)
      assert.deepEqual((await getQuote(tenant, quoteId)).selected_rate, quote.selected_rate)
    })

    it('accepts parts: 3 of 5 pieces are stored and wait, and the price too, until the last ones arrive', async () => {
      const { quoteId, quote, ids, numbers } = await book(tenant, fivePieces)
      const first = await dock.done('/receipts', { code: numbers[0], pieces: 3, volume: 1.8, weight: 60 })
      assert.partialDeepStrictEqual(first.package, {
        status: 'warehouse',
        quantity: 5,
        pieces_arrived: 3,
        pieces_complete: false,
        actual_weight: 60,
        volume: 1.8,
        storage_fee: { storage_area_sqm: 1.8 },
      })
      assert.partialDeepStrictEqual(first.price, { difference: '0.00', final: false })
      assert.ok(first.price.reasons.some((reason: string) => reason.includes('3 of 5 pieces')))
      assert.deepEqual((await getQuote(tenant, quoteId)).selected_rate, quote.selected_rate)
      const second = await dock.done('/receipts', { code: numbers[0], length: 100, width: 100, height: 50, weight: 45 })
      assert.partialDeepStrictEqual(second.package, { pieces_arrived: 5, pieces_complete: true, actual_weight: 105, volume: 2.8 })
      assert.equal(second.package.length, undefined, 'sizes that differ are kept as their volume')
      assert.equal(second.package.warehouse_arrived_at, first.package.warehouse_arrived_at, 'storage starts with the first arrival')
      assert.partialDeepStrictEqual(second.price, { after: ngn(2.8 * LCL_PER_CBM_NGN), final: true })
      assert.deepEqual(await eventTypes(ids[0]!), ['package.created', 'package.pieces_received', 'package.received'])
    })

    it('keeps unit dimensions that are the same, and charges storage only for the pieces that are there', async () => {
      const { numbers } = await book(tenant, fivePieces)
      const box = { length: 100, width: 50, height: 40 }
      const first = await dock.done('/receipts', { code: numbers[0], pieces: 3, ...box })
      assert.partialDeepStrictEqual(first.package, { ...box, quantity: 5, storage_fee: { storage_area_sqm: 1.5 } })
      const second = await dock.done('/receipts', { code: numbers[0], ...box })
      assert.partialDeepStrictEqual(second.package, { ...box, storage_fee: { storage_area_sqm: 2.5 } })
    })

    it('does not let an incomplete package depart', async () => {
      const { ids, numbers } = await book(tenant, fivePieces)
      await dock.done('/receipts', { code: numbers[0], pieces: 3 })
      assertRejected(await tenant.post(`/v1/test_helpers/packages/${ids[0]}/depart`), 'INVALID_TRANSITION')
    })

    it('refuses a wrong status with the status in words, and says who received it and when', async () => {
      const { ids, numbers } = await book(tenant, importAir())
      const { receipt } = await dock.done('/receipts', { code: numbers[0] })
      const again = await dock.post('/receipts', { code: numbers[0], confirm: true })
      assertRejected(again, 'INVALID_TRANSITION')
      const at = receipt.received_at.replace(/\.?0*Z$/, '')
      assert.ok(again.json.errors[0].startsWith(`Package ${numbers[0]} is in the warehouse: received at ${at}`), again.text)
      assert.ok(again.json.errors[0].endsWith(`by ${dock.staff.name}.`), again.text)
      const other = await book(tenant, importAir())
      await tenant.post(`/v1/packages/${other.ids[0]}/cancel`)
      assertRejected(await dock.post('/receipts', { package_id: other.ids[0] }), 'PACKAGE_CANCELLED')
      await tenant.post(`/v1/test_helpers/packages/${ids[0]}/depart`)
      const gone = await dock.post('/receipts', { code: numbers[0] })
      assert.match(gone.json.errors[0], /is in transit; it cannot be received now/)
    })

    it('shows the name of the receiving staff member to staff only', async () => {
      const [byStaff, byTenant] = [await book(tenant, importAir()), await book(tenant, importAir())]
      const helper = (id: string) => tenant.post(`/v1/test_helpers/packages/${id}/receive`, {})
      await dock.done('/receipts', { package_id: byStaff.ids[0] })
      assert.equal((await helper(byTenant.ids[0]!)).status, 200)
      for (const again of [await helper(byStaff.ids[0]!), await dock.post('/receipts', { package_id: byTenant.ids[0] })]) {
        assertRejected(again, 'INVALID_TRANSITION')
        assert.ok(again.json.errors[0].endsWith('by the warehouse.'), again.text)
      }
    })

    const boxed = importAir({ packages: [{ weight: 10, length: 50, width: 40, height: 30 }] })
    const FAR_OFF: [what: string, parcel: object, measured: object, fields: string[]][] = [
      ['a weight a hundred times the declared one', boxed, { weight: 1_000 }, ['weight']],
      ['a weight a hundredth of it', boxed, { weight: 0.1 }, ['weight']],
      ['any dimension, whichever side it lies on', boxed, { length: 30, width: 0.3, height: 5_000 }, ['height', 'width']],
      ['a volume', fivePieces, { volume: 250 }, ['volume']],
      ['dimensions against a declared volume', fivePieces, { length: 1_000, width: 1_000, height: 5_000 }, ['volume']],
      ['a weight of a part against its share', fivePieces, { pieces: 2, weight: 4_000 }, ['weight']],
      ['more pieces than are expected', fivePieces, { pieces: 6 }, ['pieces']],
    ]
    for (const [what, declared, measured, fields] of FAR_OFF) {
      it(`requires confirm: true for ${what}`, async () => {
        const { ids, numbers } = await book(tenant, declared)
        for (const path of ['/receipts', '/receipts/preview']) {
          const answer = await dock.post(path, { code: numbers[0], ...measured })
          assertRejected(answer, 'VALIDATION_FAILED')
          assert.deepEqual(fieldsOf(answer), fields)
          assert.match(answer.json.errors[0], /confirm: true/)
        }
        assert.equal((await findPackage(tenant, ids[0]!)).status, 'booked')
        assert.equal((await dock.done('/receipts', { code: numbers[0], ...measured, confirm: true })).package.status, 'warehouse')
      })
    }

    it('accepts values a little less than a hundred times off without a question', async () => {
      const { numbers } = await book(tenant, boxed)
      await dock.done('/receipts', { code: numbers[0], weight: 999.9, length: 50, width: 40, height: 0.301 })
    })

    it('previews the same with the same checks, and stores nothing', async () => {
      const { quoteId, quote, ids, numbers } = await book(tenant, importAir({ packages: [{ weight: 10 }, { weight: 5 }] }))
      const preview = await dock.done('/receipts/preview', { code: numbers[0], weight: 12 })
      assert.partialDeepStrictEqual(preview, {
        package: { status: 'booked' },
        declared: { pieces: 1, weight: 10 },
        measured: { pieces: 1, weight: 12 },
        complete: true,
        price: { before: ngn(15 * AIR_PER_KG_NGN), after: ngn(17 * AIR_PER_KG_NGN), difference: ngn(2 * AIR_PER_KG_NGN), final: false },
      })
      assert.equal(preview.price.own_difference, ngn(2 * AIR_PER_KG_NGN))
      assert.equal((await findPackage(tenant, ids[0]!)).status, 'booked')
      assert.deepEqual(await dock.get(`/packages/${ids[0]}/receipts`), [])
      await dock.done('/receipts', { code: numbers[0], weight: 12 })
      const last = await dock.done('/receipts/preview', { code: numbers[1], weight: 5.5 })
      assert.partialDeepStrictEqual(last.price, { after: ngn(17.5 * AIR_PER_KG_NGN), final: true })
      assert.deepEqual([last.price.difference, last.price.own_difference], [ngn(2.5 * AIR_PER_KG_NGN), ngn(0.5 * AIR_PER_KG_NGN)])
      assert.deepEqual((await getQuote(tenant, quoteId)).selected_rate, quote.selected_rate)
      const { price } = await dock.done('/receipts', { code: numbers[1], weight: 5.5 })
      assert.equal(price.after, last.price.after)
      assertRejected(await dock.post('/receipts/preview', { code: numbers[1] }), 'INVALID_TRANSITION')
    })

    it('counts every unit that arrived by air, even if one was declared', async () => {
      const { numbers } = await book(tenant, importAir())
      const { price } = await dock.done('/receipts', { code: numbers[0], pieces: 2, length: 60, width: 50, height: 40, confirm: true })
      assert.equal(price.after, ngn(40 * AIR_PER_KG_NGN), 'two boxes of 20 kg by volume')
    })

    const WRONG: [what: string, body: object, fields: string[]][] = [
      ['nothing that identifies a parcel', { weight: 1 }, ['code']],
      ['two identifications of a parcel', { code: 'x', customer_id: 'y' }, ['customer_id']],
      ['an unknown code', { code: 'NOBODY-KNOWS-THIS' }, ['code']],
      ['an unknown package', { package_id: 'pkg_00000000000000000000000000' }, ['package_id']],
      ['one dimension alone', { code: 'x', length: 10 }, ['height', 'width']],
      ['wrong types', { code: 'x', weight: '5', pieces: 0, confirm: 'yes' }, ['confirm', 'pieces', 'weight']],
    ]
    for (const [what, body, fields] of WRONG) {
      it(`refuses ${what}`, async () => {
        const answer = await dock.post('/receipts', body)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(fieldsOf(answer), fields)
      })
    }

    it('recognises a mistyped parcel number, and suggests the right one', async () => {
      const { numbers } = await book(tenant, importAir())
      const number = numbers[0]!
      const answer = await dock.post('/receipts', { code: number.slice(0, 5) + (number[5] === '2' ? '3' : '2') + number.slice(6) })
      assertRejected(answer, 'VALIDATION_FAILED')
      assert.match(answer.json.errors[0], new RegExp(`mistyped; is it .*${number}`))
    })

    it('lists receipts newest first, by mode, business or package', async () => {
      const other = await waybill.newTenant()
      const { ids } = await book(other, importAir({ packages: [{ weight: 1 }, { weight: 2 }] }))
      for (const id of ids) await dock.done('/receipts', { package_id: id })
      const listed: Json[] = await dock.get(`/receipts?mode=test&business=${other.business.prefix}`)
      assert.deepEqual(
        listed.map(({ parcel_id }) => parcel_id),
        ids.toReversed(),
      )
      assert.equal((await dock.get(`/receipts?mode=test&package=${ids[0]}`)).length, 1)
      assert.deepEqual(await dock.get(`/receipts?business=${other.business.prefix}`), [])
    })

    it('also keeps a receipt for parcels received in test mode', async () => {
      const { ids } = await book(tenant, importAir())
      await tenant.post(`/v1/test_helpers/packages/${ids[0]}/receive`, { weight: 5 })
      const [receipt] = await dock.get(`/packages/${ids[0]}/receipts`)
      assert.partialDeepStrictEqual(receipt, { weight: 5, pieces: 1 })
      assert.match(receipt.received_by, /^key_/)
    })
  })
}, postgres)
