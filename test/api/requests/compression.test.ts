// Answers over 1 KiB are compressed if the client accepts compression. The decompressed content is the same.

import assert from 'node:assert/strict'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

type Read = { encoding: string | undefined; vary: string | undefined; bytes: Buffer }

describe('answers', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      await newQuote(tenant, exportAir())
    })
    after(() => waybill.close())

    const read = (
      path: string,
      accepted: string | null,
      headers: Record<string, string> = { 'x-api-key': tenant.testKey },
    ): Promise<Read> => {
      const { promise, resolve, reject } = Promise.withResolvers<Read>()
      const more = accepted === null ? {} : { 'accept-encoding': accepted }
      const sent = get(`${waybill.url}${path}`, { headers: { ...headers, ...more } }, (response) => {
        const { 'content-encoding': encoding, vary } = response.headers
        buffer(response).then((bytes) => resolve({ encoding, vary, bytes }), reject)
      })
      sent.on('error', reject)
      return promise
    }

    for (const [accepted, encoding, unpack] of [
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ] as const) {
      it(`are ${encoding} for "${accepted}", cached ones too`, async () => {
        const plain = await read('/v1/parcel_quotes', null)
        assert.ok(plain.bytes.length > 1024)
        for (let reads = 0; reads < 2; reads++) {
          const packed = await read('/v1/parcel_quotes', accepted)
          assert.deepEqual([packed.encoding, packed.vary], [encoding, 'accept-encoding'])
          assert.ok(packed.bytes.length < plain.bytes.length)
          assert.deepEqual(JSON.parse(String(unpack(packed.bytes))), JSON.parse(String(plain.bytes)))
        }
      })
    }

    it('are not compressed if the client accepts neither, or below one kibibyte', async () => {
      for (const accepted of [null, 'identity', 'gzip;q=0, deflate']) {
        const { encoding, vary } = await read('/v1/parcel_quotes', accepted)
        assert.deepEqual([encoding, vary], [undefined, 'accept-encoding'])
      }
      const short = await read('/v1/test_clock', 'gzip, br')
      assert.deepEqual([short.encoding, short.vary], [undefined, undefined])
    })

    it('are replayed for an Idempotency-Key with the same content, in any encoding that the repeat accepts', async () => {
      const send = (accepted: string) =>
        tenant.post('/v1/parcel_quotes', { parcel: exportAir() }, { headers: { 'idempotency-key': 'packed', 'accept-encoding': accepted } })
      const bytesOf = async (accepted: string) => {
        const answer = await fetch(`${waybill.url}/v1/parcel_quotes`, {
          method: 'POST',
          headers: {
            'x-api-key': tenant.testKey,
            'content-type': 'application/json',
            'idempotency-key': 'packed',
            'accept-encoding': accepted,
          },
          body: JSON.stringify({ parcel: exportAir() }),
        })
        return { encoding: answer.headers.get('content-encoding'), json: await answer.json() }
      }
      const first = await send('identity')
      assert.equal(first.status, 201)
      assert.deepEqual(await bytesOf('gzip'), { encoding: 'gzip', json: first.json })
    })

    it('to staff are compressed alike', async () => {
      const staff = await signedIn(waybill, 'admin')
      const plain = await staff.call('GET', '/ops/v1/quotes?mode=test')
      assert.ok(plain.text.length > 1024)
      assert.equal(plain.headers.get('vary'), 'accept-encoding')
    })
  })
})
