// Calls shared by tests of receiving.

import assert from 'node:assert/strict'
import type { Answer, CallOptions, Tenant, Waybill } from '../server/waybill.ts'
import type { Json } from './quote-calls.ts'
import { bookedQuote } from './quote-calls.ts'
import type { StaffMember } from './staff-calls.ts'
import { signedIn } from './staff-calls.ts'

export type Dock = StaffMember & {
  post(path: string, body?: object): Promise<Answer>
  /** The answer to a POST that must succeed. */
  done(path: string, body?: object): Promise<Json>
  get(path: string): Promise<Json>
}

export const atDock = async (waybill: Waybill): Promise<Dock> => {
  const staff = await signedIn(waybill, 'warehouse')
  const post = (path: string, body: object = {}) => staff.call('POST', `/ops/v1${path}`, body)
  return {
    ...staff,
    post,
    done: async (path, body) => {
      const answer = await post(path, body)
      assert.ok([200, 201].includes(answer.status), answer.text)
      return answer.json
    },
    get: async (path) => {
      const answer = await staff.call('GET', `/ops/v1${path}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.json
    },
  }
}

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
