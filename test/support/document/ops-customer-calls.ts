// Sends requests to the staff operations on packages, quotes, customers and storage of all businesses.

import { bookPackage, bookPackages, newCustomer, pickup, play } from '../calls/package-calls.ts'
import { newQuote } from '../calls/quote-calls.ts'
import { importAir } from '../samples/requests.ts'
import type { Waybill } from '../server/waybill.ts'
import type { Call } from './v1-calls.ts'

const callDispositions = async (call: Call, waybill: Waybill): Promise<void> => {
  const tenant = await waybill.newTenant()
  const { parcel_id: id } = await bookPackage(tenant, importAir())
  await call('POST /ops/v1/receipts', '', { package_id: id, weight: 12.5 })
  await call('POST /ops/v1/packages/{id}/charge_storage', id)
  await call('POST /ops/v1/packages/{id}/dispose', id, { kind: 'destroyed', reason: 'Leaking' })
  await call('POST /ops/v1/packages/{id}/undo_disposition', id)
  await call('POST /ops/v1/packages/{id}/cancel', id)
  await call('GET /ops/v1/packages?mode=test&awaiting_disposition=true')
  await call('POST /ops/v1/packages/{id}/charge_storage', id)
  await call('POST /ops/v1/packages/{id}/dispose', id, { kind: 'handed_back', to: 'Ada Obi', reason: 'She buys elsewhere' })
  await call('POST /ops/v1/packages/{id}/undo_disposition', id)
  await call('GET /ops/v1/packages/{id}/photos', id)
}

export const callCustomers = async (call: Call, waybill: Waybill): Promise<void> => {
  const tenant = await waybill.newTenant()
  const profile = { first_name: 'Sample', ...pickup }
  const [kept, double] = [await newCustomer(tenant, profile), await newCustomer(tenant, { ...profile, email: 'double@example.com' })]
  const cargo = { sender: undefined, address_suffix: double.address_suffix, packages: [{ weight: 1 }, { weight: 2 }] }
  const [first, second] = (await bookPackages(tenant, importAir(cargo))).map(({ parcel_id }) => parcel_id)
  const pending = await newQuote(tenant, importAir())

  await call('POST /ops/v1/packages/{id}/notices', first, { action: 'hold', body: 'Papers are missing' })
  await call('POST /ops/v1/packages/{id}/notices', first, { action: 'stop' })
  await call('POST /ops/v1/packages/holds', '', { package_ids: [first, 'x'], action: 'release' })
  await play(tenant, first, 'receive', { weight: 3, length: 60, width: 50, height: 40 })
  await call('POST /ops/v1/packages/{id}/cancel', second, { comment: 'Lost' })
  await callDispositions(call, waybill)
  await call('GET /ops/v1/packages?mode=test')
  await call('GET /ops/v1/packages.csv?mode=test')
  await call('GET /ops/v1/search?mode=test&q=sample')
  await call('GET /ops/v1/webhook_deliveries/failing?mode=test')
  await call('GET /ops/v1/webhook_deliveries/failing/endpoints?mode=test')
  for (const noun of ['packages', 'quotes', 'customers', 'shipments']) await call(`GET /ops/v1/${noun}/totals?mode=test`)
  await call('GET /ops/v1/packages/{id}', first)
  await call('GET /ops/v1/packages/{id}', 'x')
  await call('GET /ops/v1/packages/{id}/timeline', first)
  await call('GET /ops/v1/packages/{id}/storage?on=2030-01-01&days=3', first)
  await call('GET /ops/v1/packages/{id}/storage', second)
  await call('GET /ops/v1/storage/ageing?mode=test')
  await call('GET /ops/v1/storage/ageing.csv?mode=test')
  await call('GET /ops/v1/storage/totals?mode=test&days=3')
  await call('GET /ops/v1/overview?mode=test')
  await call('GET /ops/v1/overview/booked?mode=test')

  const made = { business_id: tenant.business.prefix, mode: 'test' }
  await call('POST /ops/v1/customers', '', { ...made, parcel_customer: { address_suffix: 'COUNTER' } })
  await call('POST /ops/v1/customers', '', { ...made, parcel_customer: { address_suffix: 'COUNTER' } })
  await call('POST /ops/v1/estimates', '', { ...made, parcel: { destination_country: 'GB', declared_weight: 2 } })
  await call('POST /ops/v1/quotes', '', { ...made, parcel: {} })
  const counter = await call('POST /ops/v1/quotes', '', { ...made, parcel: importAir() })
  await call('POST /ops/v1/quotes/{id}/create_shipment', counter.parcel_quote_id)
  await call('GET /ops/v1/quotes?mode=test')
  await call('GET /ops/v1/quotes/{id}', pending.parcel_quote_id)
  await call('GET /ops/v1/quotes/{id}/explain', pending.parcel_quote_id)
  await call('POST /ops/v1/quotes/{id}/cancel', pending.parcel_quote_id, { comment: 'Lane closed' })

  const { parcel_customer_id: id } = double
  await call('GET /ops/v1/customers?mode=test')
  await call('PATCH /ops/v1/customers/{id}', id, { last_name: 'Trader', clear: ['email'] })
  await call('PATCH /ops/v1/customers/{id}', id, { origin_country: 'Atlantis' })
  await call('POST /ops/v1/customers/{id}/deactivate', id)
  await call('POST /ops/v1/customers/{id}/reactivate', id)
  const merge = await call('POST /ops/v1/customers/{id}/merge', id, { into_id: kept.parcel_customer_id })
  await call('GET /ops/v1/customers/{id}', id)
  await call('POST /ops/v1/customer_merges/{id}/undo', merge.customer_merge_id)
  await call('POST /ops/v1/customer_merges/{id}/undo', merge.customer_merge_id)
}
