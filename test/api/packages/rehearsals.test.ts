// Rehearsals: special values sent with a test key trigger every failure that an integration must handle. With a live key the values have no effect.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { REHEARSALS } from '../../../src/domain/quotes/rehearsal.ts'
import { settlePurchases } from '../../../src/flows/booking/settle-purchases.ts'
import { createSender } from '../../../src/webhooks/sender.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, createShipment, getQuote, newQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { chinaSender, exportAir, exportOcean, importAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const asking = (rehearsal: string) => ({ client_reference: `rehearse:${rehearsal}` })

forOneEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  const quoted = (rehearsal: string, parcel: (more: object) => object = exportAir, options?: object): Promise<Answer> =>
    tenant.post('/v1/parcel_quotes', { parcel: parcel(asking(rehearsal)) }, options)
  const book = (quote: Json, options?: object): Promise<Answer> =>
    createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id }, options)

  describe('a quote', () => {
    it('has no rates, with the reason', async () => {
      for (const parcel of [exportAir, importAir]) {
        const answer = await quoted('no_rates', parcel)
        assertRejected(answer, 'LANE_NOT_SERVED')
        assert.match(answer.json.errors[0], /too heavy/)
      }
    })

    it('gets a carrier that is not available', async () => {
      const answer = await quoted('rates_unavailable')
      assert.deepEqual([answer.status, answer.json.code], [503, 'CARRIER_UNAVAILABLE'])
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
    })

    it('gets an inactive customer, reported on the field that names it', async () => {
      const { address_suffix } = await newCustomer(tenant)
      const answer = await tenant.post('/v1/parcel_quotes', { parcel: importAir({ address_suffix, ...asking('customer_inactive') }) })
      assertRejected(answer, 'CUSTOMER_INACTIVE')
      assert.equal(answer.json.details[0].field, 'parcel.address_suffix')
      assert.equal(
        (await quoted('customer_inactive', (more) => importAir({ sender: { ...chinaSender, name: '1688' }, ...more }))).json.details[0]
          .field,
        'parcel.client_reference',
      )
    })

    it('is refused for an unknown or impossible rehearsal, together with its other problems', async () => {
      const cases: [object, RegExp][] = [
        [exportAir(asking('purchase_refuse')), /is not a known rehearsal.*rehearse:purchase_refused/],
        [exportOcean(asking('purchase_refused')), /only export air/],
      ]
      for (const [parcel, message] of cases) {
        const answer = await tenant.post('/v1/parcel_quotes', { parcel: { ...parcel, recipient: undefined } })
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(answer.json.details.map(({ field }: Json) => field).sort(), ['parcel.client_reference', 'parcel.recipient'])
        assert.match(answer.json.errors.join(' '), message)
      }
    })
  })

  describe('a purchase', () => {
    it('is refused, and the quote can be cancelled or tried again', async () => {
      const quote = (await quoted('purchase_refused')).json
      assert.deepEqual(
        quote.rates.map(({ carrier }: Json) => carrier),
        ['Rehearsal Air'],
      )
      assertRejected(await book(quote), 'CARRIER_REJECTED')
      assertRejected(await book(quote), 'CARRIER_REJECTED')
      assert.equal((await getQuote(tenant, quote.parcel_quote_id)).status, 'pending')
    })

    it('gets a carrier that is not available, and nothing is bought', async () => {
      const quote = (await quoted('purchase_unavailable')).json
      const answer = await book(quote)
      assert.deepEqual([answer.status, answer.json.code], [503, 'CARRIER_UNAVAILABLE'])
      assert.equal((await getQuote(tenant, quote.parcel_quote_id)).status, 'pending')
    })

    it('has an unknown outcome and turns out to be bought: the repeat under its key is answered 200, with a label', async () => {
      const quote = (await quoted('purchase_unknown_bought')).json
      const headers = { 'idempotency-key': `book ${quote.parcel_quote_id}` }
      const first = await book(quote, { headers })
      assert.deepEqual([first.status, first.json.code], [503, 'CARRIER_OUTCOME_PENDING'])
      assert.equal((await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id })).status, 409)
      assert.ok((await settlePurchases(waybill.deps)) > 0)
      const repeat = await book(quote, { headers })
      assert.deepEqual([repeat.status, repeat.json.status, repeat.json.selected_rate.id], [200, 'booked', quote.rates[0].id])
      assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), repeat.json)
      const label = await waybill.call('GET', new URL(repeat.json.label_url).pathname)
      assert.deepEqual([label.status, label.headers.get('content-type')], [200, 'application/pdf'])
    })

    it('has an unknown outcome and turns out not to be bought: the quote is pending again', async () => {
      const quote = (await quoted('purchase_unknown_not_bought')).json
      assert.equal((await book(quote)).json.code, 'CARRIER_OUTCOME_PENDING')
      assert.ok((await settlePurchases(waybill.deps)) > 0)
      const read = await getQuote(tenant, quote.parcel_quote_id)
      assert.equal(read.status, 'pending')
      assert.equal((await book(read)).json.code, 'CARRIER_OUTCOME_PENDING', 'it can be booked, and fails in the same way')
    })
  })

  for (const [rehearsal, status, code] of [
    ['overloaded', 503, 'OVERLOADED'],
    ['rate_limited', 429, 'RATE_LIMITED'],
  ] as const) {
    it(`${rehearsal}: ${status} ${code} wherever a reference can be sent, and only once per key`, async () => {
      const customer = await newCustomer(tenant)
      const attempts = [
        () => quoted(rehearsal),
        () => tenant.post('/v1/parcel-customers', { parcel_customer: asking(rehearsal) }),
        () => tenant.get(`/v1/packages?client_reference=rehearse:${rehearsal}`),
        () =>
          waybill.call(
            'PATCH',
            `/v1/parcel-customers/${customer.parcel_customer_id}`,
            { parcel_customer: asking(rehearsal) },
            { key: tenant.testKey },
          ),
      ]
      for (const attempt of [...attempts, ...attempts]) {
        const answer = await attempt()
        assert.deepEqual([answer.status, answer.json.code, answer.headers.get('retry-after')], [status, code, '1'])
      }
      const headers = { 'idempotency-key': rehearsal }
      assert.equal((await quoted(rehearsal, exportAir, { headers })).status, status)
      const second = await quoted(rehearsal, exportAir, { headers })
      assert.equal(second.status, 201)
      assert.equal((await quoted(rehearsal, exportAir, { headers })).json.parcel_quote_id, second.json.parcel_quote_id)
    })
  }

  it('does nothing in live mode: the value is an ordinary reference', async () => {
    const options = { key: tenant.liveKey }
    for (const rehearsal of [...Object.keys(REHEARSALS), 'nothing known']) {
      const quote = await newQuote(tenant, exportAir(asking(rehearsal)), options)
      assert.equal(quote.client_reference, `rehearse:${rehearsal}`)
      assert.ok(quote.rates.every(({ carrier }: Json) => carrier !== 'Rehearsal Air'))
      const answer = await createShipment(tenant, quote.parcel_quote_id, { rate_id: quote.rates[0].id }, options)
      assert.equal(answer.json.status, 'booked', answer.text)
      const { json: listed } = await tenant.get(`/v1/packages?client_reference=rehearse:${encodeURIComponent(rehearsal)}`, options)
      assert.equal(listed.length, 1)
    }
  })
})

describe('a webhook to rehearse.invalid', () => {
  const send = async (url: string, mode: 'test' | 'live') => {
    const lookup = ((_host: string, _options: object, done: (error: Error) => void) => done(new Error('no such host'))) as never
    const sender = createSender({ rules: { allow: [], loopbackInTest: true }, userAgent: 'test', lookup })
    const outcome = await sender.send({ url, mode, headers: {}, body: '{}' }, new AbortController().signal)
    sender.close()
    return outcome
  }

  for (const [path, expected] of [
    ['503', { responseStatus: 503, error: null }],
    ['410', { responseStatus: 410, error: null }],
    ['204', { responseStatus: 204, error: null }],
    ['timeout', { responseStatus: null, error: 'The receiver did not answer in time (rehearsed).' }],
    ['unreachable', { responseStatus: null, error: 'The receiver cannot be reached (rehearsed).' }],
  ] as const)
    it(`ends as /${path} says, in test mode only`, async () => {
      assert.partialDeepStrictEqual(await send(`https://rehearse.invalid/${path}`, 'test'), expected)
      const live = await send(`https://rehearse.invalid/${path}`, 'live')
      assert.equal(live.responseStatus, null)
      assert.doesNotMatch(live.error!, /rehearsed/)
    })
})
