// Sends requests to every operation of /v1, including requests that cause each kind of error, to compare the responses with the API document.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../calls/quote-calls.ts'
import { exportAir, importAir } from '../samples/requests.ts'

/**
 * `route` is written as in the API document, such as `GET /v1/packages/{id}/track`. `id` replaces the parts in braces. If `route` has
 * several such parts, `id` holds several values, separated by spaces.
 */
export type Call = (route: string, id?: string, body?: unknown, options?: object) => Promise<Json>

/** Sends a request twice, because the second response is different, usually a refusal. */
export const twice = async (call: Call, ...request: Parameters<Call>): Promise<void> => {
  await call(...request)
  await call(...request)
}

export const callV1 = async (call: Call): Promise<void> => {
  await call('GET /healthz')
  await call('GET /readyz')
  await twice(call, 'POST /v1/parcel-customers', '', { parcel_customer: { address_suffix: 'SHOP' } })
  const [customer] = (await call('GET /v1/parcel-customers')).data
  await call('GET /v1/parcel-customers/{id}', customer.parcel_customer_id)
  await call('GET /v1/parcel-customers/{id}', 'x')
  await call('PATCH /v1/parcel-customers/{id}', customer.parcel_customer_id, { parcel_customer: { client_reference: 'CRM-77' } })
  await call('PATCH /v1/parcel-customers/{id}', customer.parcel_customer_id, { parcel_customer: { email: 'a@example.com' } })
  await call('GET /v1/parcel-customers?page=0')
  await call('POST /v1/parcel-customers', '', { parcel_customer: { email: 'a@example.com' } })
  await call('POST /v1/parcel-customers', '', undefined, { rawBody: '{' })
  await call('POST /v1/parcel-customers', '', undefined, { rawBody: 'x', headers: { 'content-type': 'text/plain' } })

  const pending = await call('POST /v1/parcel_quotes', '', { parcel: exportAir() })
  await call('POST /v1/parcel_quotes', '', {})
  await call('POST /v1/parcel_quotes', '', { parcel: exportAir() }, { key: 'wrong' })
  const { rates } = await call('GET /v1/parcel_quotes/{id}', pending.parcel_quote_id)
  await call('GET /v1/parcel_quotes')
  await call('GET /v1/parcel_quotes/{id}/explain', pending.parcel_quote_id)
  await call('GET /v1/parcel_quotes/{id}/explain?as_of=now', pending.parcel_quote_id)
  await call('POST /v1/estimates', '', { parcel: { destination_country: 'GB', declared_weight: 2 } })
  await call('POST /v1/estimates', '', { parcel: {} })
  await call('POST /v1/packages/{id}/create_shipment', pending.parcel_quote_id)
  const booked = await call('POST /v1/packages/{id}/create_shipment', pending.parcel_quote_id, { rate_id: rates[0].id })
  await call('GET /v1/parcel_quotes?status=booked')
  await call('POST /v1/parcel_quotes/{id}/cancel', pending.parcel_quote_id)
  await call('GET /labels/{file}', booked.label_url.split('/').at(-1))
  await call('GET /labels/{file}', 'x.pdf')
  const other = await call('POST /v1/parcel_quotes', '', { parcel: importAir() })
  await call('POST /v1/parcel_quotes/{id}/cancel', other.parcel_quote_id, { comment: 'No' })

  const third = await call('POST /v1/parcel_quotes', '', { parcel: importAir({ packages: [{ weight: 1 }, { weight: 2 }] }) })
  const { parcel_details } = await call('POST /v1/packages/{id}/create_shipment', third.parcel_quote_id)
  const [first, second] = parcel_details.parcels.map((parcel: Json) => parcel.parcel_id)
  await call('POST /v1/packages/{id}/notices', first, { action: 'hold' })
  await call('POST /v1/packages/{id}/notices', first, { action: 'stop' })
  await call('POST /v1/test_helpers/packages/{id}/receive', first, { weight: 1.5, length: 10, width: 10, height: 10 })
  await call('GET /v1/parcel_quotes/{id}/explain', third.parcel_quote_id)
  await call(`GET /v1/parcel_quotes/{id}/explain?as_of=${third.created_at}`, third.parcel_quote_id)
  await call('POST /v1/test_helpers/packages/{id}/depart', first)
  await call('POST /v1/packages/{id}/notices', first, { action: 'release' })
  await call('POST /v1/test_helpers/packages/{id}/depart', first)
  await call('POST /v1/test_helpers/packages/{id}/deliver', first)
  await call('POST /v1/packages/{id}/cancel', first)
  await call('POST /v1/packages/{id}/cancel', second)
  await call('GET /v1/packages')
  await call('GET /v1/packages/{id}', first)
  await call('GET /v1/packages/{id}', 'x')
  await call('GET /v1/packages/{id}/track', first)
  await call('GET /v1/packages/{id}/collection', first)
  await call('GET /v1/packages/{id}/collection', 'x')
  await call('GET /v1/packages/{id}/photos', first)
  await call('GET /v1/photos/{id}', 'x')
  await call('GET /v1/packages/{id}/track', second)
  await callInbound(call, customer.parcel_customer_id)
  await callBilling(call)
  await call('GET /v1/warehouse_addresses')
  await call('GET /v1/warehouse_addresses?customer_id=NOBODY')
  await call('GET /v1/messages')
  await call('GET /v1/messages?status=lost')
  await call('GET /v1/messages/{id}', 'x')
  await call('POST /v1/messages/{id}/resend', 'x')
  await callWebhooks(call)
  await callRequests(call)
  await call('POST /v1/test_clock', '', { advance_seconds: 60 })
  await call('GET /v1/test_clock')
}

const callInbound = async (call: Call, customer: string): Promise<void> => {
  const announced = { customer_id: customer, courier_numbers: ['YT8812345678901'], items: [{ description: 'Shoes' }] }
  const { inbound_parcel_id: id } = await call('POST /v1/inbound_parcels', '', { inbound_parcel: announced })
  await call('POST /v1/inbound_parcels', '', { inbound_parcel: announced })
  await call('POST /v1/inbound_parcels', '', {
    inbound_parcel: { ...announced, customer_id: 'NOBODY', courier_numbers: ['YT8812345678902'] },
  })
  await call('GET /v1/inbound_parcels?courier_number=yt8812345678901')
  await call('GET /v1/inbound_parcels/{id}', id)
  await call('GET /v1/inbound_parcels/{id}', 'x')
  await call('PATCH /v1/inbound_parcels/{id}', id, { inbound_parcel: { note: 'Fragile' } })
  await twice(call, 'POST /v1/inbound_parcels/{id}/cancel', id)
  await call('POST /v1/inbound_parcels/import', '', { csv: `customer_id,courier_numbers\n${customer},YT8812345678903\n` })
  await call('POST /v1/inbound_parcels/import', '', { csv: 'customer_id\nx\n', dry_run: true })
  await call('POST /v1/inbound_parcels/import', '', { csv: 'customer_id\nx\n' })
}

const callBilling = async (call: Call): Promise<void> => {
  const { invoice_id: invoice } = await call('POST /v1/test_helpers/invoices')
  await call('POST /v1/test_helpers/invoices')
  await call('GET /v1/invoices')
  await call('GET /v1/invoices/{id}', invoice)
  for (const kind of ['pdf', 'csv', 'xml']) await call(`GET /v1/invoices/{id}/invoice.${kind}`, invoice)
  await call('POST /v1/invoices/{id}/payment_link', invoice, {})
  const { payment_id: payment } = await call('POST /v1/test_helpers/payments', '', { invoice_id: invoice })
  await call('POST /v1/test_helpers/payments', '', { amount: 'x' })
  await call('GET /v1/payments')
  await call('GET /v1/payments/{id}', payment)
  await call('GET /v1/balance')
  await call('GET /v1/statements')
  await call('GET /v1/statements?from=x')
  await call('GET /v1/statements.csv')
  await call('GET /v1/statements.pdf')
  await call('GET /v1/payments/{id}/receipt.pdf', payment)
  await call('GET /v1/invoices/{id}/credit_note.pdf', invoice)
  await call('GET /v1/invoices/{id}/credit_note.xml', invoice)
}

/** Maximum number of reads of the request log until an entry appears. An entry is written up to a second after its request. */
const LOGGED_WITHIN_TRIES = 100

const callRequests = async (call: Call): Promise<void> => {
  for (let tries = 0; tries < LOGGED_WITHIN_TRIES; tries++) {
    const [logged] = await call('GET /v1/requests')
    if (logged) return call('GET /v1/requests/{id}', logged.request_id)
    await sleep(100)
  }
}

const callWebhooks = async (call: Call): Promise<void> => {
  const { webhook_endpoint_id: id } = await call('POST /v1/webhook_endpoints', '', { url: 'https://shop.example/hooks' })
  await call('POST /v1/webhook_endpoints', '', { url: 'http://10.0.0.1/', event_types: ['x'] })
  await call('GET /v1/webhook_endpoints')
  await call('GET /v1/webhook_endpoints/{id}', id)
  await call('GET /v1/webhook_endpoints/{id}', 'x')
  await call('POST /v1/webhook_endpoints/{id}/rotate_secret', id)
  const tested = await call('POST /v1/webhook_endpoints/{id}/test', id)
  await call('GET /v1/events')
  await call('GET /v1/events/{id}', tested.event_id)
  await call('GET /v1/webhook_deliveries?status=pending')
  await call('GET /v1/webhook_deliveries/{id}', tested.webhook_delivery_id)
  await call('POST /v1/webhook_deliveries/{id}/replay', tested.webhook_delivery_id)
  await call('POST /v1/webhook_deliveries/replay', '', { webhook_endpoint_id: id, since: '2026-01-01T00:00:00Z' })
  await call('POST /v1/webhook_deliveries/replay', '', { webhook_endpoint_id: id, since: 'x' })
  await call('PATCH /v1/webhook_endpoints/{id}', id, { status: 'disabled' })
  await call('POST /v1/webhook_endpoints/{id}/test', id)
  await call('DELETE /v1/webhook_endpoints/{id}', id)
}
