// Photos are turned upright, re-encoded without metadata, and limited in size and number. Other files are refused.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book } from '../../support/calls/receiving-calls.ts'
import { newClient, receiveFor, repackInto } from '../../support/calls/repack-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })

const SIDE = 9_000
/** A small file that would decode to 81 MB. */
const tooManyPixels = () =>
  sharp(new Uint8Array(SIDE * SIDE), { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()

forOneEngine((engine) => {
  describe('photos', () => {
    let waybill: Waybill
    let tenant: Tenant
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const send = (path: string, bytes: Uint8Array, type = 'image/jpeg'): Promise<Answer> =>
      waybill.call('POST', `/ops/v1${path}`, undefined, { rawBody: bytes, headers: { ...dock.headers, 'content-type': type } })

    const newReceipt = async (): Promise<string> => {
      const { numbers } = await book(tenant, importAir())
      const { receipt } = await dock.done('/receipts', { code: numbers[0] })
      return `/receipts/${receipt.receipt_id}/photos`
    }

    const served = async (id: string) => {
      const response = await fetch(new URL(`/ops/v1/photos/${id}`, waybill.url), { headers: { cookie: dock.cookie } })
      assert.equal(response.status, 200)
      return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
    }

    it('are stored as JPEGs of at most 1600 pixels, upright, without camera metadata', async () => {
      const path = await newReceipt()
      const given = await picture(2_000, 1_000)
        .withExif({ IFD0: { Copyright: 'secret place' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
      const { json: photo, status } = await send(path, given)
      assert.equal(status, 201)
      assert.partialDeepStrictEqual(photo, { content_type: 'image/jpeg', width: 800, height: 1_600, taken_by: dock.staff.id })
      const { headers, bytes } = await served(photo.photo_id)
      assert.equal(headers.get('content-type'), 'image/jpeg')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
      const { format, width, height, exif, orientation } = await sharp(bytes).metadata()
      assert.deepEqual(
        { format, width, height, exif, orientation },
        { format: 'jpeg', width: 800, height: 1_600, exif: undefined, orientation: undefined },
      )
      assert.ok(!bytes.includes('secret place'))
      assert.deepEqual(await dock.get(path), [photo])
    })

    it('may be PNG and WebP too, and of an unidentified parcel', async () => {
      const { unidentified_parcel_id: id } = await dock.done('/unidentified_parcels')
      const path = `/unidentified_parcels/${id}/photos`
      for (const [type, bytes] of [
        ['image/png', await picture(40, 30).png().toBuffer()],
        ['image/webp', await picture(40, 30).webp().toBuffer()],
      ] as const) {
        const { json, status } = await send(path, bytes, type)
        assert.deepEqual([status, json.width, json.height], [201, 40, 30], type)
      }
      assert.equal((await dock.get(path)).length, 2)
    })

    it('are listed separately as before and after a repack', async () => {
      const client = await newClient(waybill)
      const parcels = [await receiveFor(dock, client, { weight: 2 }), await receiveFor(dock, client, { weight: 3 })]
      const { repack } = await repackInto(dock, parcels, { weight: 5 })
      const path = `/repacks/${repack.repack_id}/photos`
      const taken: Json[] = []
      for (const [moment, width] of [
        ['before', 40],
        ['before', 50],
        ['after', 60],
      ] as const) {
        const { status, json } = await send(`${path}?moment=${moment}`, await picture(width, 30).jpeg().toBuffer())
        assert.deepEqual([status, json.moment, json.width], [201, moment, width])
        taken.push(json)
      }
      assert.deepEqual(await dock.get(path), taken)
      for (const { photo_id: id, width } of taken) assert.equal((await sharp((await served(id)).bytes).metadata()).width, width)
      assert.equal((await send(`${path}?moment=during`, await picture(10, 10).jpeg().toBuffer())).status, 422)
      await dock.done(`/repacks/${repack.repack_id}/undo`)
      assert.deepEqual(await dock.get(path), taken, 'undone, they stay on record')
    })

    it('are refused when they are no image, truncated, or would decode to too many pixels', async () => {
      const path = await newReceipt()
      const jpeg = await picture(400, 400).jpeg().toBuffer()
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
      const refused: [string, Uint8Array][] = [
        ['text', Buffer.from('hello')],
        ['svg', svg],
        ['cut off', jpeg.subarray(0, jpeg.length / 2)],
        ['only a beginning', jpeg.subarray(0, 20)],
        ['too many pixels', await tooManyPixels()],
      ]
      for (const [what, bytes] of refused) {
        const { status, json } = await send(path, bytes)
        assert.deepEqual([status, json.code], [422, 'VALIDATION_FAILED'], what)
      }
      assert.deepEqual(await dock.get(path), [])
    })

    it('are refused above 8 MiB, or with another content type', async () => {
      const path = await newReceipt()
      assert.equal((await send(path, Buffer.alloc(8 * 1024 * 1024 + 1))).status, 413)
      const jpeg = await picture(10, 10).jpeg().toBuffer()
      for (const type of ['image/svg+xml', 'application/octet-stream']) assert.equal((await send(path, jpeg, type)).status, 415, type)
      assert.equal((await send(path, Buffer.from('{}'), 'application/json')).status, 415)
      assert.equal((await dock.post(path.replace('photos', 'undo'), {})).status, 200, 'other routes read JSON as before')
    })

    it('are at most ten per receipt, even when sent at once', async () => {
      const path = await newReceipt()
      const jpeg = await picture(10, 10).jpeg().toBuffer()
      const answers = await Promise.all(Array.from({ length: 14 }, () => send(path, jpeg)))
      const statuses = answers.map(({ status }) => status)
      assert.deepEqual([statuses.filter((each) => each === 201).length, statuses.filter((each) => each === 422).length], [10, 4])
      assert.equal((await dock.get(path)).length, 10)
    })

    it('are stored once per Idempotency-Key', async () => {
      const path = await newReceipt()
      const jpeg = await picture(10, 10).jpeg().toBuffer()
      const headers = { ...dock.headers, 'content-type': 'image/jpeg', 'idempotency-key': path }
      const once = () => waybill.call('POST', `/ops/v1${path}`, undefined, { rawBody: jpeg, headers })
      const [first, second]: Json[] = [(await once()).json, (await once()).json]
      assert.deepEqual(second, first)
      assert.equal((await dock.get(path)).length, 1)
    })
  })
})
