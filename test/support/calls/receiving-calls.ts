// Calls shared by tests of receiving.

import sharp from 'sharp'
import { importAir } from '../samples/requests.ts'
import type { Answer, CallOptions, Tenant, Waybill } from '../server/waybill.ts'
import type { Json } from './quote-calls.ts'
import { bookedQuote } from './quote-calls.ts'
import type { OpsCaller } from './staff-calls.ts'
import { opsCaller } from './staff-calls.ts'

export type Dock = OpsCaller

export const atDock = (waybill: Waybill): Promise<Dock> => opsCaller(waybill, 'warehouse')

export type Booking = { quoteId: string; quote: Json; ids: string[]; numbers: string[] }

export const book = async (tenant: Tenant, parcel: object, options?: CallOptions): Promise<Booking> => {
  const quote = await bookedQuote(tenant, parcel, options)
  const parcels: Json[] = quote.parcel_details.parcels
  return {
    quoteId: quote.parcel_quote_id,
    quote,
    ids: parcels.map(({ parcel_id }) => parcel_id),
    numbers: parcels.map(({ parcel_number }) => parcel_number),
  }
}

export type Photographed = { packageId: string; receiptId: string; photoId: string }

/** Books and receives a package, and uploads a photo to the receipt. */
export const photographed = async (waybill: Waybill, tenant: Tenant, options?: CallOptions): Promise<Photographed> => {
  const dock = await atDock(waybill)
  const { ids, numbers } = await book(tenant, importAir(), options)
  const { receipt } = await dock.done('/receipts', { code: numbers[0] })
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 200, g: 120, b: 30 } } })
    .jpeg()
    .toBuffer()
  const path = `/ops/v1/receipts/${receipt.receipt_id}/photos`
  const { json } = await waybill.call('POST', path, undefined, {
    rawBody: picture,
    headers: { ...dock.headers, 'content-type': 'image/jpeg' },
  })
  return { packageId: ids[0]!, receiptId: receipt.receipt_id, photoId: json.photo_id }
}

export const live = (tenant: Tenant): CallOptions => ({ key: tenant.liveKey })

export const fieldsOf = (answer: Answer): string[] => (answer.json.details ?? []).map(({ field }: Json) => field).sort()
