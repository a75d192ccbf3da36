// Creates one record of each kind for a business, and lists every operation of /v1 that concerns a single record.

import { paidInvoice } from '../calls/billing-calls.ts'
import { tellDesk } from '../calls/message-calls.ts'
import { bookPackage, newCustomer } from '../calls/package-calls.ts'
import { newQuote } from '../calls/quote-calls.ts'
import { photographed } from '../calls/receiving-calls.ts'
import { newEndpoint } from '../calls/webhook-calls.ts'
import type { CallOptions, Tenant, Waybill } from '../server/waybill.ts'
import { importAir, importOcean } from './requests.ts'

export type RecordKind =
  | 'quote'
  | 'package'
  | 'photo'
  | 'customer'
  | 'inbound'
  | 'endpoint'
  | 'event'
  | 'delivery'
  | 'request'
  | 'invoice'
  | 'payment'
  | 'message'

/** Every operation on a single record, with a valid body if the operation needs a body. */
export const RECORD_ROUTES: readonly [string, RecordKind, object?][] = [
  ['GET /v1/parcel_quotes/{id}', 'quote'],
  ['GET /v1/parcel_quotes/{id}/explain', 'quote'],
  ['POST /v1/parcel_quotes/{id}/cancel', 'quote', { comment: 'taken over' }],
  ['POST /v1/packages/{id}/create_shipment', 'quote', {}],
  ['POST /v1/packages/{id}/cancel', 'package', { comment: 'taken over' }],
  ['POST /v1/packages/{id}/notices', 'package', { action: 'hold', body: 'taken over' }],
  ['GET /v1/packages/{id}', 'package'],
  ['GET /v1/packages/{id}/track', 'package'],
  ['GET /v1/packages/{id}/collection', 'package'],
  ['GET /v1/packages/{id}/photos', 'package'],
  ['GET /v1/photos/{id}', 'photo'],
  ['GET /v1/parcel-customers/{id}', 'customer'],
  ['GET /v1/inbound_parcels/{id}', 'inbound'],
  ['PATCH /v1/inbound_parcels/{id}', 'inbound', { inbound_parcel: { note: 'taken over' } }],
  ['POST /v1/inbound_parcels/{id}/cancel', 'inbound'],
  ['PATCH /v1/parcel-customers/{id}', 'customer', { parcel_customer: { client_reference: 'taken over' } }],
  ['GET /v1/webhook_endpoints/{id}', 'endpoint'],
  ['PATCH /v1/webhook_endpoints/{id}', 'endpoint', { description: 'taken over' }],
  ['DELETE /v1/webhook_endpoints/{id}', 'endpoint'],
  ['POST /v1/webhook_endpoints/{id}/rotate_secret', 'endpoint', {}],
  ['POST /v1/webhook_endpoints/{id}/test', 'endpoint'],
  ['GET /v1/events/{id}', 'event'],
  ['GET /v1/webhook_deliveries/{id}', 'delivery'],
  ['GET /v1/requests/{id}', 'request'],
  ['GET /v1/invoices/{id}', 'invoice'],
  ['GET /v1/invoices/{id}/invoice.pdf', 'invoice'],
  ['GET /v1/invoices/{id}/invoice.csv', 'invoice'],
  ['GET /v1/invoices/{id}/invoice.xml', 'invoice'],
  ['GET /v1/invoices/{id}/credit_note.pdf', 'invoice'],
  ['GET /v1/invoices/{id}/credit_note.xml', 'invoice'],
  ['POST /v1/invoices/{id}/payment_link', 'invoice', {}],
  ['GET /v1/payments/{id}', 'payment'],
  ['GET /v1/payments/{id}/receipt.pdf', 'payment'],
  ['GET /v1/messages/{id}', 'message'],
  ['POST /v1/messages/{id}/resend', 'message'],
  ['POST /v1/webhook_deliveries/{id}/replay', 'delivery'],
  ['POST /v1/test_helpers/packages/{id}/receive', 'package', { weight: 1 }],
  ['POST /v1/test_helpers/packages/{id}/depart', 'package'],
  ['POST /v1/test_helpers/packages/{id}/deliver', 'package'],
]

export const UNKNOWN_IDS: Readonly<Record<RecordKind, string>> = {
  quote: 'pq_01kqn2x4t8e6nvd0t2d5c1yq7w',
  package: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  photo: 'pho_01kqn2x4t8e6nvd0t2d5c1yq7w',
  customer: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  inbound: 'inb_01kqn2x4t8e6nvd0t2d5c1yq7w',
  endpoint: 'whk_01kqn2x4t8e6nvd0t2d5c1yq7w',
  event: 'evt_01kqn2x4t8e6nvd0t2d5c1yq7w',
  delivery: 'whd_01kqn2x4t8e6nvd0t2d5c1yq7w',
  request: 'req_01kqn2x4t8e6nvd0t2d5c1yq7w',
  invoice: 'inv_01kqn2x4t8e6nvd0t2d5c1yq7w',
  payment: 'pay_01kqn2x4t8e6nvd0t2d5c1yq7w',
  message: 'msg_01kqn2x4t8e6nvd0t2d5c1yq7w',
}

/** Makes one record of each kind, and returns their ids. */
export const recordsOf = async (waybill: Waybill, tenant: Tenant, options?: CallOptions): Promise<Record<RecordKind, string>> => {
  const endpoint: string = (await newEndpoint(tenant, 'https://shop.example/', {}, options)).webhook_endpoint_id
  const { json: tested } = await tenant.post(`/v1/webhook_endpoints/${endpoint}/test`, undefined, options)
  const customer: string = (await newCustomer(tenant, {}, options)).parcel_customer_id
  const announced = { inbound_parcel: { customer_id: customer, courier_numbers: ['YT8812345678901'] } }
  await tellDesk(waybill, tenant)
  return {
    ...(await paidInvoice(waybill, tenant, options)),
    message: (await tenant.get('/v1/messages', options)).json[0].message_id,
    quote: (await newQuote(tenant, importOcean(), options)).parcel_quote_id,
    package: (await bookPackage(tenant, importAir(), options)).parcel_id,
    photo: (await photographed(waybill, tenant, options)).photoId,
    customer,
    inbound: (await tenant.post('/v1/inbound_parcels', announced, options)).json.inbound_parcel_id,
    endpoint,
    event: tested.event_id,
    delivery: tested.webhook_delivery_id,
    request: (await tenant.get('/v1/packages', options)).headers.get('x-request-id')!,
  }
}
