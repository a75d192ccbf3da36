// A price change takes effect at an exact millisecond. Pending quotes get the new price at their next refresh, booked quotes never.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import { setFx } from '../../../src/flows/pricing/fx-rates.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote, createShipment, getQuote, HOUR_MS, newQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { cardFile, publishFile } from '../../support/samples/card-files.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const FLOWS = [
  { flow: 'export air', refresh: '[get-quote.1]', parcel: exportAir(), card: 'export-air', price: 41_300 },
  { flow: 'import air', refresh: '[quote.estimated_price]', parcel: importAir(), card: 'import-air-china', price: 148_750 },
  { flow: 'import ocean', refresh: '[get-quote.2] [limits.2]', parcel: importOcean(), card: 'ocean-import-china', price: 700_000 },
  { flow: 'export ocean', refresh: '[get-quote.2] [limits.2]', parcel: exportOcean(), card: 'ocean-export', price: 2_436_000 },
]

/** Sets the handling fee, the last of the three surcharges, to 100 in every row whose surcharges are 0,0,0. */
const withHandling = (csv: string) => csv.replace(/\b0,0,0\b/g, '0,0,100')

type Change = {
  change: string
  publish(waybill: Waybill, tenant: Tenant, from: number): Promise<unknown>
  priceAfter(price: number): number
}

const CHANGES: Change[] = [
  {
    change: 'a new version of every card',
    publish: async ({ deps }, _, from) => {
      for (const { card } of FLOWS) await publishFile(deps, cardFile(card, { edit: withHandling }), from)
    },
    priceAfter: (price) => price + 100 * 1400,
  },
  {
    change: 'a new exchange rate',
    publish: ({ deps }, _, from) => setFx(deps, byTest(deps), { pair: 'USD/NGN', rate: '1540', source: 'a test', from, confirm: false }),
    priceAfter: (price) => price * 1.1,
  },
  {
    change: 'a markup for the business',
    publish: ({ deps }, { business }, from) => setTerms(deps, byTest(deps), { business: business.id, markupPercent: '20', from }),
    priceAfter: (price) => price * 1.2,
  },
]

const CHANGE_AFTER_MS = HOUR_MS / 2
const STEPS = [CHANGE_AFTER_MS - 1, CHANGE_AFTER_MS, HOUR_MS, HOUR_MS + 1, 1000 * HOUR_MS]

const amountOf = (quote: Json): number => Number((quote.selected_rate ?? quote.rates[0]).rate)
const kobo = (amount: number): string => amount.toFixed(2)

forOneEngine((engine) => {
  for (const { change, publish, priceAfter } of CHANGES) {
    describe(`${change}, half an hour from now`, () => {
      let waybill: Waybill
      /** For each flow, the prices and quotes that were read at each of `STEPS`. */
      const seen = new Map<string, { fresh: string[]; pending: string[]; booked: Json[]; held: string; renewed: string }>()

      before(async () => {
        waybill = await startWaybill(engine)
        const tenant = await waybill.newTenant()
        const start = waybill.time.freeze()
        const quotes = []
        for (const { flow, parcel } of FLOWS) {
          const [pending, held, late] = [await newQuote(tenant, parcel), await newQuote(tenant, parcel), await newQuote(tenant, parcel)]
          quotes.push({ flow, parcel, pending, held, late, booked: await bookedQuote(tenant, parcel) })
          seen.set(flow, { fresh: [], pending: [], booked: [], held: '', renewed: '' })
        }
        await publish(waybill, tenant, start + CHANGE_AFTER_MS)
        for (const { flow, booked } of quotes) seen.get(flow)!.booked.push(booked)
        for (const afterMs of STEPS) {
          waybill.time.freeze(start + afterMs)
          for (const { flow, parcel, pending, held, late, booked } of quotes) {
            const found = seen.get(flow)!
            found.fresh.push(kobo(amountOf(await newQuote(tenant, parcel))))
            found.pending.push(kobo(amountOf(await getQuote(tenant, pending.parcel_quote_id))))
            found.booked.push(await getQuote(tenant, booked.parcel_quote_id))
            // `held` is booked in the last millisecond of its hour, at the old rate. `late` is booked one millisecond later, at a new rate.
            const rateId = (held.rates[0] ?? held.selected_rate).id
            if (afterMs === HOUR_MS)
              found.held = kobo(amountOf((await createShipment(tenant, held.parcel_quote_id, { rate_id: rateId })).json))
            if (afterMs === HOUR_MS + 1) {
              const offer = await getQuote(tenant, late.parcel_quote_id)
              const body = offer.rates[0] ? { rate_id: offer.rates[0].id } : {}
              found.renewed = kobo(amountOf((await createShipment(tenant, late.parcel_quote_id, body)).json))
            }
          }
        }
      })
      after(() => waybill.close())

      for (const { flow, refresh, price } of FLOWS) {
        const [old, changed] = [kobo(price), kobo(priceAfter(price))]

        it(`${flow}: prices new quotes from that millisecond on`, () => {
          assert.deepEqual(seen.get(flow)!.fresh, [old, changed, changed, changed, changed])
        })

        it(`${flow}: reaches a pending quote ${flow === 'export air' ? 'on its next GET' : 'once its estimate has passed its hour'} ${refresh}`, () => {
          const expected = flow === 'export air' ? [old, changed, changed, changed, changed] : [old, old, old, changed, changed]
          assert.deepEqual(seen.get(flow)!.pending, expected)
        })

        it(`${flow}: keeps a rate shown before bookable at its amount for its hour, and no longer`, () => {
          const { held, renewed } = seen.get(flow)!
          assert.deepEqual([held, renewed], [old, changed])
        })

        it(`${flow}: never reaches a booked quote [get-quote.3] [versioning.2026-08-17]`, () => {
          const [first, ...later] = seen.get(flow)!.booked
          assert.equal(kobo(amountOf(first)), old)
          for (const quote of later) assert.deepEqual(quote, first)
        })
      }
    })
  }
})
