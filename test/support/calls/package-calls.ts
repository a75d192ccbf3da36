// Calls shared by tests of packages: book, find, receive, depart, deliver.

import assert from 'node:assert/strict'
import type { Answer, CallOptions, Tenant } from '../server/waybill.ts'
import type { Json } from './quote-calls.ts'
import { bookedQuote } from './quote-calls.ts'

/** Books packages, and returns them as `GET /v1/packages` shows them, in the order of the cargo in the quote. */
export const bookPackages = async (tenant: Tenant, parcel: object, options?: CallOptions): Promise<Json[]> => {
  const quote = await bookedQuote(tenant, parcel, options)
  const listed: Json[] = (await tenant.get('/v1/packages', options)).json
  return quote.parcel_details.parcels.map(({ parcel_id }: Json) => listed.find((found) => found.parcel_id === parcel_id))
}

export const bookPackage = async (tenant: Tenant, parcel: object, options?: CallOptions): Promise<Json> =>
  (await bookPackages(tenant, parcel, options))[0]

/** The package as `GET /v1/packages` shows it now. */
export const findPackage = async (tenant: Tenant, id: string, options?: CallOptions): Promise<Json> => {
  const { json } = await tenant.get('/v1/packages', options)
  return json.find((found: Json) => found.parcel_id === id)
}

export const sendNotice = (tenant: Tenant, id: string, body: object, options?: CallOptions): Promise<Answer> =>
  tenant.post(`/v1/packages/${id}/notices`, body, options)

export const cancelPackage = (tenant: Tenant, id: string, body?: object, options?: CallOptions): Promise<Answer> =>
  tenant.post(`/v1/packages/${id}/cancel`, body, options)

export type WarehouseStep = 'receive' | 'depart' | 'deliver'

export const tryStep = (tenant: Tenant, id: string, step: WarehouseStep, body?: object, options?: CallOptions): Promise<Answer> =>
  tenant.post(`/v1/test_helpers/packages/${id}/${step}`, body, options)

export const play = async (tenant: Tenant, id: string, step: WarehouseStep, measured?: object): Promise<Json> => {
  const answer = await tryStep(tenant, id, step, measured)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

export const newCustomer = async (tenant: Tenant, customer: object = {}, options?: CallOptions): Promise<Json> => {
  const answer = await tenant.post('/v1/parcel-customers', { parcel_customer: customer }, options)
  assert.equal(answer.status, 201, answer.text)
  return answer.json.data
}

/** A complete pickup address. The clause create-customer.rule-4 requires one as soon as a contact detail is given. */
export const pickup = {
  origin_address: '8 Example Road',
  origin_city: 'Yiwu',
  origin_state: 'Zhejiang',
  origin_country: 'China',
}
