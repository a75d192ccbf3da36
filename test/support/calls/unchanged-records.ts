// A pending quote and a booked package that must stay the same when requests are refused. Also the POST requests that could change records.

import assert from 'node:assert/strict'
import { importOcean } from '../samples/requests.ts'
import type { Tenant, Waybill } from '../server/waybill.ts'
import { bookedQuote, getQuote, newQuote } from './quote-calls.ts'
import { assertWritesNothing } from './refusals.ts'
import { newEndpoint } from './webhook-calls.ts'

export type UnchangedRecords = {
  quoteId: string
  packageId: string
  /** POST requests of /v1, with the ids of the records in `path`. `hasBody`: whether the route reads a body. */
  posts: { name: string; path: string; hasBody: boolean }[]
  /** Runs requests that should be refused, and checks that nothing changed. */
  unchangedBy<T>(work: () => Promise<T>): Promise<T>
}

export const unchangedRecords = async (waybill: Waybill, tenant: Tenant): Promise<UnchangedRecords> => {
  const quoteId: string = (await newQuote(tenant, importOcean())).parcel_quote_id
  const booked = await bookedQuote(tenant, importOcean())
  const packageId: string = booked.parcel_details.parcels[0].parcel_id
  const endpointId: string = (await newEndpoint(tenant, 'https://shop.example/')).webhook_endpoint_id
  const look = async () => ({
    quotes: [await getQuote(tenant, quoteId), await getQuote(tenant, booked.parcel_quote_id)],
    packages: (await tenant.get('/v1/packages')).json,
    endpoints: (await tenant.get('/v1/webhook_endpoints')).json,
    clock: (await tenant.get('/v1/test_clock')).json.offset_seconds,
  })
  const posts = [
    { name: 'quote creation', path: '/v1/parcel_quotes', hasBody: true },
    { name: 'estimates', path: '/v1/estimates', hasBody: true },
    { name: 'quote cancellation', path: `/v1/parcel_quotes/${quoteId}/cancel`, hasBody: true },
    { name: 'booking', path: `/v1/packages/${quoteId}/create_shipment`, hasBody: true },
    { name: 'package cancellation', path: `/v1/packages/${packageId}/cancel`, hasBody: true },
    { name: 'hold and release', path: `/v1/packages/${packageId}/notices`, hasBody: true },
    { name: 'customer creation', path: '/v1/parcel-customers', hasBody: true },
    { name: 'webhook endpoint creation', path: '/v1/webhook_endpoints', hasBody: true },
    { name: 'webhook secret rotation', path: `/v1/webhook_endpoints/${endpointId}/rotate_secret`, hasBody: true },
    { name: 'webhook test', path: `/v1/webhook_endpoints/${endpointId}/test`, hasBody: false },
    { name: 'webhook replay', path: '/v1/webhook_deliveries/replay', hasBody: true },
    { name: 'the test clock', path: '/v1/test_clock', hasBody: true },
    { name: 'test receipt', path: `/v1/test_helpers/packages/${packageId}/receive`, hasBody: true },
    { name: 'test departure', path: `/v1/test_helpers/packages/${packageId}/depart`, hasBody: false },
    { name: 'test delivery', path: `/v1/test_helpers/packages/${packageId}/deliver`, hasBody: false },
  ]
  const unchangedBy = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = await look()
    const result = await assertWritesNothing(waybill, tenant, work)
    assert.deepEqual(await look(), before)
    return result
  }
  return { quoteId, packageId, posts, unchangedBy }
}
