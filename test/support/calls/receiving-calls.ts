// Calls shared by tests of receiving.

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

export const live = (tenant: Tenant): CallOptions => ({ key: tenant.liveKey })

export const fieldsOf = (answer: Answer): string[] => (answer.json.details ?? []).map(({ field }: Json) => field).sort()
