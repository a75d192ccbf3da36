// Shadow re-pricing under /ops/v1 gives the same figures as the command line. One request re-prices a limited number of quotes.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Deps } from '../../../src/flows/deps.ts'
import type { Progress, ShadowRequest } from '../../../src/flows/shadow/shadow-prices.ts'
import { shadowPrices } from '../../../src/flows/shadow/shadow-prices.ts'
import { presentShadow } from '../../../src/http/shadow/ops-present.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as quotes from '../../../src/store/quotes/quotes.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { HOUR_MS, newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { cardFile, newDraft, refusal, sampleCsv } from '../../support/samples/card-files.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const CHINA = 'import-air-china'
const QUOTES_MAX = 5_000

forOneEngine((engine) => {
  describe('shadow re-pricing under /ops/v1', () => {
    let waybill: Waybill
    let admin: StaffMember
    let tenant: Tenant
    let start: number
    before(async () => {
      waybill = await startWaybill(engine)
      start = waybill.time.freeze()
      tenant = await waybill.newTenant()
      for (const parcel of [importAir(), importAir({ packages: [{ weight: 33.3 }] }), exportAir(), importOcean()]) {
        await newQuote(tenant, parcel)
        await newQuote(tenant, parcel, { key: tenant.liveKey })
        waybill.time.advance(HOUR_MS)
      }
      admin = await signedIn(waybill, 'admin')
      const csv = sampleCsv(CHINA).replace('8.50', '9.10')
      assert.equal((await admin.call('POST', '/ops/v1/cards/import', { id: CHINA, csv })).status, 201)
    })
    after(() => waybill.close())

    const shadow = async (body: object): Promise<Json> => {
      const { status, json } = await admin.call('POST', '/ops/v1/cards/shadow', body)
      assert.equal(status, 200, JSON.stringify(json))
      return json
    }
    /** Re-prices all quotes of the period, as the command line does. Only the HTTP route limits the number of quotes. */
    const byFlow = async (request: Partial<ShadowRequest>): Promise<Json> => {
      const asked: ShadowRequest = { card: null, fx: null, period: { since: start, until: null }, mode: 'test', ...request }
      return presentShadow(await shadowPrices(waybill.deps, asked, () => {}))
    }
    const since = () => new Date(start).toISOString()

    it('gives the command line’s figures, for a card, an exchange rate and both', async () => {
      const card = { id: CHINA, version: null }
      const fx = 'USD/NGN=1399.99'
      const bounds = { quotes_max: QUOTES_MAX, complete: true }
      assert.deepEqual(await shadow({ card: CHINA, since: since(), mode: 'test' }), { ...(await byFlow({ card })), ...bounds })
      assert.deepEqual(await shadow({ fx, since: since(), mode: 'test' }), { ...(await byFlow({ fx })), ...bounds })
      const both = await shadow({ card: `${CHINA}@2`, fx, since: since(), mode: 'test' })
      assert.deepEqual(both, { ...(await byFlow({ card: { id: CHINA, version: 2 }, fx })), ...bounds })
      assert.deepEqual([both.seen, both.total.quotes, both.quotes_in_period], [4, 4, 4])
    })

    it('uses the live quotes of the last thirty days by default', async () => {
      const report = await shadow({ card: CHINA })
      assert.deepEqual([report.mode, report.seen, report.total.quotes, report.until], ['live', 2, 2, null])
      assert.equal(waybill.time.now() - Date.parse(report.since), 30 * 24 * HOUR_MS)
      assert.equal((await shadow({ card: CHINA, since: '3h' })).seen, 1)
      assert.equal((await shadow({ card: CHINA, since: '5h', until: '4h' })).seen, 0)
    })

    it('reports its progress, and stops when it takes too long', async () => {
      // Returns dependencies whose monotonic clock advances by a second at each reading.
      const slow = (): Deps => {
        let now = waybill.time.steady()
        const monotonic = (): number => {
          now += 1_000
          return now
        }
        return { ...waybill.deps, monotonic }
      }
      const period = { since: start, until: null }
      const request = { card: null, fx: 'USD/NGN=1500', period, mode: 'live' as const }
      const bounded = async (quotesMax: number, timeMaxMs: number) => {
        const steps: Parameters<Progress>[0][] = []
        const shadowed = await shadowPrices(slow(), { ...request, bound: { quotesMax, timeMaxMs } }, (step) => steps.push(step))
        return { steps, since: shadowed.period.since }
      }
      assert.deepEqual(await bounded(4, 1_000), { steps: [{ step: 'Re-pricing', done: 4, total: 4 }], since: start })
      assert.deepEqual((await bounded(3, 1_000)).steps, [{ step: 'Re-pricing', done: 3, total: 3 }])
      assert.equal(await refusal(bounded(4, 999)), 'since is too long ago: re-pricing took more than 0.999 seconds and was stopped')
    })

    const REFUSED: [what: string, body: object, status: number, message: RegExp][] = [
      ['nothing to try', {}, 422, /^Name a card, an exchange rate, or both\.$/],
      ['an invalid card id', { card: 'No Card' }, 422, /^card names no card: /],
      ['an unknown card', { card: 'nope' }, 404, /^No rate card has the id nope\.$/],
      ['a card without a draft', { card: 'export-air' }, 404, /^Card export-air has no draft/],
      ['an invalid rate', { fx: 'USD/NGN=much' }, 422, /^fx "much" is not a number/],
      ['an invalid beginning', { card: CHINA, since: 'yesterday' }, 422, /^since must be 30d, 12h, 4w or a time with its offset/],
      ['an end that is the beginning', { card: CHINA, since: '1h', until: '1h' }, 422, /^The period must begin before it ends\.$/],
      ['an end before the beginning', { card: CHINA, since: '1h', until: '2h' }, 422, /^The period must begin before it ends\.$/],
      ['an unknown mode', { card: CHINA, mode: 'prod' }, 422, /^mode must be one of: test, live$/],
    ]
    for (const [what, body, status, message] of REFUSED) {
      it(`refuses ${what}`, async () => {
        const answer = await admin.call('POST', '/ops/v1/cards/shadow', body)
        assert.equal(answer.status, status)
        assert.match(answer.json.error ?? answer.json.errors[0], message)
      })
    }

    it('re-prices the newest quotes of a period with too many, and says from when on', async () => {
      const { deps } = waybill
      const scope = { businessId: tenant.business.id, mode: 'test' as const }
      const [quote] = (await tenant.get('/v1/parcel_quotes')).json.filter(({ direction }: Json) => direction === 'import')
      const original = await quotes.load(deps.db, scope, quote.parcel_quote_id)
      const copies = QUOTES_MAX + 700
      const by = { ...scope, ...byTest(deps) }
      await deps.db.transaction(SYSTEM, async (tx) => {
        const insert = (copy: number) => {
          const identity = { id: deps.newId('pq'), reference: `COPY${copy}`, createdAt: start + 10 * HOUR_MS + copy }
          return quotes.insert(tx, by, { ...original, ...identity })
        }
        await Promise.all(Array.from({ length: copies }, (_, copy) => insert(copy)))
      })
      const fx = 'USD/NGN=1500'
      const report = await shadow({ fx, since: since(), mode: 'test' })
      assert.deepEqual([report.complete, report.quotes_max, report.quotes_in_period], [false, QUOTES_MAX, copies + 4])
      assert.ok(report.seen <= QUOTES_MAX && report.seen >= QUOTES_MAX * 0.9, String(report.seen))
      const newest = await byFlow({ fx, period: { since: Date.parse(report.since), until: null } })
      assert.deepEqual(report, { ...newest, quotes_in_period: copies + 4, quotes_max: QUOTES_MAX, complete: false })
      assert.equal(Date.parse(report.since), start + 10 * HOUR_MS + copies - report.seen, 'the newest, and all of them')
    })

    it('re-prices the quotes of one business for its card, and those of all businesses if an exchange rate is tried with it', async () => {
      // Moves the clock past the quotes of the tests above, so that the period excludes them.
      waybill.time.advance(24 * HOUR_MS)
      const period = { since: waybill.time.now(), until: null }
      const other = await waybill.newTenant()
      for (const each of [tenant, other, other]) await newQuote(each, importAir())
      await newDraft(waybill.deps, { ...cardFile(CHINA), id: 'own-card', kind: 'import_air', business: tenant.business.id })
      const card = { id: 'own-card', version: null }
      const seen = [await byFlow({ card, period }), await byFlow({ card, fx: 'USD/NGN=1500', period })].map((report) => report.seen)
      assert.deepEqual(seen, [1, 3])
    })
  })
})
