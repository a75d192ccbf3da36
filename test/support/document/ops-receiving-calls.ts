// Sends requests to every operation on receiving parcels, including uploads of images and requests that are refused.

import sharp from 'sharp'
import { newCustomer } from '../calls/package-calls.ts'
import { book } from '../calls/receiving-calls.ts'
import { importAir, importOcean } from '../samples/requests.ts'
import type { Waybill } from '../server/waybill.ts'
import type { Call } from './v1-calls.ts'

export const callReceiving = async (call: Call, waybill: Waybill, headers: Record<string, string>): Promise<void> => {
  const tenant = await waybill.newTenant()
  const parts = await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 5, volume: 2.5 }] }))
  const [partId, partNumber] = [parts.ids[0]!, parts.numbers[0]!]
  const { address_suffix: suffix } = await newCustomer(tenant, { address_suffix: 'STORY5' })
  for (const code of [partNumber, parts.quote.reference, 'nothing']) await call(`GET /ops/v1/scan?code=${code}`)
  for (const code of [suffix, 'STORYS']) await call(`GET /ops/v1/scan?mode=test&code=${code}`)
  await call('GET /ops/v1/scan')

  await call('POST /ops/v1/receipts/preview', '', { code: partNumber, pieces: 3, volume: 1.6 })
  await call('POST /ops/v1/receipts/preview', '', { customer_id: suffix, mode: 'test' })
  await call('POST /ops/v1/receipts', '', { code: partNumber, pieces: 3, volume: 160 })
  await call('POST /ops/v1/receipts', '', { code: partNumber, pieces: 3, volume: 1.6 })
  await call('POST /ops/v1/packages/{id}/close_short', partId)
  await call('POST /ops/v1/packages/{id}/close_short', partId, { reason: 'Two were lost' })
  await call('POST /ops/v1/receipts', '', { code: partNumber })
  await call('GET /ops/v1/receipts?mode=test')
  await call('GET /ops/v1/packages/{id}/receipts', partId)
  for (const suffix of ['pdf', 'png']) await call(`GET /ops/v1/packages/{id}/label.${suffix}`, partId)
  await call(`GET /ops/v1/packages/labels.pdf?ids=${partId}`)

  const { receipt, package: parcel } = await call('POST /ops/v1/receipts', '', { customer_id: suffix, mode: 'test', weight: 2 })
  await call('POST /ops/v1/packages/{id}/price', parcel.parcel_id, { transport_mode: 'air', weight: 3 })
  await call('POST /ops/v1/packages/{id}/price', parcel.parcel_id, { transport_mode: 'ocean' })
  await call('POST /ops/v1/packages/{id}/waive_price', parcel.parcel_id)
  await call('POST /ops/v1/packages/{id}/waive_price', parcel.parcel_id, { reason: 'A gift of the house' })
  await call('GET /ops/v1/packages?unpriced=true')
  await call('POST /ops/v1/packages/{id}/destination', parcel.parcel_id, { country: 'GH' })
  await call('POST /ops/v1/packages/{id}/destination', parcel.parcel_id, { country: 'NG' })
  const { unidentified_parcel_id: id } = await call('POST /ops/v1/unidentified_parcels', '', {
    mode: 'test',
    label_text: 'torn',
    weight: 12,
  })
  const { unidentified_parcel_id: lost } = await call('POST /ops/v1/unidentified_parcels', '')
  await call(`GET /ops/v1/scan?code=${id}`)
  await call('GET /ops/v1/unidentified_parcels')
  await call('GET /ops/v1/unidentified_parcels/{id}', id)

  const rawBody = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer()
  const image = { rawBody, headers: { ...headers, 'content-type': 'image/jpeg' } }
  for (const [owner, ownerId] of [
    ['packages', parcel.parcel_id],
    ['receipts', receipt.receipt_id],
    ['unidentified_parcels', id],
  ]) {
    await call(`POST /ops/v1/${owner}/{id}/photos`, ownerId, undefined, image)
    const [photo] = await call(`GET /ops/v1/${owner}/{id}/photos`, ownerId)
    await call('GET /ops/v1/photos/{id}', photo.photo_id)
    await call('GET /v1/photos/{id}', photo.photo_id, undefined, { key: tenant.testKey })
  }
  await call('PUT /ops/v1/operator/logo', '', undefined, image)

  await repackOnce(call, { customer_id: suffix, business_id: tenant.business.id, mode: 'test', transport_mode: 'air' }, image)

  const numbers = ['YT8812345678911', 'YT8812345678912']
  const csv = `customer_id,courier_numbers,description\n${numbers.map((number) => `${suffix},${number},Shoes`).join('\n')}\n`
  const imported = await call('POST /ops/v1/inbound_parcels/import', '', { business_id: tenant.business.id, mode: 'test', csv })
  await call('POST /ops/v1/inbound_parcels/import', '', { business_id: tenant.business.id, mode: 'test', csv, dry_run: true })
  await call(`GET /ops/v1/scan?mode=test&code=${numbers[0]}`)
  await call('POST /ops/v1/receipts', '', { code: numbers[0], mode: 'test', weight: 2 })
  const [, unwanted] = imported.inbound_parcels
  await call('GET /ops/v1/inbound_parcels?mode=test')
  await call('GET /ops/v1/inbound_parcels/{id}', unwanted.inbound_parcel_id)
  await call('POST /ops/v1/inbound_parcels/{id}/cancel', unwanted.inbound_parcel_id, { comment: 'Sent back' })

  const awaited = await book(tenant, importAir())
  await call('POST /ops/v1/unidentified_parcels/{id}/assign', id, { code: awaited.numbers[0] })
  await call('POST /ops/v1/unidentified_parcels/{id}/discard', lost)
  await call('POST /ops/v1/unidentified_parcels/{id}/discard', lost, { reason: 'Rotten fruit' })
  await call('POST /ops/v1/receipts/{id}/undo', receipt.receipt_id, { reason: 'Wrong customer' })
  await call('POST /ops/v1/receipts/{id}/undo', receipt.receipt_id)
}

/** Sends requests to the operations on repacks and splits, including requests that are refused. */
const repackOnce = async (call: Call, target: object, image: Parameters<Call>[3]): Promise<void> => {
  const ids: string[] = []
  for (const weight of [2, 3]) ids.push((await call('POST /ops/v1/receipts', '', { ...target, weight })).package.parcel_id)
  await call('POST /ops/v1/repacks', '', { package_ids: ids })
  const { repack } = await call('POST /ops/v1/repacks', '', { package_ids: ids, weight: 5 })
  await call('GET /ops/v1/repacks/{id}', repack.repack_id)
  await call('POST /ops/v1/repacks/{id}/photos', repack.repack_id, undefined, image)
  await call('POST /ops/v1/repacks/{id}/photos?moment=before', repack.repack_id, undefined, image)
  await call('GET /ops/v1/repacks/{id}/photos', repack.repack_id)
  await call('POST /ops/v1/repacks/{id}/undo', repack.repack_id, { reason: 'The wrong carton' })
  await call('POST /ops/v1/repacks/{id}/undo', repack.repack_id)
  await call('POST /ops/v1/packages/{id}/split', ids[0], { parts: [{ weight: 1 }] })
  await call('POST /ops/v1/packages/{id}/split', ids[0], { parts: [{ weight: 1 }, { weight: 1 }] })
}
