// Exchange rates under /ops/v1 are set with a source, listed, and applied to prices. A large change needs a confirmation.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { HOUR_MS, newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('exchange rates under /ops/v1', () => {
    let waybill: Waybill
    let admin: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await signedIn(waybill, 'admin')
    })
    after(() => waybill.close())

    const set = (more: object) => admin.call('POST', '/ops/v1/fx_rates', { pair: 'USD/NGN', source: 'Central bank', ...more })
    const listed = async (pair = 'USD/NGN'): Promise<Json[]> =>
      (await admin.call('GET', '/ops/v1/fx_rates')).json.filter((fx: Json) => fx.pair === pair)

    it('are valid from now on, apply to the next quote, and are listed with earlier ones', async () => {
      const tenant = await waybill.newTenant()
      const price = async (): Promise<number> => (await newQuote(tenant, importAir())).estimated_price
      const before = await price()
      const now = waybill.time.freeze()
      const { status, json } = await set({ rate: '700' })
      assert.equal(status, 201)
      const { fx_id, ...rest } = json
      const moment = new Date(now).toISOString()
      const recorded = { pair: 'USD/NGN', rate: '700', source: 'Central bank', effective_from: moment, recorded_at: moment }
      assert.deepEqual(rest, { ...recorded, before: '1400', warnings: [] })
      assert.equal(await price(), before / 2)
      assert.deepEqual(
        (await listed()).map((fx) => [fx.rate, fx.in_force]),
        [
          ['1400', false],
          ['700', true],
        ],
      )
      assert.deepEqual((await listed()).at(-1), { ...recorded, fx_id, in_force: true })
    })

    it('may be set for later, and take effect then', async () => {
      const now = waybill.time.freeze()
      const later = new Date(now + HOUR_MS).toISOString()
      assert.equal((await set({ pair: 'XOF/NGN', rate: '2.5' })).json.before, null)
      assert.equal((await set({ pair: 'XOF/NGN', rate: '2.6', effective_from: later })).json.effective_from, later)
      const between = await set({ pair: 'XOF/NGN', rate: '2.55' })
      assert.deepEqual(between.json.warnings, [`2.6, recorded earlier, replaces it on ${later}.`])
      const inForce = async (): Promise<string> => (await listed('XOF/NGN')).find(({ in_force }) => in_force)!.rate
      assert.equal(await inForce(), '2.55')
      waybill.time.advance(HOUR_MS)
      assert.equal(await inForce(), '2.6')
      assert.ok(
        (await listed('USD/NGN')).some(({ in_force }) => in_force),
        'each pair has its own rate in force',
      )
    })

    it('need a confirmation when they jump', async () => {
      const leap = await set({ pair: 'EUR/NGN', rate: '1500' }).then(() => set({ pair: 'EUR/NGN', rate: '150' }))
      assert.deepEqual([leap.status, leap.json.details[0].field], [422, 'confirm'])
      assert.match(leap.json.errors[0], /^confirm is needed: 150 after 1500 is a change of -90 %$/)
      assert.equal((await listed('EUR/NGN')).length, 1)
      assert.equal((await set({ pair: 'EUR/NGN', rate: '150', confirm: true })).status, 201)
    })

    it('need a confirmation too when they jump from another that was set at the same moment', async () => {
      for (const pair of ['GBP/NGN', 'CNY/NGN', 'GHS/NGN', 'KES/NGN', 'ZAR/NGN']) {
        await set({ pair, rate: '1000' })
        const both = await Promise.all(['600', '1400'].map((rate) => set({ pair, rate })))
        assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422], pair)
      }
    })

    const REFUSED: [what: string, body: Json, fields: string[]][] = [
      ['of an unknown currency', { pair: 'DOLLAR', rate: '1' }, ['pair']],
      ['that is no number', { rate: '1.400,00' }, ['rate']],
      ['sent as a number', { rate: 1400 }, ['rate']],
      ['from nowhere', { rate: '1400', source: ' ' }, ['source']],
      ['in the past', { rate: '1400', effective_from: '2020-01-01T00:00:00Z' }, ['effective_from']],
      ['at an invalid moment', { rate: '1400', effective_from: '2027-01-01' }, ['effective_from']],
      [
        'wrong in every way',
        { pair: 'x', rate: 'y', source: 'a\nb', effective_from: '2020-01-01T00:00:00Z' },
        ['pair', 'rate', 'source', 'effective_from'],
      ],
    ]
    for (const [what, body, fields] of REFUSED) {
      it(`are refused when ${what}`, async () => {
        const before = (await admin.call('GET', '/ops/v1/fx_rates')).json
        const { status, json } = await set(body)
        assert.deepEqual([status, json.code, json.details.map(({ field }: Json) => field)], [422, 'VALIDATION_FAILED', fields])
        assert.deepEqual((await admin.call('GET', '/ops/v1/fx_rates')).json.length, before.length)
      })
    }
  })
})
