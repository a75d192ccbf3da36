// For random cards and exchange rates, the price book and a naive search agree on which of them are in force at every moment.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { SAMPLE_CARDS } from '../../../src/domain/demo/sample-cards.ts'
import { createBusiness } from '../../../src/flows/businesses/create-business.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { priceBookAt, publishCard, recordFx } from '../../../src/store/pricing/price-books.ts'
import { pricesInForce } from '../../../src/store/pricing/prices-in-force.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const LAST = 6
const moment = fc.integer({ min: 0, max: LAST })
type Card = { id: string; owner: 'operator' | 'own' | 'other'; from: number; known: number }
type Fx = { base: string; from: number; known: number }

const cards: fc.Arbitrary<Card[]> = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b'), owner: fc.constantFrom('operator', 'own', 'other'), from: moment, known: moment }),
  { maxLength: 8 },
)
const rates: fc.Arbitrary<Fx[]> = fc.array(fc.record({ base: fc.constantFrom('A', 'B'), from: moment, known: moment }), { maxLength: 8 })

/**
 * The `place` of the entry in force at `at`, as known at `knownAt`: the one with the latest `from`, then latest `known`, then highest
 * `place`.
 */
const naive = (entries: { from: number; known: number; place: number }[], at: number, knownAt: number): number | undefined =>
  entries
    .filter(({ from, known }) => from <= at && known <= knownAt)
    .sort((a, b) => a.from - b.from || a.known - b.known || a.place - b.place)
    .at(-1)?.place

describe('the price book', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('has the version of each card and the rate of each currency pair in force at any moment, as known at any other', async () => {
      const { db } = waybill.deps
      const [own, other] = [
        await createBusiness(waybill.deps, byTest(waybill.deps), { name: 'Own', prefix: 'OWN' }),
        await createBusiness(waybill.deps, byTest(waybill.deps), { name: 'Other', prefix: 'OTH' }),
      ]
      const owners = { operator: null, own: own.id, other: other.id }
      let run = 0
      const check = async (someCards: Card[], someRates: Fx[]): Promise<void> => {
        run += 1
        // A card has one draft at a time, so its versions are published in the order of their numbers.
        const inOrder = someCards.toSorted((a, b) => a.known - b.known)
        const versions = inOrder.map((each, index) => ({ ...each, id: `${each.id}-${run}`, place: index + 1 }))
        const dated = someRates.map((each, index) => ({ ...each, base: `${each.base}${run}`, place: index }))
        await db.transaction(SYSTEM, async (tx) => {
          for (const { id, place, owner, from, known } of versions) {
            const card = { ...SAMPLE_CARDS[1]!, id, version: place, businessId: owners[owner], effectiveFrom: from }
            await publishCard(tx, byTest(waybill.deps), card, known)
          }
          for (const { base, place, from, known } of dated) {
            const id = `fx_${run}_${String(place).padStart(2, '0')}`
            const fx = { id, base, quote: 'NGN', rate: String(place), source: '', effectiveFrom: from }
            await recordFx(tx, byTest(waybill.deps), fx, known)
          }
        })
        for (let at = 0; at <= LAST; at += 1) {
          const remembered = await (await pricesInForce(db)).bookFor(own.id, at)
          assert.deepEqual(remembered, await priceBookAt(db, own, at), `as remembered, at ${at}`)
          for (let knownAt = 0; knownAt <= LAST; knownAt += 1) {
            const book = await priceBookAt(db, own, at, knownAt)
            for (const id of [`a-${run}`, `b-${run}`]) {
              const visible = versions.filter((each) => each.id === id && each.owner !== 'other')
              assert.equal(book.cards.find((each) => each.id === id)?.version, naive(visible, at, knownAt))
            }
            for (const base of [`A${run}`, `B${run}`]) {
              const found = book.fx.find((each) => each.base === base)
              assert.equal(
                found && Number(found.rate),
                naive(
                  dated.filter((each) => each.base === base),
                  at,
                  knownAt,
                ),
              )
            }
          }
        }
      }
      await fc.assert(fc.asyncProperty(cards, rates, check), { numRuns: 8 })
    })
  })
})
