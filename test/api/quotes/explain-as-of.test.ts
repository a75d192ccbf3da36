// explain?as_of= explains the price of the same cargo at another moment, with the prices in force and known at that millisecond.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SAMPLE_CARDS } from '../../../src/domain/demo/sample-cards.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as priceBooks from '../../../src/store/pricing/price-books.ts'
import { agreeMarkup, explain, letterOn, tryExplain } from '../../support/calls/explain-calls.ts'
import { play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, getQuote, HOUR_MS, iso, newQuote, publishCard, recordFx } from '../../support/calls/quote-calls.ts'
import { assertWritesNothing, problemsIn } from '../../support/calls/refusals.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** The price of 12.5 kg from China, by the sample card and exchange rate. */
const ESTIMATE = '148750.00'

const perKg = (pricePerKg: string) => (tariff: Json) => ({ ...tariff, pricePerKg })
const withoutServices = (tariff: Json) => ({ ...tariff, services: [] })

describe('explaining a quote as of another moment', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    let startedAt: number
    // These tests have their own server, because an exchange rate applies to all businesses of a server.
    before(async () => {
      waybill = await startWaybill(engine)
      startedAt = waybill.time.freeze()
      waybill.time.advance(HOUR_MS)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    /** Advances the clock by a minute, runs `act`, and returns the time. */
    const later = async (act: () => Promise<void>): Promise<number> => {
      waybill.time.advance(60_000)
      await act()
      return waybill.time.now()
    }
    const totalsAt = async (id: string, at: number, of = tenant): Promise<string[]> =>
      (await explain(of, id, at)).prices.map((price: Json) => price.total)

    it('follows cards, FX and terms through each change, to the millisecond', async () => {
      const { parcel_quote_id: id } = await newQuote(tenant, importAir())
      const cardAt = await later(() => publishCard(waybill, tenant, 'import-air-china', perKg('10')))
      const fxAt = await later(() => recordFx(waybill, '1500'))
      const termsAt = await later(() => agreeMarkup(waybill, tenant, '10'))
      waybill.time.advance(60_000)
      for (const [at, total] of [
        [cardAt - 1, ESTIMATE],
        [cardAt, '175000.00'],
        [fxAt - 1, '175000.00'],
        [fxAt, '187500.00'],
        [termsAt - 1, '187500.00'],
        [termsAt, '206250.00'],
        [waybill.time.now(), '206250.00'],
      ] as const) {
        assert.deepEqual(await totalsAt(id, at), [total], iso(at))
      }
      assert.deepEqual((await explain(tenant, id)).prices[0].total, ESTIMATE, 'the quote keeps its own')
    })

    it('ignores records made later for an earlier moment, and uses future-dated ones from their moment on', async () => {
      const own = await waybill.newTenant()
      const { parcel_quote_id: id } = await newQuote(own, importAir())
      const [before] = await totalsAt(id, waybill.time.now(), own)
      const card = SAMPLE_CARDS.find((each) => each.id === 'import-air-china')!
      const publish = (version: number, price: string, effectiveFrom: number) =>
        waybill.deps.db.transaction(SYSTEM, (tx) =>
          priceBooks.publishCard(
            tx,
            byTest(waybill.deps),
            {
              ...card,
              id: `own-${own.business.id}`,
              version,
              businessId: own.business.id,
              effectiveFrom,
              tariff: perKg(price)(card.tariff),
            },
            waybill.time.now(),
          ),
        )
      const began = waybill.time.now()
      const backdatedAt = await later(() => publish(1, '20', began))
      assert.deepEqual(await totalsAt(id, backdatedAt - 1, own), [before], 'not known yet')
      const [backdated] = await totalsAt(id, backdatedAt, own)
      assert.notEqual(backdated, before)
      const ahead = waybill.time.now() + 2 * 60_000
      await later(() => publish(2, '30', ahead))
      assert.deepEqual(await totalsAt(id, waybill.time.now(), own), [backdated])
      waybill.time.advance(2 * 60_000)
      assert.deepEqual(await totalsAt(id, ahead - 1, own), [backdated])
      assert.notDeepEqual(await totalsAt(id, ahead, own), [backdated])
    })

    it('says that it is hypothetical, compares with the total of the quote, and changes nothing', async () => {
      const own = await waybill.newTenant()
      for (const parcel of [importAir(), importOcean(), exportOcean()]) {
        const booked = await bookedQuote(own, parcel)
        const at = waybill.time.now()
        await later(() => agreeMarkup(waybill, own, '7'))
        const now = waybill.time.now()
        const told = await assertWritesNothing(waybill, own, () => explain(own, booked.parcel_quote_id, now))
        assert.partialDeepStrictEqual(told, { hypothetical: true, as_of: iso(now), status: 'booked' })
        assert.match(told.notes[0], /^Hypothetical: /)
        const [{ rate_id, selected, priced_at, total, comparison }] = told.prices
        assert.deepEqual([rate_id, selected, priced_at], [null, false, iso(now)])
        assert.equal(comparison.total, booked.selected_rate.rate)
        assert.equal(Number(comparison.difference).toFixed(2), (Number(total) - Number(comparison.total)).toFixed(2))
        assert.deepEqual((await explain(own, booked.parcel_quote_id, at)).prices[0].comparison.difference, '0.00')
        assert.deepEqual(await getQuote(own, booked.parcel_quote_id), booked)
        assert.match(await letterOn(own, booked.parcel_quote_id, now), /^Hypothetical: /m)
        await agreeMarkup(waybill, own, '0')
      }
    })

    it('prices every service of the operator’s cards for export air, and says that outside carriers are not included', async () => {
      const own = await waybill.newTenant()
      const quote = await newQuote(own, exportAir())
      const told = await explain(own, quote.parcel_quote_id, waybill.time.now())
      assert.deepEqual(
        told.prices.map(({ service, total, comparison }: Json) => [service, total, comparison.service, comparison.difference]),
        quote.rates.map(({ service, rate }: Json) => [service, rate, service, '0.00']),
      )
      assert.match(told.notes[1], /^Outside carriers cannot be asked about the past/)
    })

    it('prices the measured cargo once the price is final', async () => {
      const own = await waybill.newTenant()
      const booked = await bookedQuote(own, importOcean())
      await play(own, booked.parcel_details.parcels[0].parcel_id, 'receive', { volume: 3.1 })
      const told = await explain(own, booked.parcel_quote_id, waybill.time.now())
      assert.deepEqual([told.prices[0].chargeable_basis[0].quantity, told.prices[0].comparison.difference], ['3.1', '0.00'])
    })

    it('is LANE_NOT_SERVED if nothing priced the cargo then, or was not known yet', async () => {
      const own = await waybill.newTenant()
      const { parcel_quote_id: id } = await newQuote(own, exportAir())
      const closedAt = await later(() => publishCard(waybill, own, 'export-air', withoutServices))
      assert.equal((await tryExplain(own, id, closedAt - 1)).status, 200)
      for (const at of [closedAt, startedAt - HOUR_MS, 0, -1]) {
        const answer = await tryExplain(own, id, at)
        assertRejected(answer, 'LANE_NOT_SERVED')
        assert.match(answer.json.errors[0], new RegExp(`^At ${iso(at)}: No rate card prices .* Outside carriers cannot be asked`))
      }
    })

    it('accepts any ISO instant up to now, by the clock of the test data', async () => {
      const own = await waybill.newTenant()
      const { parcel_quote_id: id } = await newQuote(own, importAir())
      const ask = (asOf: string) => own.get(`/v1/parcel_quotes/${id}/explain?as_of=${asOf}`)
      const now = waybill.time.now()
      const inLagos = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('Africa/Lagos').toString({ timeZoneName: 'never' })
      for (const written of [iso(now), iso(now).toLowerCase(), inLagos, encodeURIComponent(inLagos)]) {
        const answer = await ask(written)
        assert.equal(answer.status, 200, `${written} ${answer.text}`)
        assert.equal(answer.json.as_of, iso(now))
      }
      assert.equal((await ask('')).json.hypothetical, false)
      assert.deepEqual(problemsIn(await ask(iso(now + 1))), { as_of: 'must not be in the future' })
      await own.post('/v1/test_clock', { advance_seconds: 1 })
      assert.equal((await ask(iso(now + 1000))).status, 200)
      assert.equal((await ask(iso(now + 1001))).status, 422)
    })

    it('refuses an invalid instant', async () => {
      const { parcel_quote_id: id } = await newQuote(tenant, importAir())
      for (const asOf of [
        'now',
        '2026-11-31',
        '2026-11-15T09:30:00',
        '1763199000',
        '2026-13-01T00:00:00Z',
        '2026-02-30T00:00:00Z',
        'a&as_of=b',
        '%00',
      ]) {
        const answer = await tenant.get(`/v1/parcel_quotes/${id}/explain?as_of=${asOf}`)
        assert.deepEqual(Object.keys(problemsIn(answer)), ['as_of'], asOf)
      }
    })
  })
})
