// Random quotes of every flow over HTTP, with their own cards, exchange rates and markups: every explanation adds up.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { SAMPLE_CARDS } from '../../../src/domain/demo/sample-cards.ts'
import type { AirPiece, Cargo, OceanElement } from '../../../src/domain/pricing/cargo.ts'
import type { Lane, PriceBook } from '../../../src/domain/pricing/pricing.ts'
import type { RateCard } from '../../../src/domain/pricing/rate-card.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as priceBooks from '../../../src/store/pricing/price-books.ts'
import { agreeMarkup, explain, letterOn } from '../../support/calls/explain-calls.ts'
import { play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { createShipment, newQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { naiveExportAir, naiveImportAir, naiveOcean } from '../../support/models/naive-pricing.ts'
import { numberUpTo, writeCargo } from '../../support/samples/arbitraries.ts'
import { byTest } from '../../support/samples/authors.ts'
import { randomRequest } from '../../support/samples/random-quotes.ts'
import { exportSender, foreignRecipient } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const QUOTES = 24
const SEED = 20_261_115
const VOLUME_MAX_CM3 = 100_000 * 1_000_000

type Part = AirPiece | OceanElement
const partsOf = (cargo: Cargo): readonly Part[] => (cargo.mode === 'air' ? cargo.pieces : cargo.elements)

/** Whether the volume of each part is within the limit. A volume can exceed the limit although each dimension is valid. */
const isSmallEnough = (cargo: Cargo): boolean =>
  partsOf(cargo).every((part) => {
    if (!part.dimensions) return true
    const { lengthCm, widthCm, heightCm } = part.dimensions
    return lengthCm * widthCm * heightCm * ('quantity' in part ? part.quantity : 1) <= VOLUME_MAX_CM3
  })

const naiveTotals = (cargo: Cargo, lane: Lane, book: PriceBook): string[] => {
  if (cargo.mode === 'air' && lane.direction === 'export') return (naiveExportAir(cargo, lane, book) ?? []).map(({ total }) => total)
  const price = cargo.mode === 'ocean' ? naiveOcean(cargo, lane, book) : naiveImportAir(cargo, lane, book)
  return price ? [price.total] : []
}

/** A copy of the cargo in which every piece or element has the measured weight instead of the declared weight. */
const weighed = (cargo: Cargo, weightKg: number): Cargo =>
  cargo.mode === 'air'
    ? { ...cargo, pieces: cargo.pieces.map((piece) => ({ ...piece, weightKg })) }
    : { ...cargo, elements: cargo.elements.map((element) => ({ ...element, weightKg })) }

const cases = fc.sample(
  fc.record({ request: randomRequest.filter(({ cargo }) => isSmallEnough(cargo)), weightKg: numberUpTo(1_000_000) }),
  { numRuns: QUOTES, seed: SEED },
)

describe('explaining random quotes', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze()
    })
    after(() => waybill.close())

    /**
     * Creates a business with the cards and the markup of the price book. The exchange rates of the book apply to all businesses until
     * newer rates are recorded.
     */
    const tenantWith = async ({ cards, fx, markupPercent }: PriceBook): Promise<{ tenant: Tenant; book: PriceBook }> => {
      const { db, newId } = waybill.deps
      const tenant = await waybill.newTenant()
      waybill.time.advance(1)
      const now = waybill.time.now()
      const own: RateCard[] = cards.map((card) => ({
        ...card,
        id: `${card.id}-${tenant.business.prefix.toLowerCase()}`,
        businessId: tenant.business.id,
        effectiveFrom: now,
      }))
      await db.transaction(SYSTEM, async (tx) => {
        for (const card of own) await priceBooks.publishCard(tx, byTest(waybill.deps), card, now)
        for (const rate of fx) await priceBooks.recordFx(tx, byTest(waybill.deps), { ...rate, id: newId('fx'), effectiveFrom: now }, now)
      })
      await agreeMarkup(waybill, tenant, markupPercent)
      return { tenant, book: { cards: [...own, ...SAMPLE_CARDS], fx, markupPercent } }
    }

    const assertExplained = async (tenant: Tenant, quote: Json, expected: readonly string[]): Promise<void> => {
      const { prices } = await explain(tenant, quote.parcel_quote_id)
      const shown: Json[] = quote.selected_rate ? [quote.selected_rate] : quote.rates
      const totals: string[] = prices.map(({ total }: Json) => total)
      assert.deepEqual(
        totals,
        shown.map(({ rate }) => rate),
      )
      assert.deepEqual(totals.toSorted(), expected.toSorted())
      const letter = await letterOn(tenant, quote.parcel_quote_id)
      assert.deepEqual(
        [...letter.matchAll(/^ {2}Total +NGN ([\d,.]+)$/gm)].map(([, amount]) => amount!.replaceAll(',', '')),
        totals,
      )
    }

    for (const [index, { request, weightKg }] of cases.entries()) {
      const { lane, cargo } = request
      it(`${index + 1}: ${lane.direction} by ${cargo.mode}, pending, booked and measured`, async () => {
        const { tenant, book } = await tenantWith(request.book)
        const parcel = {
          direction: lane.direction,
          transport_mode: cargo.mode,
          sender: { ...exportSender, address: { ...exportSender.address, country: lane.origin } },
          // Imports are delivered in Nigeria, even if the lane has another destination.
          recipient: {
            ...foreignRecipient,
            address: { ...foreignRecipient.address, country: lane.direction === 'import' ? 'NG' : lane.destination },
          },
          ...writeCargo(cargo),
        }
        const quote = await newQuote(tenant, parcel)
        const expected = naiveTotals(cargo, lane, book)
        await assertExplained(tenant, quote, expected)

        const [offer] = quote.rates
        const booked = await createShipment(tenant, quote.parcel_quote_id, offer ? { rate_id: offer.id } : {})
        assert.equal(booked.status, 200, booked.text)
        await assertExplained(tenant, booked.json, [booked.json.selected_rate.rate])
        assert.ok(expected.includes(booked.json.selected_rate.rate))

        for (const { parcel_id } of booked.json.parcel_details.parcels) await play(tenant, parcel_id, 'receive', { weight: weightKg })
        const { received, prices } = await explain(tenant, quote.parcel_quote_id)
        const isExportAir = cargo.mode === 'air' && lane.direction === 'export'
        const final = isExportAir ? booked.json.selected_rate.rate : naiveTotals(weighed(cargo, weightKg), lane, book)[0]
        assert.deepEqual([prices[0].total, received.price_finalised_at === null], [final, isExportAir])
      })
    }
  })
})
