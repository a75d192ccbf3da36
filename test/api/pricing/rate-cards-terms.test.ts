// Exchange rates, and the terms of a business, have a start time and are never edited. Implausible values are refused.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { termsAt } from '../../../src/domain/businesses/business.ts'
import type { TermsRequest } from '../../../src/flows/businesses/set-terms.ts'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import type { FxRequest } from '../../../src/flows/pricing/fx-rates.ts'
import { setFx } from '../../../src/flows/pricing/fx-rates.ts'
import * as businesses from '../../../src/store/businesses/businesses.ts'
import { listFx } from '../../../src/store/pricing/fx-rates.ts'
import { HOUR_MS, iso } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { openConnections, refusal } from '../../support/samples/card-files.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  let waybill: Waybill
  let deps: Deps
  before(async () => {
    waybill = await startWaybill(engine)
    deps = waybill.deps
  })
  after(() => waybill.close())

  describe('an exchange rate', () => {
    const set = (more: Partial<FxRequest>) =>
      setFx(deps, byTest(deps), { pair: 'USD/NGN', rate: '1450', source: 'Central bank', from: null, confirm: false, ...more })

    it('is recorded with its source and time, beside earlier ones', async () => {
      const now = waybill.time.freeze()
      const { fx, before: earlier, warnings } = await set({ pair: 'usd/ngn', rate: '1450.50', from: now + 1 })
      assert.deepEqual(
        { ...fx, id: '' },
        { id: '', base: 'USD', quote: 'NGN', rate: '1450.5', source: 'Central bank', effectiveFrom: now + 1, recordedAt: now },
      )
      assert.deepEqual([earlier?.rate, warnings], ['1400', []])
      const usd = (await listFx(deps.db)).filter(({ base }) => base === 'USD')
      assert.deepEqual(
        usd.map(({ rate }) => rate),
        ['1400', '1450.5'],
      )
      waybill.time.advance(1)
    })

    it('needs a confirmation if it differs by more than half from the one in force then', async () => {
      const now = waybill.time.freeze()
      await set({ pair: 'EUR/NGN', rate: '1000' })
      await set({ pair: 'EUR/NGN', rate: '2000', from: now + HOUR_MS, confirm: true })
      assert.match(await refusal(set({ pair: 'EUR/NGN', rate: '1501' })), /^confirm is needed: 1501 after 1000 is a change of 50.1 %$/)
      await set({ pair: 'EUR/NGN', rate: '1500' })
      await set({ pair: 'EUR/NGN', rate: '2900', from: now + 2 * HOUR_MS })
      await set({ pair: 'EUR/NGN', rate: '400', confirm: true })
    })

    it('says so when one recorded earlier will replace it', async () => {
      const now = waybill.time.freeze()
      const first = await set({ pair: 'GBP/NGN', rate: '1900', source: 'x'.repeat(255), from: now + HOUR_MS })
      assert.equal(first.before, null)
      const { warnings } = await set({ pair: 'GBP/NGN', rate: '1800' })
      assert.deepEqual(warnings, [`1900, recorded earlier, replaces it on ${iso(now + HOUR_MS)}.`])
    })

    const REFUSED: [what: string, more: Partial<FxRequest>, fields: string[]][] = [
      ['zero', { rate: '0' }, ['rate']],
      ['a negative rate', { rate: '-1450' }, ['rate']],
      ['an absurd rate', { rate: '10000001' }, ['rate']],
      ['what is no number', { rate: '1,450' }, ['rate']],
      ['a pair that prices do not use', { pair: 'USD/EUR' }, ['pair']],
      ['a rate without a source', { source: '  ' }, ['source']],
      ['a source of more than 255 characters', { source: 'x'.repeat(256) }, ['source']],
      ['a source of two lines', { source: 'a\nb' }, ['source']],
      ['the past', { from: 1 }, ['effective_from']],
      ['all of it at once', { pair: 'x', rate: 'y', source: '', from: 1 }, ['pair', 'rate', 'source', 'effective_from']],
    ]
    for (const [what, more, fields] of REFUSED) {
      it(`is not ${what}`, async () => {
        const count = (await listFx(deps.db)).length
        const told = (await refusal(set(more))).split('\n').map((line) => line.split(' ')[0])
        assert.deepEqual(told, fields)
        assert.equal((await listFx(deps.db)).length, count)
      })
    }
  })

  describe('terms', () => {
    const newBusiness = async () => (await waybill.newTenant()).business
    const set = (business: string, more: Partial<TermsRequest>) => setTerms(deps, byTest(deps), { business, from: null, ...more })

    it('keep the fields that are not mentioned as they are at that moment, and all earlier terms', async () => {
      const now = waybill.time.freeze()
      const { id, prefix } = await newBusiness()
      await set(prefix, { markupPercent: '7.50' })
      await set(id, { freeDays: '10', dailyRate: '650.00', currency: 'usd', from: now + HOUR_MS })
      const business = await businesses.find(deps.db, id)
      const at = (moment: number) => {
        const { markupPercent, storage } = termsAt(business!, moment)
        return [markupPercent, storage.freeDays, storage.dailyRate, storage.currency]
      }
      assert.deepEqual(at(now - 1), ['0', 7, '500', 'NGN'])
      assert.deepEqual(at(now), ['7.5', 7, '500', 'NGN'])
      assert.deepEqual(at(now + HOUR_MS - 1), ['7.5', 7, '500', 'NGN'])
      assert.deepEqual(at(now + HOUR_MS), ['7.5', 10, '650', 'USD'])
      assert.equal(termsAt(business!, now + HOUR_MS, now - 1).markupPercent, '0', 'as known before')
    })

    it('say so when others that were recorded earlier will replace them', async () => {
      const now = waybill.time.freeze()
      const { id } = await newBusiness()
      await set(id, { markupPercent: '5', from: now + HOUR_MS })
      assert.deepEqual((await set(id, { freeDays: '9' })).warnings, [`Terms recorded earlier replace them on ${iso(now + HOUR_MS)}.`])
    })

    it('set by many at once are all kept, each based on the one before', async () => {
      const { id } = await newBusiness()
      const changes = [{ markupPercent: '3' }, { freeDays: '5' }, { dailyRate: '700' }, { currency: 'USD' }]
      await openConnections(deps.db)
      await Promise.all(changes.map((change) => set(id, change)))
      const business = await businesses.find(deps.db, id)
      assert.equal(business!.terms.length, changes.length)
      const { markupPercent, storage } = business!.terms.at(-1)!
      assert.deepEqual({ markupPercent, ...storage }, { markupPercent: '3', freeDays: 5, dailyRate: '700', currency: 'USD' })
    })

    const REFUSED: [what: string, more: Partial<TermsRequest>, fields: string[]][] = [
      ['nothing', {}, ['terms']],
      ['a negative markup', { markupPercent: '-5' }, ['markup_percent']],
      ['an absurd markup', { markupPercent: '101' }, ['markup_percent']],
      ['half a free day', { freeDays: '7.5' }, ['free_days']],
      ['a daily rate that is no number', { dailyRate: '1,000' }, ['daily_rate']],
      ['an unknown currency', { currency: 'NAIRA' }, ['currency']],
      ['the past', { markupPercent: '5', from: 1 }, ['effective_from']],
      [
        'all of it at once',
        { markupPercent: 'x', freeDays: 'x', dailyRate: 'x', currency: 'x', from: 1 },
        ['effective_from', 'markup_percent', 'free_days', 'daily_rate', 'currency'],
      ],
    ]
    for (const [what, more, fields] of REFUSED) {
      it(`are not ${what}`, async () => {
        const { id } = await newBusiness()
        const told = (await refusal(set(id, more))).split('\n').map((line) => line.split(' ')[0])
        assert.deepEqual(told, fields)
        assert.deepEqual((await businesses.find(deps.db, id))!.terms, [])
      })
    }

    it('require a business that exists', async () => {
      assert.equal(await refusal(set('NOBODY', { markupPercent: '5' })), 'No business has the id or prefix NOBODY.')
    })
  })
})
