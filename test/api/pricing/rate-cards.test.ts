// Rate cards, from a file to the version in force: drafts, publication, refusals, and two people who act at the same time.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cardState } from '../../../src/domain/pricing/card-version.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { setFx } from '../../../src/flows/pricing/fx-rates.ts'
import { importCard } from '../../../src/flows/pricing/import-card.ts'
import { discardCard, publishCard } from '../../../src/flows/pricing/publish-card.ts'
import type { Db, Value } from '../../../src/platform/engine/db.ts'
import { loadCard, versionsOf } from '../../../src/store/pricing/rate-cards.ts'
import { HOUR_MS, iso, newQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { bytesOf, cardFile, newDraft, openConnections, publishFile, refusal, sampleCsv } from '../../support/samples/card-files.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const dearer = (csv: string) => csv.replace('8.50', '9.10')
/** Moves the card to a lane that no quote of these tests uses. */
const elsewhere = (csv: string) => csv.replace('CN', 'AQ')
const CARD = 'import-air-china'
const ref = (id: string, version: number | null = null) => ({ id, version })

describe('rate cards', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let deps: Deps
    let card = 0
    before(async () => {
      waybill = await startWaybill(engine)
      deps = waybill.deps
    })
    after(() => waybill.close())

    /** Publishes a card that no other test uses. */
    const ownCard = async (): Promise<string> => {
      card += 1
      const id = `card-${card}`
      await publishFile(deps, { ...cardFile(CARD, { edit: elsewhere }), id, kind: 'import_air' })
      return id
    }
    const again = (id: string, more: object = {}) => ({ ...cardFile(CARD, { edit: (csv) => dearer(elsewhere(csv)) }), id, ...more })
    const statesOf = async (id: string): Promise<string[]> => {
      const versions = await versionsOf(deps.db, id)
      return versions.map((version) => cardState(version, versions, deps.clock()))
    }

    describe('an import', () => {
      it('is a draft of the next version, exactly as in the file, and prices nothing', async () => {
        const tenant = await waybill.newTenant()
        const id = 'tenant-draft'
        await newDraft(deps, { ...cardFile(CARD, { edit: dearer }), id, kind: 'import_air', business: tenant.business.prefix })
        assert.equal((await newQuote(tenant, importAir())).estimated_price, 148_750)
        const draft = await loadCard(deps.db, id, 1)
        assert.deepEqual([draft.businessId, draft.sample, draft.title], [tenant.business.id, false, 'Import air from China (sample)'])
        assert.equal('pricePerKg' in draft.tariff && draft.tariff.pricePerKg, '9.10')
        assert.deepEqual(await statesOf(id), ['draft'])
      })

      it('stores nothing of a file with mistakes, and reports all of them, each with row and column', async () => {
        const id = await ownCard()
        const wrong = sampleCsv(CARD).replace('8.50', '-8.50').replace('CN', 'China').replace('6000', '60')
        const imported = await importCard(deps, byTest(deps), { ...again(id), bytes: bytesOf(wrong) })
        assert.ok(!imported.ok)
        assert.deepEqual(
          imported.mistakes.map(({ row, column }) => `${row} ${column}`),
          ['2 countries', '2 volumetric_divisor_cm3_per_kg', '2 price_per_kg'],
        )
        assert.deepEqual(await statesOf(id), ['in force'])
      })

      it('beside a draft is refused; replacing the draft, it takes the next number', async () => {
        const id = await ownCard()
        await newDraft(deps, again(id))
        assert.match(await refusal(importCard(deps, byTest(deps), again(id))), /already has a draft: version 2/)
        const { version } = await newDraft(deps, again(id, { replace: true }))
        assert.equal(version, 3)
        assert.deepEqual(await statesOf(id), ['in force', 'discarded', 'draft'])
        assert.match(await refusal(publishCard(deps, byTest(deps), ref(id, 2), null)), /Version 2 of card .* was discarded/)
      })

      const REFUSED: [what: string, more: object, message: RegExp][] = [
        [
          'an unknown id without a kind',
          { id: 'import-air-chnia' },
          /^No rate card has the id import-air-chnia\. For a new card, give its kind/,
        ],
        ['a malformed id', { id: 'Import Air', kind: 'import_air' }, /^id must begin with a letter/],
        ['an id with invalid characters, without a kind', { id: 'import\0air' }, /^id must begin with a letter/],
        ['an unknown business', { id: 'new-card', kind: 'import_air', business: 'NOBODY' }, /^business NOBODY/],
        ['all that is wrong at once', { id: '-', kind: 'import_air', business: 'NOBODY' }, /^id .*\nbusiness NOBODY/],
        ['another kind than the card has', { kind: 'export_air' }, /^kind is import_air for card import-air-china$/],
      ]
      for (const [what, more, message] of REFUSED) {
        it(`refuses ${what}`, async () => assert.match(await refusal(importCard(deps, byTest(deps), again(CARD, more))), message))
      }

      it('refuses to give the card of the operator or of another business to a business; without a name the owner stays', async () => {
        const [one, other] = [await waybill.newTenant(), await waybill.newTenant()]
        const business = one.business.id
        assert.match(
          await refusal(importCard(deps, byTest(deps), again(CARD, { business }))),
          /is the operator’s own card: a card for one business needs a different id/,
        )
        await newDraft(deps, again('one-of-one', { kind: 'import_air', business }))
        assert.match(
          await refusal(importCard(deps, byTest(deps), again('one-of-one', { business: other.business.id }))),
          /is the card of another business/,
        )
        assert.equal((await newDraft(deps, again('one-of-one', { replace: true }))).businessId, business)
      })

      it('by two people at once makes one draft, and the other is told', async () => {
        const id = await ownCard()
        await openConnections(deps.db)
        const outcomes = await Promise.allSettled([1, 2, 3].map(() => importCard(deps, byTest(deps), again(id))))
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') assert.match(outcome.reason.message, /already has a draft|conflict/)
        }
        assert.deepEqual(await statesOf(id), ['in force', 'draft'])
      })
    })

    describe('an import during which somebody else', () => {
      /**
       * A copy of `deps` that runs `other` during an import: after the import has read the card's versions, and before it writes anything.
       */
      const meanwhile = (other: (deps: Deps) => Promise<unknown>): Deps => {
        const transaction: Db['transaction'] = (by, work) =>
          deps.db.transaction(by, (tx) => {
            let isDone = false
            const query: Db['query'] = async <R extends object>(sql: string, params?: readonly Value[]) => {
              const rows = await tx.query<R>(sql, params)
              if (!isDone) {
                isDone = true
                await other({ ...deps, db: { ...deps.db, ...tx, transaction: (_by, theirs) => theirs(tx) } })
              }
              return rows
            }
            return work({ ...tx, query })
          })
        return { ...deps, db: { ...deps.db, transaction } }
      }
      const CONFLICT = /^The drafts of card .* were changed at the same time \(conflict\); nothing was imported\. Try again\.$/

      it('imports one too is told to retry', async () => {
        const id = await ownCard()
        const met = meanwhile((theirs) => newDraft(theirs, again(id)))
        assert.match(await refusal(importCard(met, byTest(deps), again(id))), CONFLICT)
      })

      it('publishes the draft that it replaces is told to retry', async () => {
        const id = await ownCard()
        await newDraft(deps, again(id))
        const met = meanwhile((theirs) => publishCard(theirs, byTest(deps), ref(id), null))
        assert.match(await refusal(importCard(met, byTest(deps), again(id, { replace: true }))), CONFLICT)
      })
    })

    describe('a card for one business', () => {
      it('takes precedence over the operator’s for that business, and for no other', async () => {
        const [own, other] = [await waybill.newTenant(), await waybill.newTenant()]
        const id = `own-${own.business.prefix.toLowerCase()}`
        await publishFile(deps, { ...cardFile(CARD, { edit: dearer }), id, kind: 'import_air', business: own.business.id })
        assert.equal((await newQuote(own, importAir())).estimated_price, 159_250)
        assert.equal((await newQuote(other, importAir())).estimated_price, 148_750)
      })
    })

    describe('a publication', () => {
      it('is final: not published, replaced or discarded again', async () => {
        const id = await ownCard()
        const at = waybill.time.freeze()
        assert.match(await refusal(publishCard(deps, byTest(deps), ref(id), null)), /has no draft; its last version is 1/)
        for (const work of [() => publishCard(deps, byTest(deps), ref(id, 1), null), () => discardCard(deps, byTest(deps), ref(id, 1))]) {
          assert.match(await refusal(work()), /Version 1 of card .* was published on .* and cannot be changed: import a new version/)
        }
        await newDraft(deps, again(id))
        const { card: published, warnings } = await publishCard(deps, byTest(deps), ref(id, 2), at + HOUR_MS)
        assert.deepEqual([published.version, published.publishedAt, published.effectiveFrom, warnings], [2, at, at + HOUR_MS, []])
        assert.deepEqual(await statesOf(id), ['in force', 'scheduled'])
      })

      const UNKNOWN: [id: string, version: number | null, message: RegExp][] = [
        ['no-such-card', null, /^No rate card has the id no-such-card\.$/],
        ['no-such-card', 1, /^No rate card has the id no-such-card\.$/],
        [CARD, 99, /^Card import-air-china has no version 99; its last is \d+\.$/],
      ]
      for (const [id, version, message] of UNKNOWN) {
        it(`is refused for ${id}@${version}`, async () =>
          assert.match(await refusal(publishCard(deps, byTest(deps), ref(id, version), null)), message))
      }

      it('takes effect now or later, never before', async () => {
        const id = await ownCard()
        const now = waybill.time.freeze()
        await newDraft(deps, again(id))
        assert.match(await refusal(publishCard(deps, byTest(deps), ref(id), now - 1)), /^effective_from must be now or later/)
        assert.deepEqual(await statesOf(id), ['in force', 'draft'])
        await publishCard(deps, byTest(deps), ref(id), now)
        assert.deepEqual(await statesOf(id), ['replaced', 'in force'])
      })

      it('by several people at once succeeds once, and the others are told', async () => {
        const id = await ownCard()
        await newDraft(deps, again(id))
        await openConnections(deps.db)
        const outcomes = await Promise.allSettled(
          [1, 2, 3, 4].map((hours) => publishCard(deps, byTest(deps), ref(id), deps.clock() + hours * HOUR_MS)),
        )
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') assert.match(outcome.reason.message, /was published on|has no draft/)
        }
        assert.deepEqual(await statesOf(id), ['in force', 'scheduled'])
      })

      it('says so when an earlier one for a later moment will replace it', async () => {
        const id = await ownCard()
        const now = waybill.time.freeze()
        await publishFile(deps, again(id), now + 2 * HOUR_MS)
        await newDraft(deps, again(id))
        const { warnings } = await publishCard(deps, byTest(deps), ref(id), now + HOUR_MS)
        assert.deepEqual(warnings, [`Version 2, published earlier, replaces it on ${iso(now + 2 * HOUR_MS)}.`])
      })

      it('says so when its currency has no exchange rate then', async () => {
        const id = await ownCard()
        const now = waybill.time.freeze()
        const inFrancs = (csv: string) => elsewhere(csv).replace('USD', 'XOF')
        await newDraft(deps, { ...cardFile(CARD, { edit: inFrancs }), id })
        const { warnings } = await publishCard(deps, byTest(deps), ref(id), now + HOUR_MS)
        assert.match(warnings.join(), /^No XOF\/NGN exchange rate is in force on .*: until one is set, this card prices nothing\.$/)
        await setFx(deps, byTest(deps), { pair: 'XOF/NGN', rate: '2.4', source: 'a test', from: now + HOUR_MS, confirm: false })
        await newDraft(deps, { ...cardFile(CARD, { edit: inFrancs }), id })
        assert.deepEqual((await publishCard(deps, byTest(deps), ref(id), now + HOUR_MS)).warnings, [])
        await newDraft(deps, { ...cardFile(CARD, { edit: (csv) => elsewhere(csv).replace('USD', 'NGN') }), id })
        assert.deepEqual((await publishCard(deps, byTest(deps), ref(id), now + HOUR_MS)).warnings, [])
      })
    })

    it('a draft can be discarded, and the next import takes the next number', async () => {
      const id = await ownCard()
      await newDraft(deps, again(id))
      assert.equal((await discardCard(deps, byTest(deps), ref(id))).version, 2)
      assert.match(await refusal(discardCard(deps, byTest(deps), ref(id))), /has no draft/)
      assert.equal((await newDraft(deps, again(id))).version, 3)
    })
  })
})
