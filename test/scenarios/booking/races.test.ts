// Concurrent requests: every rule holds as if the requests had run one after another.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { undatedPart } from '../../../src/domain/values/ids.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, cancelQuote, createShipment, getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const CALLERS = process.env.SOAK ? 50 : 20
const ROUNDS = process.env.SOAK ? 200 : 4

const FLOWS = [
  { flow: 'export air', parcel: exportAir() },
  { flow: 'import air', parcel: importAir({ packages: [{ weight: 3 }, { weight: 4 }] }) },
  { flow: 'import ocean', parcel: importOcean() },
  { flow: 'export ocean', parcel: exportOcean() },
]

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Counts the answers of each kind: `{ '200': 1, '422 QUOTE_ALREADY_BOOKED': 49 }`. */
const tally = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, json } of answers) {
    const name = json?.code ? `${status} ${json.code}` : String(status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const rateOf = (quote: Json): object => (quote.rates.length > 0 ? { rate_id: quote.rates[0].id } : {})

describe('at the same moment', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    const count = async (tenant: Tenant, sql: string, ...params: string[]): Promise<number> => {
      const [row] = await waybill.deps.db.query<{ count: number }>(`select count(*) as count from ${sql} and business_id = $1`, [
        tenant.business.id,
        ...params,
      ])
      return row!.count
    }
    const countEvents = (tenant: Tenant, type: string): Promise<number> => count(tenant, 'events where type = $2', type)

    for (const { flow, parcel } of FLOWS) {
      it(`${CALLERS} create_shipment calls book one ${flow} quote once`, async () => {
        const tenant = await waybill.newTenant()
        const quote = await newQuote(tenant, parcel)
        const answers = await times(CALLERS, () => createShipment(tenant, quote.parcel_quote_id, rateOf(quote)))
        assert.deepEqual(tally(answers), { 200: 1, '422 QUOTE_ALREADY_BOOKED': CALLERS - 1 })

        const winner = answers.find((answer) => answer.status === 200)!.json
        assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), winner)
        const elements = 'packages' in parcel ? parcel.packages.length : 1
        assert.equal(winner.parcel_details.parcels.length, elements)
        assert.equal(await count(tenant, 'packages where quote_id = $2', quote.parcel_quote_id), elements)
        assert.equal(await count(tenant, "shipments where kind = 'carrier'"), flow === 'export air' ? 1 : 0)
        assert.equal(await countEvents(tenant, 'quote.booked'), 1)
        assert.equal(await countEvents(tenant, 'package.created'), elements)
      })
    }

    it('booking against cancelling has one winner, and the loser is told', async () => {
      const tenant = await waybill.newTenant()
      const wins = { booked: 0, cancelled: 0 }
      for (let round = 0; round < ROUNDS; round += 1) {
        const { parcel } = FLOWS[round % FLOWS.length]!
        const quote = await newQuote(tenant, parcel)
        const id = quote.parcel_quote_id
        const calls = [() => createShipment(tenant, id, rateOf(quote)), () => cancelQuote(tenant, id)]
        if (round % 2 === 1) calls.reverse()
        const answers = await Promise.all(calls.map((call) => call()))
        const { status }: { status: keyof typeof wins } = await getQuote(tenant, id)
        assert.ok(status in wins, status)
        const loser = status === 'booked' ? 'QUOTE_ALREADY_BOOKED' : 'QUOTE_CANCELLED'
        assert.deepEqual(tally(answers), { 200: 1, [`422 ${loser}`]: 1 })
        assert.equal(answers.find((answer) => answer.status === 200)!.json.status, status)
        wins[status] += 1
      }
      assert.equal(await countEvents(tenant, 'quote.booked'), wins.booked)
      assert.equal(await countEvents(tenant, 'quote.cancelled'), wins.cancelled)
      assert.equal(await count(tenant, "quotes where status = 'cancelled' and id in (select quote_id from packages)"), 0)
    })

    it('reads that refresh the rates do not disturb a booking, nor invalidate a rate that was shown', async () => {
      const tenant = await waybill.newTenant()
      for (let round = 0; round < Math.ceil(ROUNDS / 3); round += 1) {
        const quote = await newQuote(tenant, exportAir())
        const id = quote.parcel_quote_id
        const reads = times(20, () => tenant.get(`/v1/parcel_quotes/${id}`))
        const booking = createShipment(tenant, id, { rate_id: quote.rates[1].id })
        const [answers, booked] = [await reads, await booking]
        assert.deepEqual(tally(answers), { 200: 20 })
        assert.equal(booked.status, 200, booked.text)
        assert.deepEqual(booked.json.selected_rate, quote.rates[1])
        assert.deepEqual(await getQuote(tenant, id), booked.json)
      }
    })

    it('every rate that parallel reads have shown can be booked', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, exportAir())
      const reads = await times(20, () => getQuote(tenant, quote.parcel_quote_id))
      const shown: string[] = [quote, ...reads].flatMap((read) => read.rates.map((rate: Json) => undatedPart(rate.id)))
      const replaced = await waybill.deps.db.query<{ id: string }>('select id from replaced_rates where quote_id = $1', [
        quote.parcel_quote_id,
      ])
      const current = (await tenant.get('/v1/parcel_quotes')).json[0].rates
      const known = new Set([...replaced, ...current].map((rate) => undatedPart(rate.id)))
      assert.deepEqual(
        shown.filter((id) => !known.has(id)),
        [],
      )
      const { status } = await createShipment(tenant, quote.parcel_quote_id, { rate_id: reads[0].rates[0].id })
      assert.equal(status, 200)
    })

    it('holds and releases each add their notice, one of them active, and the package follows the last', async () => {
      const tenant = await waybill.newTenant()
      const quote = await bookedQuote(tenant, importAir())
      const id = quote.parcel_details.parcels[0].parcel_id
      const answers = await times(CALLERS, (index) => tenant.post(`/v1/packages/${id}/notices`, { action: index % 2 ? 'hold' : 'release' }))
      assert.deepEqual(tally(answers), { 201: CALLERS })
      const [parcel] = (await tenant.get('/v1/packages')).json
      assert.equal(parcel.notices.length, CALLERS)
      const active = parcel.notices.filter((notice: Json) => notice.active)
      assert.equal(active.length, 1)
      assert.equal(active[0].level, parcel.hold_instruction === 'hold' ? 'warning' : 'info')
      assert.equal((await countEvents(tenant, 'package.held')) + (await countEvents(tenant, 'package.released')), CALLERS)
    })

    it('receiving the two packages of one quote makes its price final once, from both measurements [quote.estimated_price]', async () => {
      const tenant = await waybill.newTenant()
      for (let round = 1; round <= ROUNDS; round += 1) {
        const quote = await bookedQuote(tenant, importAir({ packages: [{ weight: 10 }, { weight: 20 }] }))
        assert.equal(quote.estimated_price, 30 * 8.5 * 1400)
        const { parcels } = quote.parcel_details
        const answers = await times(2, (index) =>
          tenant.post(`/v1/test_helpers/packages/${parcels[index].parcel_id}/receive`, { weight: index === 0 ? 11 : 22 }),
        )
        assert.deepEqual(tally(answers), { 200: 2 })
        const final = await getQuote(tenant, quote.parcel_quote_id)
        assert.equal(final.estimated_price, 33 * 8.5 * 1400)
        assert.equal(final.selected_rate.breakdown.previous.total, '357000.00')
        assert.equal(await countEvents(tenant, 'quote.price_finalised'), round)
      }
    })

    it('receiving one package and cancelling the other makes the price final once, from the remaining one', async () => {
      const tenant = await waybill.newTenant()
      for (let round = 1; round <= ROUNDS; round += 1) {
        const quote = await bookedQuote(tenant, importAir({ packages: [{ weight: 10 }, { weight: 20 }] }))
        const [first, second] = quote.parcel_details.parcels
        const answers = await Promise.all([
          tenant.post(`/v1/test_helpers/packages/${first.parcel_id}/receive`, { weight: 11 }),
          tenant.post(`/v1/packages/${second.parcel_id}/cancel`),
        ])
        assert.deepEqual(tally(answers), { 200: 2 })
        assert.equal((await getQuote(tenant, quote.parcel_quote_id)).estimated_price, 11 * 8.5 * 1400)
        assert.equal(await countEvents(tenant, 'quote.price_finalised'), round)
      }
    })
  })
})
