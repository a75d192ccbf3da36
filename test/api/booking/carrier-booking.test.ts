// For every failure of a purchase at a carrier, the client gets the right answer, and the quote ends in the right state.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { FaultName, OrderedFault } from '../../../tools/carrier-simulator/faults.ts'
import { cancelQuote, createShipment, getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { CarrierWaybill, Rated } from '../../support/server/carrier-waybill.ts'
import { assertAnswer, assertTryLater, book, carrierRates, ratedQuote, startCarrierWaybill } from '../../support/server/carrier-waybill.ts'
import type { Answer, Tenant } from '../../support/server/waybill.ts'

const SECOND_MS = 1_000
const RETRY_SECONDS = '5'
const JUST_UNDER_TWO_MINUTES_MS = 119 * SECOND_MS

type Refusal = [fault: OrderedFault, status: number, code: string]

/** The carrier refuses the purchase, so the quote can be booked again at once. Each fault has the status and code that the client gets. */
const REFUSALS: Refusal[] = [
  [{ fault: 'rejected' }, 422, 'CARRIER_REJECTED'],
  [{ fault: 'rate_forgotten' }, 422, 'QUOTE_RATE_OUTDATED'],
  [{ fault: 'rate_limited' }, 503, 'CARRIER_UNAVAILABLE'],
]

/** The carrier sells the label, but no usable answer arrives. The first look-up finds the purchase. */
const BOUGHT_UNTOLD: OrderedFault[] = [
  { fault: 'hang_after' },
  { fault: 'error_after' },
  { fault: 'error_after', status: 503 },
  { fault: 'error_after', status: 502 },
  { fault: 'cut_after' },
  { fault: 'duplicate' },
  { fault: 'malformed' },
]

/** The carrier answers with an error and sells nothing. One successful look-up settles the purchase. */
const FAILED: OrderedFault[] = [{ fault: 'error_before' }, { fault: 'error_before', status: 503 }]

/** The carrier does not answer and sells nothing. The purchase is settled only after look-ups have found nothing for two minutes. */
const LOST: OrderedFault[] = [{ fault: 'hang' }, { fault: 'cut_before' }, { fault: 'error_before', status: 504 }]

const named = ({ fault, status }: OrderedFault): string => (status === undefined ? fault : `${fault} ${status}`)

describe('booking at a carrier', () => {
  forOneEngine((engine) => {
    let waybill: CarrierWaybill
    let tenant: Tenant
    let rated: Rated
    before(async () => {
      waybill = await startCarrierWaybill(engine)
      waybill.time.freeze()
      tenant = await waybill.newLiveTenant()
    })
    beforeEach(async () => {
      waybill.simulator.faults.clear()
      waybill.reports.length = 0
      rated = await ratedQuote(tenant)
    })
    after(() => waybill.close())

    const bookWith = (fault: OrderedFault): Promise<Answer> => {
      waybill.simulator.faults.order({ ...fault, on: 'buy' })
      return book(tenant, rated)
    }
    const reported = (): string[] => waybill.reports.map(({ what }) => what).filter((what) => what.startsWith('carrier '))
    const buyRequests = (): number => waybill.simulator.ledger().requests.buy
    const pass = async (ms: number): Promise<void> => {
      waybill.time.advance(ms)
      await waybill.settle()
    }
    const failingToLook = async (fault: FaultName, look: () => Promise<unknown>): Promise<void> => {
      waybill.simulator.faults.order({ fault, on: 'read', times: 1_000 })
      await look()
      waybill.simulator.faults.clear()
    }

    const assertBooked = async (): Promise<void> => {
      const quote = await getQuote(tenant, rated.id)
      const [sold, ...more] = waybill.sold(rated.id)
      assert.equal(quote.status, 'booked')
      assert.deepEqual(more, [])
      assert.deepEqual([quote.tracking_code, sold?.refunds, sold?.buyRequests], [sold?.trackingCode, 0, 1])
      assert.equal(quote.selected_rate.id, rated.rateId)
      assert.equal(quote.parcel_details.parcels.length, 1)
      assertAnswer(await book(tenant, rated), 422, 'QUOTE_ALREADY_BOOKED')
    }

    const assertFree = async (): Promise<void> => {
      assert.deepEqual(waybill.sold(rated.id), [])
      const quote = await getQuote(tenant, rated.id)
      assert.deepEqual([quote.status, quote.tracking_code, quote.booked_at], ['pending', null, null])
      assert.ok(carrierRates(quote).length > 0)
    }

    /** Asserts that another booking, a cancellation and a refresh are impossible while the outcome is unknown. */
    const assertInProgress = async (): Promise<void> => {
      const asked = waybill.simulator.ledger().requests.rate
      const sent = buyRequests()
      for (const rate of rated.quote.rates) {
        assertTryLater(await createShipment(tenant, rated.id, { rate_id: rate.id }), 409, 'BOOKING_IN_PROGRESS')
      }
      assertTryLater(await cancelQuote(tenant, rated.id), 409, 'BOOKING_IN_PROGRESS')
      const quote = await getQuote(tenant, rated.id)
      assert.deepEqual([quote.status, quote.rates], ['pending', rated.quote.rates])
      assert.deepEqual([waybill.simulator.ledger().requests.rate, buyRequests()], [asked, sent])
    }

    it('buys the rate once and answers with the carrier’s tracking code, at our price [quote-transition.1] [quote.tracking_code]', async () => {
      const answer = await book(tenant, rated)
      assert.equal(answer.status, 200, answer.text)
      const shown = rated.quote.rates.find((rate: any) => rate.id === rated.rateId)
      assert.deepEqual(answer.json.selected_rate, shown)
      assert.equal(answer.json.estimated_price, Number(shown.rate))
      assert.deepEqual(answer.json.rates, [])
      assert.deepEqual(await getQuote(tenant, rated.id), answer.json)
      for (const hidden of ['shipmentId', 'rateId'] as const) assert.ok(!answer.text.includes(waybill.sold(rated.id)[0]![hidden]))
      await assertBooked()
      assert.deepEqual(reported(), [])
    })

    it('buys the rate that was chosen, not the cheapest', async () => {
      const dearest = carrierRates(rated.quote).at(-1)!
      const answer = await createShipment(tenant, rated.id, { rate_id: dearest.id })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(waybill.sold(rated.id)[0]?.service, dearest.service)
    })

    it('with a house rate buys nothing from the carrier', async () => {
      const house = rated.quote.rates.find((rate: any) => rate.breakdown.card !== undefined)
      assert.equal((await createShipment(tenant, rated.id, { rate_id: house.id })).status, 200)
      assert.deepEqual(waybill.sold(rated.id), [])
    })

    it('waits for a carrier that is slow', async () => {
      assert.equal((await bookWith({ fault: 'slow', delayMs: 100 })).status, 200)
      await assertBooked()
    })

    for (const [fault, status, code] of REFUSALS) {
      it(`${status} ${code} for ${named(fault)}, and the quote is free at once [quote-transition.1]`, async () => {
        const answer = await bookWith(fault)
        assertAnswer(answer, status, code)
        assert.equal(answer.headers.get('retry-after'), status === 503 ? RETRY_SECONDS : null)
        assert.deepEqual(reported(), ['carrier purchase failed'])
        await assertFree()
        assert.equal((await book(tenant, rated)).status, 200)
        assert.equal(waybill.sold(rated.id).length, 1)
      })
    }

    for (const fault of BOUGHT_UNTOLD) {
      it(`503 CARRIER_OUTCOME_PENDING for ${named(fault)}, and the first look-up books the quote`, async () => {
        assertTryLater(await bookWith(fault), 503, 'CARRIER_OUTCOME_PENDING')
        await assertInProgress()
        await waybill.settle()
        await assertBooked()
      })
    }

    for (const fault of FAILED) {
      it(`503 CARRIER_OUTCOME_PENDING for ${named(fault)}, and one successful look-up frees the quote`, async () => {
        assertTryLater(await bookWith(fault), 503, 'CARRIER_OUTCOME_PENDING')
        await assertInProgress()
        await waybill.settle()
        await assertFree()
        assert.equal((await book(tenant, rated)).status, 200)
      })
    }

    it('after a 5xx a failed look-up settles nothing', async () => {
      await bookWith({ fault: 'error_before' })
      await failingToLook('error_before', () => waybill.settle())
      await assertInProgress()
      await pass(SECOND_MS)
      await assertFree()
    })

    for (const fault of LOST) {
      it(`503 CARRIER_OUTCOME_PENDING for ${named(fault)}, and two minutes of successful look-ups free the quote`, async () => {
        assertTryLater(await bookWith(fault), 503, 'CARRIER_OUTCOME_PENDING')
        await waybill.settle()
        await assertInProgress()
        await pass(JUST_UNDER_TWO_MINUTES_MS)
        await assertInProgress()
        await pass(20 * SECOND_MS)
        await assertFree()
        assert.equal((await cancelQuote(tenant, rated.id)).status, 200)
      })
    }

    it('after a cut connection a failed look-up restarts the two minutes', async () => {
      await bookWith({ fault: 'cut_before' })
      await waybill.settle()
      await failingToLook('cut_before', () => pass(JUST_UNDER_TWO_MINUTES_MS))
      await pass(20 * SECOND_MS)
      await assertInProgress()
      await pass(JUST_UNDER_TWO_MINUTES_MS)
      await assertInProgress()
      await pass(20 * SECOND_MS)
      await assertFree()
    })

    it('that succeeds late, within the two minutes, books the quote', async () => {
      assertTryLater(await bookWith({ fault: 'late', delayMs: 1_500 }), 503, 'CARRIER_OUTCOME_PENDING')
      await waybill.settle()
      await assertInProgress()
      while (waybill.sold(rated.id).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
      await pass(SECOND_MS)
      await assertBooked()
    })

    it('in another currency than agreed books the quote at our price, and the operator is told', async () => {
      const { status, json } = await bookWith({ fault: 'wrong_currency' })
      assert.equal(status, 200)
      assert.equal(json.selected_rate.rate, rated.quote.rates.find((rate: any) => rate.id === rated.rateId).rate)
      const report = waybill.reports.find(({ what }) => what === 'carrier charged other than agreed')
      assert.match(`${report?.details.agreed} ${report?.details.charged}`, /^[\d.]+ USD [\d.]+ EUR$/)
      await assertBooked()
    })

    it('with a rate of another quote, or without a rate, does not call the carrier', async () => {
      const sent = buyRequests()
      const other = await ratedQuote(tenant)
      assertAnswer(await createShipment(tenant, rated.id, { rate_id: other.rateId }), 422, 'RATE_NOT_FOUND')
      assertAnswer(await createShipment(tenant, rated.id), 422, 'RATE_REQUIRED')
      assert.equal(buyRequests(), sent)
    })

    it('in test mode never reaches the carrier', async () => {
      const before = waybill.simulator.ledger()
      const test = { ...tenant, ...testKeyCalls(waybill, tenant) }
      const quote = await newQuote(test, exportAir())
      assert.deepEqual([carrierRates(quote), quote.rate_messages], [[], []])
      const refreshed = await getQuote(test, quote.parcel_quote_id)
      const { status } = await createShipment(test, quote.parcel_quote_id, { rate_id: refreshed.rates[0].id })
      assert.equal(status, 200)
      assert.deepEqual(waybill.simulator.ledger(), before)
    })
  })
})

const testKeyCalls = (waybill: CarrierWaybill, { testKey: key }: Tenant): Pick<Tenant, 'get' | 'post'> => ({
  get: (path) => waybill.call('GET', path, undefined, { key }),
  post: (path, body) => waybill.call('POST', path, body, { key }),
})
