// Requests that create_shipment refuses in every flow; the quote stays unchanged.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, cancelQuote, createShipment, getQuote, HOUR_MS, newQuote } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const FLOWS = [
  { flow: 'export air', parcel: exportAir() },
  { flow: 'import air', parcel: importAir() },
  { flow: 'import ocean', parcel: importOcean() },
  { flow: 'export ocean', parcel: exportOcean() },
]

const firstRate = (quote: Json): string => (quote.rates[0] ?? quote.selected_rate).id

describe('create_shipment refuses', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    for (const { flow, parcel } of FLOWS) {
      it(`${flow}: a quote that is already booked, and its booking stays`, async () => {
        const tenant = await waybill.newTenant()
        const booked = await bookedQuote(tenant, parcel)
        for (const body of [{}, { rate_id: booked.selected_rate.id }]) {
          assertRejected(await createShipment(tenant, booked.parcel_quote_id, body), 'QUOTE_ALREADY_BOOKED')
        }
        waybill.time.advance(HOUR_MS + 1)
        assertRejected(await createShipment(tenant, booked.parcel_quote_id, { rate_id: booked.selected_rate.id }), 'QUOTE_ALREADY_BOOKED')
        assert.deepEqual(await getQuote(tenant, booked.parcel_quote_id), booked)
        assert.equal((await tenant.get('/v1/packages')).json.length, 1)
      })

      it(`${flow}: a cancelled quote, with a valid rate or without [quote-transition.6] [errors.6]`, async () => {
        const tenant = await waybill.newTenant()
        const quote = await newQuote(tenant, parcel)
        const { json: cancelled } = await cancelQuote(tenant, quote.parcel_quote_id)
        for (const body of [{}, { rate_id: firstRate(quote) }]) {
          assertRejected(await createShipment(tenant, quote.parcel_quote_id, body), 'QUOTE_CANCELLED')
        }
        assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), cancelled)
        assert.deepEqual((await tenant.get('/v1/packages')).json, [])
      })

      it(`${flow}: a rate of another quote [create-shipment]`, async () => {
        const [tenant, stranger] = [await waybill.newTenant(), await waybill.newTenant()]
        const quote = await newQuote(tenant, parcel)
        const foreign = [
          firstRate(await newQuote(tenant, parcel)),
          firstRate(await newQuote(tenant, parcel, { key: tenant.liveKey })),
          firstRate(await newQuote(stranger, parcel)),
          quote.parcel_quote_id,
          'rate_00000000000000000000000000',
          'économique',
        ]
        for (const rateId of foreign) {
          assertRejected(await createShipment(tenant, quote.parcel_quote_id, { rate_id: rateId }), 'RATE_NOT_FOUND')
        }
        assert.deepEqual((await tenant.get('/v1/parcel_quotes')).json.at(-1), quote)
      })
    }

    it('a rate that another quote showed before a refresh [create-shipment]', async () => {
      const [tenant, stranger] = [await waybill.newTenant(), await waybill.newTenant()]
      const quote = await newQuote(tenant, exportAir())
      for (const owner of [tenant, stranger]) {
        const other = await newQuote(owner, exportAir())
        await getQuote(owner, other.parcel_quote_id)
        assertRejected(await createShipment(tenant, quote.parcel_quote_id, { rate_id: firstRate(other) }), 'RATE_NOT_FOUND')
      }
    })

    for (const rateId of [17, true, ['rate_x'], { id: 'rate_x' }, 'x'.repeat(256), 'a\0b']) {
      it(`a rate_id that is ${JSON.stringify(rateId).slice(0, 20)}`, async () => {
        const tenant = await waybill.newTenant()
        const quote = await newQuote(tenant, importOcean())
        const answer = await createShipment(tenant, quote.parcel_quote_id, { rate_id: rateId })
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(
          answer.json.details.map((detail: Json) => detail.field),
          ['rate_id'],
        )
        assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), quote)
      })
    }

    for (const body of [[], 'rate', 7]) {
      it(`a body that is ${JSON.stringify(body)}`, async () => {
        const tenant = await waybill.newTenant()
        const quote = await newQuote(tenant, importAir())
        assertRejected(await tenant.post(`/v1/packages/${quote.parcel_quote_id}/create_shipment`, body), 'VALIDATION_FAILED')
        assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), quote)
      })
    }

    it('with 404 a token that is no quote of this business and mode, such as a package token [create-shipment]', async () => {
      const [tenant, stranger] = [await waybill.newTenant(), await waybill.newTenant()]
      const booked = await bookedQuote(tenant, importAir())
      const ids = [
        (await newQuote(stranger, importAir())).parcel_quote_id,
        (await newQuote(tenant, importAir(), { key: tenant.liveKey })).parcel_quote_id,
        booked.parcel_details.parcels[0].parcel_id,
        'pq_00000000000000000000000000',
        'nonsense',
      ]
      for (const id of ids) {
        const answer = await createShipment(tenant, id)
        assert.equal(answer.status, 404, answer.text)
        assert.equal(answer.json.code, 'NOT_FOUND')
        assert.equal(typeof answer.json.error, 'string')
      }
      assert.equal((await getQuote(stranger, ids[0]!)).status, 'pending')
    })

    it('with 401 a request without a key', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, importAir())
      assert.equal((await createShipment(tenant, quote.parcel_quote_id, {}, { key: null })).status, 401)
      assert.equal((await getQuote(tenant, quote.parcel_quote_id)).status, 'pending')
    })
  })
})
