// GET of a pending ocean or import-air quote: the same estimate for an hour, then a new one.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Quote } from '../../../src/domain/quotes/quote.ts'
import type { Caller } from '../../../src/flows/deps.ts'
import { readQuote } from '../../../src/flows/quotes/read-quote.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import {
  assertRejected,
  cancelQuote,
  createShipment,
  getQuote,
  HOUR_MS,
  iso,
  newQuote,
  publishCard,
  recordFx,
} from '../../support/calls/quote-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const estimateOf = (quote: Json): Json => quote.rates[0] ?? quote.selected_rate

const containers = (size: string, price: string) => (tariff: Json) => ({ ...tariff, prices: { ...tariff.prices, [size]: price } })

const FLOWS = [
  {
    flow: 'import ocean',
    clauses: '[get-quote.2] [limits.2]',
    parcel: importOcean(),
    card: 'ocean-import-china',
    change: containers('LCL', '250'),
    before: '700000.00',
    after: '875000.00',
  },
  {
    flow: 'export ocean',
    clauses: '[get-quote.2] [limits.2]',
    parcel: exportOcean(),
    card: 'ocean-export',
    change: containers("20'", '1500.55'),
    before: '2436000.00',
    after: '2100770.00',
  },
  {
    flow: 'import air',
    clauses: '[quote.estimated_price]',
    parcel: importAir(),
    card: 'import-air-china',
    change: (tariff: Json) => ({ ...tariff, pricePerKg: '10' }),
    before: '148750.00',
    after: '175000.00',
  },
]

describe('reading a pending estimate', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('is renewed once when two requests read it at the same time: both get the same estimate', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const { parcel_quote_id: id } = await newQuote(tenant, importAir())
      waybill.time.advance(HOUR_MS + 1)
      const { deps } = waybill
      const { business } = tenant
      const caller: Caller = { businessId: business.id, mode: 'test', business, clockOffsetMs: 0, ...byTest(deps) }
      let first: Quote | undefined
      const overtaken: Db = {
        ...deps.db,
        transaction: async (by, work) => {
          first = await readQuote(deps, caller, id)
          return deps.db.transaction(by, work)
        },
      }
      const second = await readQuote({ ...deps, db: overtaken }, caller, id)
      assert.ok(first)
      assert.deepEqual(second, first)
    })

    for (const { flow, clauses, parcel, card, change, before: amountBefore, after: amountAfter } of FLOWS) {
      it(`${flow}: is the cached one up to exactly 3,600,000 ms, even if the card has changed ${clauses}`, async () => {
        const tenant = await waybill.newTenant()
        waybill.time.freeze()
        const quote = await newQuote(tenant, parcel)
        assert.equal(estimateOf(quote).rate, amountBefore)
        await publishCard(waybill, tenant, card, change)
        for (const stepMs of [0, 1, HOUR_MS - 2, 1]) {
          waybill.time.advance(stepMs)
          assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), quote)
        }
      })

      it(`${flow}: has a new id, amount, time and date one millisecond later ${clauses}`, async () => {
        const tenant = await waybill.newTenant()
        const start = waybill.time.freeze()
        const quote = await newQuote(tenant, parcel)
        await publishCard(waybill, tenant, card, change)
        const elapsedMs = HOUR_MS + 1
        waybill.time.advance(elapsedMs)
        const read = await getQuote(tenant, quote.parcel_quote_id)
        assert.equal(read.status, 'pending')
        assert.equal(read.rates.length, quote.rates.length)
        assert.notEqual(estimateOf(read).id, estimateOf(quote).id)
        assert.equal(estimateOf(read).rate, amountAfter)
        assert.equal(estimateOf(read).breakdown.total, amountAfter)
        assert.equal(estimateOf(read).created_at, iso(start + elapsedMs))
        assert.equal(read.estimated_price, Number(amountAfter))
        assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), read)
        const [event, ...others] = (await tenant.get('/v1/events?type=quote.price_changed')).json
        assert.deepEqual([event.data, others], [read, []])
      })

      it(`${flow}: has a new id after the hour even if the amount is the same ${clauses}`, async () => {
        const tenant = await waybill.newTenant()
        waybill.time.freeze()
        const quote = await newQuote(tenant, parcel)
        waybill.time.advance(HOUR_MS + 1)
        const read = await getQuote(tenant, quote.parcel_quote_id)
        assert.notEqual(estimateOf(read).id, estimateOf(quote).id)
        assert.equal(estimateOf(read).rate, amountBefore)
        assert.deepEqual((await tenant.get('/v1/events?type=quote.price_changed')).json, [])
      })

      it(`${flow}: dates the delivery from the day of the new estimate`, async () => {
        const tenant = await waybill.newTenant()
        waybill.time.freeze()
        const quote = await newQuote(tenant, parcel)
        waybill.time.advance(48 * HOUR_MS)
        const { estimated_delivery_date: date } = estimateOf(await getQuote(tenant, quote.parcel_quote_id))
        assert.equal(Date.parse(date) - Date.parse(estimateOf(quote).estimated_delivery_date), 48 * HOUR_MS)
      })

      it(`${flow}: the renewed estimate can be booked for another hour; the previous one is outdated [limits.1] [errors.5]`, async () => {
        const tenant = await waybill.newTenant()
        waybill.time.freeze()
        const quote = await newQuote(tenant, parcel)
        waybill.time.advance(HOUR_MS + 1)
        const read = await getQuote(tenant, quote.parcel_quote_id)
        waybill.time.advance(HOUR_MS)
        assertRejected(await createShipment(tenant, quote.parcel_quote_id, { rate_id: estimateOf(quote).id }), 'QUOTE_RATE_OUTDATED')
        const { status, json: booked } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: estimateOf(read).id })
        assert.equal(status, 200)
        assert.deepEqual(booked.selected_rate, estimateOf(read))
      })

      it(`${flow}: is never renewed by a list, nor once the quote is cancelled [list-quotes]`, async () => {
        const tenant = await waybill.newTenant()
        waybill.time.freeze()
        const quote = await newQuote(tenant, parcel)
        waybill.time.advance(2 * HOUR_MS)
        assert.deepEqual((await tenant.get('/v1/parcel_quotes')).json, [quote])
        const { json: cancelled } = await cancelQuote(tenant, quote.parcel_quote_id)
        assert.deepEqual(estimateOf(cancelled), estimateOf(quote))
        assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), cancelled)
      })
    }

    it('follows the exchange rate after the hour, and not before [get-quote.2] [limits.2] [versioning.2026-08-17]', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const ocean = await newQuote(tenant, importOcean())
      const air = await newQuote(tenant, importAir())
      await recordFx(waybill, '1500')
      waybill.time.advance(HOUR_MS)
      assert.equal((await getQuote(tenant, ocean.parcel_quote_id)).estimated_price, 700_000)
      assert.equal((await getQuote(tenant, air.parcel_quote_id)).estimated_price, 148_750)
      waybill.time.advance(1)
      assert.equal((await getQuote(tenant, ocean.parcel_quote_id)).estimated_price, 750_000)
      assert.equal((await getQuote(tenant, air.parcel_quote_id)).estimated_price, 159_375)
    })
  }, postgres)
})
