// GET of a pending export-air quote: new rates every time, and nothing else changes.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { redated } from '../../../src/domain/values/ids.ts'
import { forgetRates } from '../../../src/flows/quotes/read-quote.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as quotes from '../../../src/store/quotes/quotes.ts'
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
} from '../../support/calls/quote-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000

const without = ({ rates: _, ...rest }: Json): object => rest
const amounts = (quote: Json): string[] => quote.rates.map((rate: Json) => rate.rate)

describe('reading a pending export-air quote', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    const shownRates = async (id: string): Promise<number> =>
      (await waybill.deps.db.query('select 1 from replaced_rates where quote_id = $1', [id])).length

    it('gives new rates on every GET, even a millisecond later, and stays pending [get-quote] [get-quote.1]', async () => {
      const tenant = await waybill.newTenant()
      // Ids contain the real time of their creation. The clock is set an hour ahead, so that no id contains a time used below.
      const start = waybill.time.freeze(waybill.time.now() + HOUR_MS)
      const reads = [await newQuote(tenant, exportAir())]
      for (let count = 1; count <= 3; count += 1) {
        waybill.time.advance(1)
        const read = await getQuote(tenant, reads[0].parcel_quote_id)
        assert.deepEqual(without(read), without(reads[0]))
        assert.ok(read.rates.every((rate: Json) => rate.created_at === iso(start + count)))
        assert.deepEqual(amounts(read), amounts(reads[0]))
        reads.push(read)
      }
      const ids = new Set(reads.flatMap((read) => read.rates.map((rate: Json) => rate.id)))
      assert.equal(ids.size, 4 * 3)
    })

    it('stores nothing when the same prices are read again within a minute, and counts the hour from the first reading', async () => {
      const tenant = await waybill.newTenant()
      const start = waybill.time.freeze()
      const { parcel_quote_id: id } = await newQuote(tenant, exportAir())
      const scope = { businessId: tenant.business.id, mode: 'test' as const }
      const stored = () => quotes.load(waybill.deps.db, scope, id)
      const saved = await stored()
      waybill.time.advance(MINUTE_MS - 1)
      const { rates } = await getQuote(tenant, id)
      assert.deepEqual(await stored(), saved)
      assert.equal(await shownRates(id), 0)
      waybill.time.advance(1)
      const { rates: renewed } = await getQuote(tenant, id)
      assert.equal((await stored()).version, saved.version + 1)
      assert.equal(await shownRates(id), rates.length)
      assert.equal((await stored()).rates[0]!.id, renewed[0].id)
      waybill.time.advance(HOUR_MS - 1)
      const [first, second] = rates
      assert.equal((await createShipment(tenant, id, { rate_id: saved.rates[0]!.id })).json.code, 'QUOTE_RATE_OUTDATED')
      const booked = await createShipment(tenant, id, { rate_id: first.id })
      assert.equal(booked.status, 200, booked.text)
      assert.equal(booked.json.selected_rate.id, first.id)
      assert.equal(booked.json.selected_rate.rate, first.rate)
      assert.equal(first.created_at, iso(start + MINUTE_MS - 1))
      assert.notEqual(second.id, first.id)
    })

    it('a rate that was shown again is outdated a millisecond after its hour', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const { parcel_quote_id: id } = await newQuote(tenant, exportAir())
      waybill.time.advance(MINUTE_MS - 1)
      const { rates } = await getQuote(tenant, id)
      waybill.time.advance(HOUR_MS + 1)
      assertRejected(await createShipment(tenant, id, { rate_id: rates[0].id }), 'QUOTE_RATE_OUTDATED')
    })

    it('refuses a rate id that claims a later time than it can have been shown at', async () => {
      const tenant = await waybill.newTenant()
      const start = waybill.time.freeze()
      const { parcel_quote_id: id, rates } = await newQuote(tenant, exportAir())
      const claimed = redated(rates[0].id, start + MINUTE_MS)
      assertRejected(await createShipment(tenant, id, { rate_id: claimed }), 'RATE_NOT_FOUND')
    })

    it('prices from the card in force at that moment, cheapest first [get-quote.1]', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, exportAir())
      await publishCard(waybill, tenant, 'export-air', (tariff) => ({
        ...tariff,
        services: tariff.services.map((service: Json) =>
          service.service === 'Economy' ? { ...service, surcharges: { ...service.surcharges, handlingFee: '20' } } : service,
        ),
      }))
      const read = await getQuote(tenant, quote.parcel_quote_id)
      assert.deepEqual(amounts(quote), ['41300.00', '53550.00', '66500.00'])
      assert.deepEqual(amounts(read), ['53550.00', '66500.00', '69300.00'])
    })

    it('has no rates once the lane is no longer served, and stays pending', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_quote_id: id } = await newQuote(tenant, exportAir())
      await publishCard(waybill, tenant, 'export-air', (tariff) => ({ ...tariff, services: [] }))
      const { status, rates, selected_rate } = await getQuote(tenant, id)
      assert.deepEqual([status, rates, selected_rate], ['pending', [], null])
    })

    it('a rate older than an hour is outdated for a day, and then unknown', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const { parcel_quote_id: id } = await newQuote(tenant, exportAir())
      const { rates } = await getQuote(tenant, id)
      waybill.time.advance(MINUTE_MS)
      await getQuote(tenant, id)
      const book = () => createShipment(tenant, id, { rate_id: rates[0].id })
      waybill.time.advance(24 * HOUR_MS - MINUTE_MS - 1)
      await forgetRates(waybill.deps)
      assertRejected(await book(), 'QUOTE_RATE_OUTDATED')
      waybill.time.advance(1)
      await forgetRates(waybill.deps)
      assert.equal(await shownRates(id), 0)
      assertRejected(await book(), 'RATE_NOT_FOUND')
    })

    it('deletes more old rates than fit in one transaction', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const { parcel_quote_id: id } = await newQuote(tenant, exportAir())
      const scope = { businessId: tenant.business.id, mode: 'test' as const }
      const quote = await quotes.load(waybill.deps.db, scope, id)
      const old = Array.from({ length: 5_001 }, () => ({ ...quote.rates[0]!, id: waybill.deps.newId('rate') }))
      await waybill.deps.db.transaction(SYSTEM, async (tx) => {
        for (let first = 0; first < old.length; first += 100) await quotes.keepReplaced(tx, scope, id, old.slice(first, first + 100))
      })
      waybill.time.advance(24 * HOUR_MS)
      const { rates } = await getQuote(tenant, id)
      await forgetRates(waybill.deps)
      // `forgetRates` has deleted the 5,001 old rates, and also the quote's first rates, which `getQuote` replaced.
      assert.equal(await shownRates(id), 0)
      assert.equal((await createShipment(tenant, id, { rate_id: rates[0].id })).status, 200)
    })

    it('has no selected rate and no estimated price until one is chosen [quote.estimated_price] [quote.selected_rate]', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, exportAir())
      const read = await getQuote(tenant, quote.parcel_quote_id)
      assert.equal(read.selected_rate, null)
      assert.equal(read.estimated_price, null)
    })

    it('keeps the last rates of a cancelled quote', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, exportAir())
      const { json: cancelled } = await cancelQuote(tenant, quote.parcel_quote_id)
      assert.deepEqual(cancelled.rates, quote.rates)
      waybill.time.advance(2 * HOUR_MS)
      assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), cancelled)
    })

    it('404 for a token that is no quote of this business and mode [get-quote]', async () => {
      const [tenant, stranger] = [await waybill.newTenant(), await waybill.newTenant()]
      const ids = [
        (await newQuote(stranger, exportAir())).parcel_quote_id,
        (await newQuote(tenant, exportAir(), { key: tenant.liveKey })).parcel_quote_id,
        'pq_00000000000000000000000000',
        'nonsense',
      ]
      for (const id of ids) {
        const answer = await tenant.get(`/v1/parcel_quotes/${id}`)
        assert.equal(answer.status, 404)
        assert.equal(answer.json.code, 'NOT_FOUND')
      }
    })
  }, postgres)
})
