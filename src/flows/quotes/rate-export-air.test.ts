// Export-air rates come from rate cards and from carriers. If a carrier fails, its rates of the last hour are still offered.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bookWith, bowls, ratesFor, toBritain } from '../../../test/support/samples/priced-quotes.ts'
import { SAMPLE_NOW, sampleBusiness, sampleQuote, sampleRate } from '../../../test/support/samples/samples.ts'
import type { CarrierRate, RateAnswer, RateRequest, RemoteCarrier } from '../../carriers/carrier.ts'
import { CarrierFailure } from '../../carriers/carrier.ts'
import type { AirCargo } from '../../domain/pricing/cargo.ts'
import type { PriceBook } from '../../domain/pricing/pricing.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Deps } from '../deps.ts'
import type { Offer, RatableExport } from './rate-quote.ts'
import { rateExportAir } from './rate-quote.ts'

const HOUR_MS = 3_600_000
const UNPRICED: PriceBook = { ...bookWith(), cards: [] }
const FIRST: CarrierRate = {
  carrier: 'Sample Post',
  service: 'Parcel',
  amount: '30.00',
  currency: 'USD',
  deliveryDays: 6,
  deliveryDate: '2026-11-30',
  carrierRef: { shipmentId: 'shp_1', rateId: 'rate_1' },
}

const carrier = (id: string, rate: RemoteCarrier['rate']): RemoteCarrier => ({ id, rate }) as RemoteCarrier
const answering = (id: string, { rates = [], messages = [] }: Partial<RateAnswer>) => carrier(id, async () => ({ rates, messages }))
const failing = (id: string, error: Error) =>
  carrier(id, async () => {
    throw error
  })
const failure = (kind: CarrierFailure['kind'], message: string) => new CarrierFailure(kind, message, { carrier: 'one' })

type Given = { mode?: Mode; carriers?: RemoteCarrier[]; book?: PriceBook; quote?: Partial<RatableExport> }

const rated = ({ mode = 'live', carriers = [], book = bookWith(), quote = {} }: Given): Promise<Offer> => {
  let ids = 0
  const newId = (prefix: string): string => {
    ids += 1
    return `${prefix}_${ids}`
  }
  const business = sampleBusiness()
  const caller = { businessId: business.id, business, mode, clockOffsetMs: 0, actor: 'test', requestId: 'test', at: SAMPLE_NOW }
  const asked = { ...sampleQuote({ lane: toBritain, rates: [] }), cargo: bowls, ...quote }
  return rateExportAir({ newId, carriers } as unknown as Deps, caller, asked, book, SAMPLE_NOW)
}

const amountsOf = ({ rates }: Offer): string[] => rates.map(({ amount }) => amount)
const own = ratesFor(toBritain, bowls).map(({ amount }) => amount)

const rejection = (code: string, message: string, retryAfterSeconds: number | null = null) => ({
  name: 'Rejection',
  code,
  message,
  retryAfterSeconds,
})

describe('export-air rates', () => {
  it('are asked for with what is known of both parties and of the parcel, and nothing else', async () => {
    const asked: RateRequest[] = []
    const listening = carrier('one', async (request) => {
      asked.push(request)
      return { rates: [], messages: [] }
    })
    const address = { street: '5 Allen Avenue', city: 'Ikeja', state: 'Lagos', postalCode: '100271' }
    const full = { name: 'Ikeja Crafts', phone: '+234800', email: 'crafts@example.com' }
    await rated({ carriers: [listening], quote: { sender: { ...full, address: { ...address, country: 'NG' } } } })
    const two: AirCargo = {
      mode: 'air',
      listed: true,
      pieces: [{ weightKg: 2, dimensions: { lengthCm: 30, widthCm: 20, heightCm: 15 } }, { weightKg: 3 }],
    }
    await rated({ carriers: [listening], quote: { recipient: { address: { country: 'GB' } }, cargo: two } })
    const nobody = { name: '', street: '', city: '' }
    assert.equal(asked[0]!.reference, 'pq_sample')
    assert.deepEqual(asked[0]!.from, { ...full, ...address, country: 'NG' })
    assert.deepEqual(asked[0]!.parcel, { weightKg: 2.4, lengthCm: 30, widthCm: 20, heightCm: 15, description: 'Carved wooden bowls' })
    assert.deepEqual(asked[1]!.to, { ...nobody, country: 'GB' })
    assert.deepEqual(asked[1]!.parcel, { weightKg: 5 })
  })

  it('are those of the cards and of the carriers together, cheapest first, each carrier’s with what buys it', async () => {
    const cheap = { ...FIRST, service: 'Slow', amount: '9.00', deliveryDays: null, deliveryDate: null }
    const offer = await rated({ carriers: [answering('one', { rates: [FIRST] }), answering('two', { rates: [cheap] })] })
    assert.deepEqual(amountsOf(offer), ['12600.00', ...own.slice(0, 1), '42000.00', ...own.slice(1)])
    assert.deepEqual([offer.rateMessages, offer.selectedRate], [[], null])
    assert.deepEqual(offer.rates[0]!.offer, { carrierId: 'two', shipmentId: 'shp_1', rateId: 'rate_1', amount: '9.00', currency: 'USD' })
    assert.partialDeepStrictEqual(offer.rates[2], {
      carrier: 'Sample Post',
      service: 'Parcel',
      estimatedDeliveryDays: 6,
      estimatedDeliveryDate: '2026-11-30',
      createdAt: SAMPLE_NOW,
    })
  })

  it('may be one alone', async () => {
    assert.deepEqual(amountsOf(await rated({ book: UNPRICED, carriers: [answering('one', { rates: [FIRST] })] })), ['42000.00'])
    assert.deepEqual(amountsOf(await rated({ carriers: [answering('one', { rates: [FIRST] })] })).length, own.length + 1)
  })

  it('are the operator’s own in test mode, where no carrier is asked', async () => {
    const offer = await rated({ mode: 'test', carriers: [failing('one', new Error('asked in test mode'))] })
    assert.deepEqual([amountsOf(offer), offer.rateMessages], [own, []])
  })

  it('are the rehearsed carrier’s alone where a quote in test mode rehearses one', async () => {
    const quote = { clientReference: 'rehearse:purchase_refused' }
    const namesOf = async (mode: Mode) => (await rated({ mode, quote })).rates.map((rate) => rate.carrier)
    assert.deepEqual(await namesOf('test'), ['Rehearsal Air'])
    assert.equal((await namesOf('live')).length, own.length)
  })

  it('that no card gives are left to the carriers, in live mode', async () => {
    const unserved = rejection('LANE_NOT_SERVED', 'No rate card prices 2.4 kg by air from Nigeria to United Kingdom.')
    const carriers = [answering('one', { rates: [FIRST] })]
    assert.deepEqual(amountsOf(await rated({ book: UNPRICED, carriers })), ['42000.00'])
    await assert.rejects(rated({ book: UNPRICED }), unserved)
    await assert.rejects(rated({ mode: 'test', book: UNPRICED, carriers }), unserved)
  })

  it('are not left to the carriers where the cards fail in another way', async () => {
    for (const error of [new TypeError('a mistake in the code'), new Rejection('OVERLOADED')]) {
      const broken: PriceBook = {
        ...bookWith(),
        get cards(): never {
          throw error
        },
      }
      await assert.rejects(rated({ book: broken, carriers: [answering('one', { rates: [FIRST] })] }), error)
    }
  })

  it('are refused, to be asked for again soon, while any carrier fails and nobody else has one', async () => {
    const down = failing('one', failure('unavailable', 'Closed.'))
    const without = answering('two', { messages: [{ carrier: 'Sample Post', reason: 'No such place.' }] })
    for (const carriers of [[down], [down, without]])
      await assert.rejects(rated({ book: UNPRICED, carriers }), rejection('CARRIER_UNAVAILABLE', 'No carrier is available for rates.', 5))
  })

  it('are refused for good, with each reason, where all carriers have answered', async () => {
    const refusing = failing('one', failure('rejected', 'No account.'))
    const without = answering('two', { messages: [{ carrier: 'Sample Post', reason: 'No such place.' }] })
    await assert.rejects(
      rated({ book: UNPRICED, carriers: [refusing, without] }),
      rejection('LANE_NOT_SERVED', 'No carrier serves this lane with this cargo. one: No account. Sample Post: No such place.'),
    )
  })

  it('of a carrier that fails stay for their hour, and the reason is told', async () => {
    const offered = (id: string, carrierId: string, age: number) =>
      sampleRate({
        id,
        createdAt: SAMPLE_NOW - age,
        offer: { carrierId, shipmentId: 'shp', rateId: 'rate', amount: '1.00', currency: 'USD' },
      })
    const rates = [
      sampleRate({ id: 'rate_own' }),
      offered('rate_fresh', 'one', HOUR_MS),
      offered('rate_old', 'one', HOUR_MS + 1),
      offered('rate_other', 'two', 0),
    ]
    const carriers = [failing('one', failure('unavailable', 'Closed.'))]
    const offer = await rated({ book: UNPRICED, carriers, quote: { rates } })
    assert.deepEqual(offer.rates, [rates[1]])
    assert.deepEqual(offer.rateMessages, [{ carrier: 'one', reason: 'Closed.' }])
  })

  it('in a currency without an exchange rate are told of, and the others stand', async () => {
    const messages = [{ carrier: 'Sample Post', reason: 'No zip code.' }]
    const euro = { ...FIRST, service: 'Euro', currency: 'EUR' }
    const offer = await rated({ book: UNPRICED, carriers: [answering('one', { rates: [euro, FIRST], messages })] })
    assert.deepEqual(amountsOf(offer), ['42000.00'])
    const reason = 'No EUR/NGN exchange rate is in force.'
    assert.deepEqual(offer.rateMessages, [...messages, { carrier: 'Sample Post', service: 'Euro', reason }])
  })

  it('are none where the code fails: no mistake counts as an answer', async () => {
    const mistake = new TypeError('a mistake in the code')
    await assert.rejects(rated({ carriers: [failing('one', mistake)] }), mistake)
    await assert.rejects(rated({ carriers: [answering('one', { rates: [{ ...FIRST, amount: 'much' }] })] }), /DecimalError/)
  })
})
