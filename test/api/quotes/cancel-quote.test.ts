// POST /v1/parcel_quotes/{id}/cancel: only pending quotes can be cancelled, and a cancelled quote can still be read.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, cancelQuote, getQuote, HOUR_MS, iso, newQuote } from '../../support/calls/quote-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, exportOcean, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const FLOWS = [
  { flow: 'export air', parcel: exportAir() },
  { flow: 'import air', parcel: importAir() },
  { flow: 'import ocean', parcel: importOcean() },
  { flow: 'export ocean', parcel: exportOcean() },
]

describe('cancelling a quote', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    for (const { flow, parcel } of FLOWS) {
      it(`${flow}: cancels it with its reason and comment, and it stays retrievable [quote-transition.4] [cancel-quote] [quote.status] [quote.cancelled_at] [quote.closed_reason] [quote.comment] [service.2] [versioning.2026-09-04]`, async () => {
        const tenant = await waybill.newTenant()
        const now = waybill.time.freeze()
        const quote = await newQuote(tenant, parcel)
        assert.equal(quote.status, 'pending')
        assert.deepEqual([quote.cancelled_at, quote.closed_reason, quote.comment], [null, null, null])
        waybill.time.advance(1_234)

        const { status, json: cancelled } = await cancelQuote(tenant, quote.parcel_quote_id, { comment: 'The customer changed plans' })
        assert.equal(status, 200)
        assert.deepEqual(cancelled, {
          ...quote,
          status: 'cancelled',
          cancelled_at: iso(now + 1_234),
          closed_reason: 'cancelled_by_business',
          comment: 'The customer changed plans',
          updated_at: iso(now + 1_234),
        })
        waybill.time.advance(2 * HOUR_MS)
        assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), cancelled)
        assert.deepEqual((await tenant.get('/v1/parcel_quotes')).json, [])
      })

      it(`${flow}: 422 when booked, and the quote stays booked [quote-transition.5] [errors.3] [cancel-quote] [versioning.2026-09-04]`, async () => {
        const tenant = await waybill.newTenant()
        const booked = await bookedQuote(tenant, parcel)
        assertRejected(await cancelQuote(tenant, booked.parcel_quote_id, { comment: 'too late' }), 'QUOTE_ALREADY_BOOKED')
        assert.deepEqual(await getQuote(tenant, booked.parcel_quote_id), booked)
      })
    }

    it('emits the event with the new version of the quote, by which deliveries are ordered', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_quote_id: id } = await newQuote(tenant, importOcean())
      assert.equal((await cancelQuote(tenant, id)).status, 200)
      const told = await waybill.deps.db.query('select type, object_version from events where object_id = $1 order by object_version', [id])
      assert.deepEqual(
        told.map((event) => Object.values(event)),
        [
          ['quote.created', 1],
          ['quote.cancelled', 2],
        ],
      )
    })

    it('422 when already cancelled, and the first cancellation stands [errors.3] [cancel-quote] [versioning.2026-09-04]', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, importOcean())
      const { json: cancelled } = await cancelQuote(tenant, quote.parcel_quote_id, { comment: 'the first' })
      assertRejected(await cancelQuote(tenant, quote.parcel_quote_id, { comment: 'the second' }), 'QUOTE_CANCELLED')
      assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), cancelled)
    })

    it('is possible however old the rates are', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const quote = await newQuote(tenant, importOcean())
      waybill.time.advance(1_000 * HOUR_MS)
      assert.equal((await cancelQuote(tenant, quote.parcel_quote_id)).status, 200)
    })

    for (const body of [undefined, {}, { comment: null }, { comment: '' }, { comment: ' \n ' }, { unknown: 1 }]) {
      it(`has a null comment for ${JSON.stringify(body) ?? 'no body'} [quote.comment]`, async () => {
        const tenant = await waybill.newTenant()
        const quote = await newQuote(tenant, importAir())
        const { status, json: cancelled } = await tenant.post(`/v1/parcel_quotes/${quote.parcel_quote_id}/cancel`, body)
        assert.equal(status, 200)
        assert.equal(cancelled.comment, null)
        assert.equal(cancelled.closed_reason, 'cancelled_by_business')
      })
    }

    it('keeps a comment of 2,000 characters unchanged', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, importAir())
      const comment = 'ẹ “x” <b> 漢 😀 '.repeat(200).slice(0, 1_999).trimEnd().padEnd(2_000, 'z')
      const { json: cancelled } = await cancelQuote(tenant, quote.parcel_quote_id, { comment })
      assert.equal(cancelled.comment, comment)
      assert.equal((await getQuote(tenant, quote.parcel_quote_id)).comment, comment)
    })

    for (const comment of [7, false, ['x'], {}, 'x'.repeat(2_001), 'a\0b']) {
      it(`422 for a comment that is ${JSON.stringify(comment).slice(0, 20)}, and the quote stays pending`, async () => {
        const tenant = await waybill.newTenant()
        const quote = await newQuote(tenant, importAir())
        const answer = await cancelQuote(tenant, quote.parcel_quote_id, { comment })
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(
          answer.json.details.map((detail: Json) => detail.field),
          ['comment'],
        )
        assert.deepEqual(await getQuote(tenant, quote.parcel_quote_id), quote)
      })
    }

    it('404 for a quote of another business or mode, a package, or an unknown token; 401 without a key [errors.1] [errors.2] [cancel-quote]', async () => {
      const [tenant, stranger] = [await waybill.newTenant(), await waybill.newTenant()]
      const booked = await bookedQuote(tenant, importAir())
      const foreign = await newQuote(stranger, importAir())
      const live = await newQuote(tenant, importAir(), { key: tenant.liveKey })
      const parcelId = booked.parcel_details.parcels[0].parcel_id
      for (const id of [foreign.parcel_quote_id, live.parcel_quote_id, parcelId, 'pq_00000000000000000000000000', 'nonsense']) {
        const answer = await cancelQuote(tenant, id)
        assert.equal(answer.status, 404)
        assert.equal(typeof answer.json.error, 'string')
        assert.equal(answer.json.code, 'NOT_FOUND')
      }
      assert.equal((await cancelQuote(tenant, foreign.parcel_quote_id, {}, { key: null })).status, 401)
      assert.deepEqual(await getQuote(stranger, foreign.parcel_quote_id), foreign)
    })
  })
})
