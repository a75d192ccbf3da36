// Repacking and splitting packages: prices, storage, tracking and charges stay exact, and everything can be undone the same day.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SAMPLE_CARDS, SAMPLE_FX } from '../../../src/domain/demo/sample-cards.ts'
import type { Cargo } from '../../../src/domain/pricing/cargo.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, getQuote } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, fieldsOf } from '../../support/calls/receiving-calls.ts'
import {
  balanceOf,
  eventsOf,
  idsOf,
  newClient,
  passDays,
  readAs,
  receiveFor,
  repackInto,
  undoOf,
} from '../../support/calls/repack-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { naiveImportAir, naiveOcean } from '../../support/models/naive-pricing.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** 11:00 in Lagos. */
const MORNING = Date.UTC(2027, 2, 3, 10)
const LANE = { direction: 'import', origin: 'CN', destination: 'NG' } as const
const BOOK = { cards: SAMPLE_CARDS, fx: [{ id: 'fx', effectiveFrom: 0, ...SAMPLE_FX }], markupPercent: '0' }

const naivePrice = (cargo: Cargo): string =>
  (cargo.mode === 'air' ? naiveImportAir(cargo, LANE, BOOK) : naiveOcean(cargo, LANE, BOOK))!.total
const air = (...weights: number[]): string => naivePrice({ mode: 'air', listed: true, pieces: weights.map((weightKg) => ({ weightKg })) })
const lcl = (...volumes: number[]): string =>
  naivePrice({ mode: 'ocean', elements: volumes.map((volumeCbm) => ({ containerSize: 'LCL', quantity: 1, weightKg: 1, volumeCbm })) })

forOneEngine((engine) => {
  describe('repacking', () => {
    let waybill: Waybill
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(MORNING)
      dock = await atDock(waybill)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    it('makes one package of three: the quote of the first is priced by what departs, and the others are closed', async () => {
      const client = await newClient(waybill)
      const parcels = [
        await receiveFor(dock, client, { weight: 2 }),
        await receiveFor(dock, client, { weight: 3 }),
        await receiveFor(dock, client, { weight: 4 }),
      ]
      const answer = await repackInto(dock, parcels.toReversed(), { weight: 8.5, note: 'One carton' })
      const [made] = answer.packages
      assert.partialDeepStrictEqual(made, {
        status: 'warehouse',
        quantity: 1,
        actual_weight: 8.5,
        parcel_quote_id: parcels[0]!.parcel_quote_id,
        comment: 'One carton',
        repacked_into: null,
        pieces_complete: true,
      })
      assert.deepEqual(idsOf(made.repacked_from), idsOf(parcels), 'in the order of their tokens, in which they are locked')
      for (const parcel of parcels) {
        const gone = await readAs(client, `/packages/${parcel.parcel_id}`)
        assert.partialDeepStrictEqual(gone, { status: 'cancelled', comment: null, repacked_from: null })
        assert.deepEqual(gone.repacked_into, [{ parcel_id: made.parcel_id, parcel_number: made.parcel_number }])
        assert.equal((await eventsOf(client, parcel.parcel_id))[0], 'package.repacked')
      }
      assert.deepEqual(await eventsOf(client, made.parcel_id), ['package.created'])
      const [first, ...others] = await Promise.all(parcels.map((parcel) => getQuote(client.tenant, parcel.parcel_quote_id)))
      assert.partialDeepStrictEqual(first, { status: 'booked', estimated_price: Number(air(8.5)) })
      for (const quote of others) assert.partialDeepStrictEqual(quote, { status: 'cancelled', closed_reason: 'cancelled_by_operator' })
      assert.deepEqual(
        answer.prices.map(({ before: was, after: is }: Json) => [was, is]).sort(),
        [
          [air(2), air(8.5)],
          [air(3), '0.00'],
          [air(4), '0.00'],
        ].sort(),
      )
      assert.equal(await balanceOf(client), air(8.5))
      const explained = await readAs(client, `/parcel_quotes/${first!.parcel_quote_id}/explain`)
      assert.equal(explained.prices[0].breakdown.total, air(8.5))
    })

    it('is undone the same day, with everything as it was; and only once', async () => {
      const client = await newClient(waybill)
      const parcels = [await receiveFor(dock, client, { weight: 2 }), await receiveFor(dock, client, { weight: 3 })]
      const owed = await balanceOf(client)
      const before = await Promise.all(parcels.map((parcel) => readAs(client, `/packages/${parcel.parcel_id}`)))
      const made = await repackInto(dock, parcels, { weight: 5 })
      const undone = await undoOf(dock, made, { reason: 'The wrong carton' })
      assert.equal(undone.status, 200, undone.text)
      assert.partialDeepStrictEqual(undone.json.repack, { undone_by: dock.staff.id, undo_reason: 'The wrong carton', undoable: false })
      assert.deepEqual(
        undone.json.prices.map((price: Json) => [price.before, price.after, price.difference]),
        [
          [air(5), air(2), (Number(air(2)) - Number(air(5))).toFixed(2)],
          ['0.00', air(3), air(3)],
        ],
      )
      for (const parcel of before) {
        const { updated_at: _, ...is } = await readAs(client, `/packages/${parcel.parcel_id}`)
        const { updated_at: __, ...was } = parcel
        assert.deepEqual(is, was)
        const quote = await getQuote(client.tenant, parcel.parcel_quote_id)
        assert.partialDeepStrictEqual(quote, { status: 'booked', cancelled_at: null, estimated_price: Number(air(parcel.actual_weight)) })
      }
      const dropped = await readAs(client, `/packages/${made.packages[0].parcel_id}`)
      assert.partialDeepStrictEqual(dropped, { status: 'cancelled', comment: 'The wrong carton' })
      assert.equal(await balanceOf(client), owed)
      assert.deepEqual((await eventsOf(client, parcels[1]!.parcel_id)).slice(0, 2), ['package.repack_undone', 'package.repacked'])
      assert.deepEqual(await eventsOf(client, dropped.parcel_id), ['package.repack_undone', 'package.created'])
      assert.deepEqual(await dock.get(`/repacks/${made.repack.repack_id}`), undone.json.repack)
      assertRejected(await undoOf(dock, made), 'INVALID_TRANSITION')
    })

    it('cannot be undone on another day, in a shipment, on hold, or after another repack of its packages', async () => {
      const client = await newClient(waybill)
      const parcels = [
        await receiveFor(dock, client, { weight: 2 }),
        await receiveFor(dock, client, { weight: 3 }),
        await receiveFor(dock, client, { weight: 4 }),
      ]
      const first = await repackInto(dock, parcels.slice(0, 2), { weight: 5 })
      const second = await repackInto(dock, [first.packages[0], parcels[2]!], { weight: 9 })
      const [{ parcel_id: id, parcel_number: number }] = second.packages
      assert.match((await undoOf(dock, first)).json.errors[0], new RegExp(`was repacked into ${number}; undo that first`))
      await dock.done(`/packages/${id}/notices`, { action: 'hold' })
      assertRejected(await undoOf(dock, second), 'PACKAGE_ON_HOLD')
      // The client might know only the original package. A release of the original package also releases the package that its goods are now
      // in.
      const known = `/v1/packages/${parcels[0]!.parcel_id}/notices`
      assert.equal((await client.tenant.post(known, { action: 'release' })).status, 201)
      assert.equal((await readAs(client, `/packages/${id}`)).hold_instruction, 'release')
      const { shipment_id: shipment } = await dock.done('/shipments', { transport_mode: 'air', mode: 'test', destination_country: 'NG' })
      await dock.done(`/shipments/${shipment}/attach`, { code: number })
      assertRejected(await undoOf(dock, second), 'PACKAGE_IN_SHIPMENT')
      await dock.done(`/shipments/${shipment}/detach`, { code: number })
      await passDays(client, 1)
      assert.match((await undoOf(dock, second)).json.errors[0], /was repacked on 2027-03-03/)
      await dock.done(`/shipments/${shipment}/attach`, { code: number })
      await dock.done(`/shipments/${shipment}/depart`)
      for (const parcel of parcels) {
        const tracked = await readAs(client, `/packages/${parcel.parcel_id}/track`)
        assert.partialDeepStrictEqual(tracked, { parcel_id: parcel.parcel_id, parcel_number: parcel.parcel_number, status: 'transit' })
        assert.deepEqual(
          tracked.tracking_data.map(({ completed_on: at }: Json) => at !== null),
          [true, true, true, false],
        )
        const page = await waybill.call('GET', `/track/${parcel.parcel_number}`)
        assert.match(page.text, new RegExp(`Parcel ${parcel.parcel_number}`))
        assert.match(page.text, /It travels in parcel /)
        assert.match(page.text, /Next: it is handed over/)
      }
      assert.match((await undoOf(dock, second)).json.errors[0], /is in transit/)
    })

    it('charges every day of storage exactly once', async () => {
      const client = await newClient(waybill)
      const size = { length: 100, width: 100, height: 50 }
      const old = await receiveFor(dock, client, { weight: 2, ...size })
      await passDays(client, 8)
      const young = await receiveFor(dock, client, { weight: 2, ...size })
      await passDays(client, 1)
      // Seven days are free. The first parcel owes storage for days 8, 9 and 10. The second parcel arrived on day 9 and owes nothing.
      const made = await repackInto(dock, [old, young], { weight: 4, length: 100, width: 150, height: 50 })
      const feeOf = async (id: string): Promise<Json> => (await readAs(client, `/packages/${id}`)).storage_fee
      const owed = { chargeable_storage_days: 3, amount_due: 1500, last_free_day: '2027-03-09' }
      assert.partialDeepStrictEqual(await feeOf(old.parcel_id), owed)
      assert.partialDeepStrictEqual(await feeOf(young.parcel_id), { chargeable_storage_days: 0, amount_due: 0 })
      const { parcel_id: id } = made.packages[0]
      const begun = { start_date: '2027-03-03', last_free_day: '2027-03-12', chargeable_storage_days: 0, amount_due: 0 }
      assert.partialDeepStrictEqual(await feeOf(id), begun)
      const freight = air((75_000 * 10) / 6000)
      assert.equal(await balanceOf(client), (Number(freight) + 1500).toFixed(2))

      assert.equal((await undoOf(dock, made)).status, 200)
      assert.partialDeepStrictEqual(await feeOf(old.parcel_id), owed)
      const again = await repackInto(dock, [old, young], { weight: 4, length: 100, width: 150, height: 50 })
      await passDays(client, 2)
      const [{ parcel_id: last, parcel_number: number }] = again.packages
      assert.partialDeepStrictEqual(await feeOf(last), { chargeable_storage_days: 2, amount_due: 1500 })
      assert.partialDeepStrictEqual(await feeOf(old.parcel_id), owed)
      const owing = await (await atDesk(waybill)).get(`/packages/${last}/owed`)
      assert.equal(owing.owed, (Number(freight) + 1500).toFixed(2), 'it owes the storage of what it was made of, too')
      const ageing: Json[] = await dock.get('/storage/ageing?mode=test&overdue=true')
      assert.equal(ageing.find((row) => row.package.parcel_id === last).last_free_day, '2027-03-12')
      const { totals } = await dock.get('/storage/totals?mode=test')
      const total: Json = totals.find(({ business }: Json) => business.business_id === client.tenant.business.id)
      assert.equal(total.amount_due, '1500.00')
      const history = total.history.reduce((sum: number, { amount }: Json) => sum + Number(amount), 0)
      assert.equal(history, 3000, 'what the packages before it cost is in it')
      const { shipment_id: shipment } = await dock.done('/shipments', { transport_mode: 'air', mode: 'test', destination_country: 'NG' })
      await dock.done(`/shipments/${shipment}/attach`, { code: number })
      await dock.done(`/shipments/${shipment}/depart`)
      assert.equal(await balanceOf(client), (Number(freight) + 3000).toFixed(2))
    })

    it('splits a package of a booking, whose frozen prices apply to its parts', async () => {
      const client = await newClient(waybill)
      const { quoteId, numbers } = await book(
        client.tenant,
        importOcean({
          packages: [
            { container_size: 'LCL', quantity: 4, weight: 100, volume: 4 },
            { container_size: 'LCL', volume: 1 },
          ],
        }),
      )
      const { package: whole } = await dock.done('/receipts', { code: numbers[0], volume: 4, weight: 100 })
      const { package: other } = await dock.done('/receipts', { code: numbers[1], volume: 1, weight: 10 })
      const parts = [
        { pieces: 1, weight: 30, volume: 1.5 },
        { pieces: 3, weight: 70, volume: 2.4 },
      ]
      const split = (body: object): Promise<Answer> => dock.post(`/packages/${whole.parcel_id}/split`, body)
      assert.deepEqual(fieldsOf(await split({ parts: [parts[0], { ...parts[1], pieces: 2 }] })), ['parts[0].pieces'])
      assert.deepEqual(fieldsOf(await split({ parts: [{ weight: 1 }, { volume: 1 }] })), ['parts[0].volume', 'parts[1].weight'])
      assert.deepEqual(
        fieldsOf(
          await split({
            parts: [
              { ...parts[0], weight: 0.1 },
              { ...parts[1], weight: 0.2 },
            ],
          }),
        ),
        ['parts[0].weight'],
      )
      assert.deepEqual(fieldsOf(await split({ parts: [parts[0]] })), ['parts'])
      const answer = await split({ parts })
      assert.equal(answer.status, 201, answer.text)
      const made: Json[] = answer.json.packages
      assert.deepEqual(
        made.map((part) => [part.parcel_quote_id, part.quantity, part.volume, part.container_size]),
        parts.map(({ pieces, volume }) => [quoteId, pieces, volume, 'LCL']),
      )
      assert.equal((await getQuote(client.tenant, quoteId)).selected_rate.rate, lcl(1.5, 2.4, 1))
      assert.equal((await eventsOf(client, whole.parcel_id))[0], 'package.split')
      const { received } = await readAs(client, `/parcel_quotes/${quoteId}/explain`)
      const sum = received.lines.reduce((total: number, { difference }: Json) => total + Number(difference), 0)
      assert.equal(sum.toFixed(2), Number(received.difference).toFixed(2), 'the lines add up')
      const page = await waybill.call('GET', `/track/${whole.parcel_number}`)
      for (const part of made) assert.ok(page.text.includes(part.parcel_number))
      assert.equal((await undoOf(dock, answer.json)).status, 200)
      assert.equal((await getQuote(client.tenant, quoteId)).selected_rate.rate, lcl(4, 1))
      assert.equal(await balanceOf(client), lcl(4, 1))
      assert.equal(other.parcel_quote_id, quoteId)
    })

    it('prices a package that had no price once it can', async () => {
      const client = await newClient(waybill)
      const [a, b] = [
        await receiveFor(dock, client, { transport_mode: undefined, weight: 2 }),
        await receiveFor(dock, client, { transport_mode: undefined, weight: 3 }),
      ]
      const { packages } = await repackInto(dock, [a!, b!], { weight: 5 })
      assert.deepEqual(packages[0].missing_for_price, ['transport_mode'])
      const priced = await dock.done(`/packages/${packages[0].parcel_id}/price`, { transport_mode: 'air' })
      assert.equal(priced.price.after, air(5))
      const third = await receiveFor(dock, client, { transport_mode: undefined, weight: 1 })
      const again = await repackInto(dock, [packages[0], third], { weight: 6 })
      assert.equal(again.packages[0].transport_mode, 'air')
      assert.equal(await balanceOf(client), air(6))
    })

    it('withdraws invoiced charges by a credit note', async () => {
      const client = await newClient(waybill)
      const parcels = [await receiveFor(dock, client, { weight: 2 }), await receiveFor(dock, client, { weight: 3 })]
      const { invoice_id: id } = (await client.tenant.post('/v1/test_helpers/invoices')).json
      const made = await repackInto(dock, parcels, { weight: 5 })
      assert.equal((await readAs(client, `/invoices/${id}`)).status, 'void')
      await client.tenant.post('/v1/test_helpers/invoices')
      assert.equal((await undoOf(dock, made)).status, 200)
      assert.equal(await balanceOf(client), (Number(air(2)) + Number(air(3))).toFixed(2))
    })
  })
})
