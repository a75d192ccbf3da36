// Shadow re-pricing calculates stored quotes again with changed prices. The results must equal a simple calculation for each quote.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PriceBook } from '../../../src/domain/pricing/pricing.ts'
import type { RateCard } from '../../../src/domain/pricing/rate-card.ts'
import type { Quote } from '../../../src/domain/quotes/quote.ts'
import type { Totals } from '../../../src/domain/shadow/shadow-report.ts'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import { setFx } from '../../../src/flows/pricing/fx-rates.ts'
import type { ShadowRequest } from '../../../src/flows/shadow/shadow-prices.ts'
import { shadowPrices } from '../../../src/flows/shadow/shadow-prices.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as businesses from '../../../src/store/businesses/businesses.ts'
import { priceBookAt } from '../../../src/store/pricing/price-books.ts'
import { loadCard } from '../../../src/store/pricing/rate-cards.ts'
import * as quotes from '../../../src/store/quotes/quotes.ts'
import { bookPackage, play } from '../../support/calls/package-calls.ts'
import { bookedQuote, cancelQuote, getQuote, HOUR_MS, newQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { naiveExportAir, naiveImportAir, naiveOcean } from '../../support/models/naive-pricing.ts'
import { byTest } from '../../support/samples/authors.ts'
import { cardFile, newDraft, publishFile, refusal } from '../../support/samples/card-files.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const at = (country: string) => ({ name: 'Sample Party', phone: '+440', address: { street: '1 Road', city: 'City', country } })

const PARCELS = [
  ...['GB', 'GH', 'US'].flatMap((country) => [
    exportAir({ recipient: at(country), package: { weight: 3.2 } }),
    exportAir({ recipient: at(country), package: { weight: 71, length: 120, width: 80, height: 70 } }),
    importAir({ sender: at(country), packages: [{ weight: 12.345 }, { weight: 1, length: 60, width: 60, height: 60 }] }),
    importOcean({ sender: at(country), packages: [{ container_size: "40' HC", quantity: 2 }] }),
    exportOcean({
      recipient: at(country),
      packages: [
        { container_size: "20'", quantity: 3 },
        { container_size: 'LCL', volume: 1.275 },
      ],
    }),
  ]),
  importAir({ packages: [{ weight: 33.3 }] }),
  importOcean({ packages: [{ container_size: 'Ro-Ro', quantity: 1, weight: 1750, volume: 11.1 }] }),
]

/** A stored quote, with the price book in force when it was last priced. */
type Kept = { tenant: Tenant; quote: Quote; book: PriceBook }
type Naive = { cardId: string; total: string } | null

/** The price of the service that was chosen for the quote. If no service was chosen, the price of the cheapest service. */
const naivePrice = ({ quote: { cargo, lane, selectedRate } }: Kept, book: PriceBook): Naive => {
  if (cargo.mode === 'ocean') return naiveOcean(cargo, lane, book)
  if (lane.direction === 'import') return naiveImportAir(cargo, lane, book)
  const services = naiveExportAir(cargo, lane, book) ?? []
  if (selectedRate) return services.find(({ service }) => service === selectedRate.service) ?? null
  return services.toSorted((a, b) => Number(a.total) - Number(b.total))[0] ?? null
}

const kobo = (amount: string): bigint => BigInt(amount.replace('.', ''))
type Sum = { count: number; before: bigint; after: bigint; unserved: number; unservedBefore: bigint }

const naiveReport = (
  kept: readonly Kept[],
  change: (book: PriceBook, tenant: Tenant) => PriceBook,
  isTouched: (price: Naive) => boolean,
) => {
  const sums = new Map<string, Sum>()
  const moved = new Map<string, bigint>()
  for (const each of kept) {
    const [old, changed] = [naivePrice(each, each.book), naivePrice(each, change(each.book, each.tenant))]
    assert.ok(old)
    if (!isTouched(old) && !isTouched(changed)) continue
    const { quote, tenant } = each
    const { lane } = (quote.selectedRate ?? quote.rates[0]!).breakdown
    const key = `${lane} ${quote.cargo.mode} ${tenant.business.id}`
    const sum = sums.get(key) ?? { count: 0, before: 0n, after: 0n, unserved: 0, unservedBefore: 0n }
    sums.set(key, sum)
    if (changed === null) {
      sum.unserved += 1
      sum.unservedBefore += kobo(old.total)
    } else {
      sum.count += 1
      sum.before += kobo(old.total)
      sum.after += kobo(changed.total)
      moved.set(quote.id, kobo(changed.total) - kobo(old.total))
    }
  }
  return { sums, moved }
}

const sumOf = ({ count, before: old, after: changed, unserved, unservedBefore }: Totals): Sum => ({
  ...{ count, unserved, before: kobo(old), after: kobo(changed), unservedBefore: kobo(unservedBefore) },
})

forOneEngine((engine) => {
  describe('shadow re-pricing', () => {
    let waybill: Waybill
    let start: number
    const kept: Kept[] = []

    const keep = async (tenant: Tenant, id: string, pricedAt: number): Promise<void> => {
      const { db } = waybill.deps
      const business = await businesses.find(db, tenant.business.id)
      const quote = await quotes.load(db, { businessId: business!.id, mode: 'test' }, id)
      kept.push({ tenant, quote, book: await priceBookAt(db, business!, pricedAt) })
    }

    before(async () => {
      waybill = await startWaybill(engine)
      const { deps, time } = waybill
      start = time.freeze()
      const [one, other] = [await waybill.newTenant(), await waybill.newTenant()]
      await setTerms(deps, byTest(deps), { business: other.business.id, markupPercent: '12.5', from: null })
      await publishFile(deps, { ...cardFile('ocean-import'), id: 'own-ocean', kind: 'ocean_import', business: other.business.id })
      const refreshed: string[] = []
      for (const tenant of [one, other]) {
        for (const parcel of PARCELS) await keep(tenant, (await newQuote(tenant, parcel)).parcel_quote_id, time.now())
        await keep(tenant, (await bookedQuote(tenant, exportAir())).parcel_quote_id, time.now())
        const cancelled = await newQuote(tenant, importOcean())
        await cancelQuote(tenant, cancelled.parcel_quote_id)
        await keep(tenant, cancelled.parcel_quote_id, time.now())
        const parcel = await bookPackage(tenant, importAir({ packages: [{ weight: 10 }] }))
        await play(tenant, parcel.parcel_id, 'receive', { weight: 44 })
        await keep(tenant, parcel.parcel_quote_id, time.now())
        refreshed.push((await newQuote(tenant, importOcean())).parcel_quote_id)
      }
      // A new exchange rate and a new card version are in force from here on. Each quote must be compared with the prices in force when it
      // was priced.
      time.advance(2 * HOUR_MS)
      await setFx(deps, byTest(deps), { pair: 'USD/NGN', rate: '1525.75', source: 'a test', from: null, confirm: false })
      await publishFile(deps, cardFile('import-air-china', { edit: (csv) => csv.replace('8.50', '8.75') }))
      for (const [index, tenant] of [one, other].entries()) {
        await getQuote(tenant, refreshed[index]!)
        await keep(tenant, refreshed[index]!, time.now())
        for (const parcel of PARCELS) await keep(tenant, (await newQuote(tenant, parcel)).parcel_quote_id, time.now())
      }
      await newQuote(one, importAir(), { key: one.liveKey })
    })
    after(() => waybill.close())

    const shadow = async (request: Partial<ShadowRequest>) => {
      const steps: number[] = []
      const asked: ShadowRequest = { card: null, fx: null, period: { since: start, until: null }, mode: 'test', ...request }
      const { report, trial } = await shadowPrices(waybill.deps, asked, ({ done }) => steps.push(done))
      return { report, trial, steps }
    }
    const withCard = (card: RateCard) => (book: PriceBook, tenant: Tenant) =>
      card.businessId === null || card.businessId === tenant.business.id
        ? { ...book, cards: [...book.cards.filter(({ id }) => id !== card.id), card] }
        : book

    const agree = (report: Awaited<ReturnType<typeof shadow>>['report'], expected: ReturnType<typeof naiveReport>): void => {
      assert.deepEqual(
        new Map(report.lanes.map((lane) => [`${lane.lane} ${lane.transportMode} ${lane.businessId}`, sumOf(lane)])),
        new Map([...expected.sums].sort(([a], [b]) => (a < b ? -1 : 1))),
      )
      const total = [...expected.sums.values()]
      assert.equal(
        report.total.count + report.total.unserved,
        total.reduce((all, sum) => all + sum.count + sum.unserved, 0),
      )
      assert.equal(
        kobo(report.total.after),
        total.reduce((all, sum) => all + sum.after, 0n),
      )
      const differences = [...expected.moved.values()].sort((a, b) => (a < b ? 1 : -1))
      assert.deepEqual(
        report.rises.map(({ difference }) => kobo(difference!)),
        differences.filter((by) => by > 0n).slice(0, 10),
      )
      assert.deepEqual(
        report.falls.map(({ difference }) => kobo(difference!)),
        differences
          .filter((by) => by < 0n)
          .slice(-10)
          .reverse(),
      )
      for (const { quoteId, difference } of [...report.rises, ...report.falls]) assert.equal(expected.moved.get(quoteId), kobo(difference!))
    }

    const DRAFTS: [what: string, id: string, edit: (csv: string) => string][] = [
      ['a price that falls', 'import-air-china', (csv) => csv.replace('8.50', '6.05')],
      ['a minimum, fuel and handling', 'ocean-import', (csv) => csv.replace('0,0,0', '9000,7.5,45')],
      ['a country that moves to another card', 'import-air-china', (csv) => csv.replace('CN', 'HK GH')],
      ['a size that is no longer offered', 'ocean-export', (csv) => csv.replace(/price.*LCL.*\n/, '')],
      [
        'a service dropped, a break moved and a dearer zone',
        'export-air',
        (csv) =>
          csv
            .split('\n')
            .filter((line) => !line.includes('Economy'))
            .join('\n')
            .replaceAll(/,70,no limit,/g, ',90,no limit,')
            .replaceAll(/,20,70,/g, ',20,90,')
            .replace('19.00', '23.45'),
      ],
      ['one business’s own card', 'own-ocean', (csv) => csv.replace(/5280/, '5000')],
    ]
    for (const [what, id, edit] of DRAFTS) {
      it(`agrees with a simple one for ${what}`, async () => {
        const file = id === 'own-ocean' ? { ...cardFile('ocean-import', { edit }), id } : cardFile(id, { edit })
        const { version } = await newDraft(waybill.deps, { ...file, replace: true })
        const card = await loadCard(waybill.deps.db, id, version)
        const { report } = await shadow({ card: { id, version: null } })
        const expected = naiveReport(kept, withCard(card), (price) => price?.cardId === id)
        assert.ok(expected.sums.size > 0)
        agree(report, expected)
        if (id === 'ocean-export') assert.ok(report.total.unserved > 0)
      })
    }

    it('agrees with a simple one for an exchange rate, and for a card and a rate together', async () => {
      const atRate = (book: PriceBook) => ({ ...book, fx: book.fx.map((fx) => ({ ...fx, rate: '1399.99' })) })
      const { report, steps } = await shadow({ fx: 'USD/NGN=1399.99' })
      assert.deepEqual([report.seen, steps.at(-1)], [kept.length, kept.length])
      agree(
        report,
        naiveReport(kept, atRate, (price) => price !== null),
      )
      const { version } = await newDraft(waybill.deps, {
        ...cardFile('import-air', { edit: (csv) => csv.replace('9.35', '11.11') }),
        replace: true,
      })
      const card = await loadCard(waybill.deps.db, 'import-air', version)
      const both = await shadow({ card: { id: 'import-air', version }, fx: 'USD/NGN=1399.99' })
      agree(
        both.report,
        naiveReport(
          kept,
          (book, tenant) => atRate(withCard(card)(book, tenant)),
          (price) => price !== null,
        ),
      )
    })

    it('with the version that is already in force changes nothing', async () => {
      const { report } = await shadow({ card: { id: 'export-air', version: 1 } })
      assert.ok(report.total.count > 0)
      assert.deepEqual([report.total.difference, report.rises, report.falls, report.total.unserved], ['0.00', [], [], 0])
    })

    it('counts the quotes of its period and its mode, and no others', async () => {
      const count = async (request: Partial<ShadowRequest>) => (await shadow({ fx: 'USD/NGN=1500', ...request })).report.seen
      const half = kept.filter(({ quote }) => quote.createdAt === start).length
      assert.equal(await count({ period: { since: start, until: start + 1 } }), half)
      assert.equal(await count({ period: { since: start + 1, until: null } }), kept.length - half)
      assert.equal(await count({ period: { since: start - 1, until: start } }), 0)
      assert.equal(await count({ mode: 'live' }), 1)
    })

    it('reads each quote once, over many pages and within one millisecond', async () => {
      const { deps } = waybill
      const { tenant, quote } = kept[0]!
      const createdAt = start + 100 * HOUR_MS
      const copies = process.env.SOAK ? 1_300 : 600
      await deps.db.transaction(SYSTEM, async (tx) => {
        for (let copy = 0; copy < copies; copy += 1) {
          const identity = { id: deps.newId('pq'), reference: `PAGE${copy}`, createdAt: createdAt + (copy % 2) }
          await quotes.insert(
            tx,
            { businessId: tenant.business.id, mode: 'test', actor: 'test', requestId: 'test', at: createdAt },
            { ...quote, ...identity },
          )
        }
      })
      const { report } = await shadow({ fx: 'USD/NGN=2800', period: { since: createdAt, until: null } })
      assert.deepEqual([report.seen, report.total.count], [copies, copies])
      assert.equal(kobo(report.total.before), BigInt(copies) * kobo(quote.rates[0]!.amount))
      assert.deepEqual([report.total.after, report.total.percent], [(Number(report.total.before) * 2).toFixed(2), '100'])
    })

    const REFUSED: [what: string, request: Partial<ShadowRequest>, message: RegExp][] = [
      ['nothing', {}, /Name a card, an exchange rate, or both/],
      ['an unknown card', { card: { id: 'nope', version: null } }, /No rate card has the id nope/],
      ['a card without a draft', { card: { id: 'ocean-import-china', version: null } }, /has no draft; its last version is 1/],
      ['an invalid rate', { fx: 'USD/NGN=0' }, /^fx 0 is not between/],
      ['an invalid pair', { fx: 'USD=1500' }, /^fx must be two currencies/],
      ['a period that ends before it begins', { fx: 'USD/NGN=1500', period: { since: 2, until: 1 } }, /must begin before it ends/],
    ]
    for (const [what, request, message] of REFUSED) it(`refuses ${what}`, async () => assert.match(await refusal(shadow(request)), message))
  })
})
