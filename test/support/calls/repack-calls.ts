// Calls shared by tests of repacking, in test mode.

import assert from 'node:assert/strict'
import type { Answer, Tenant, Waybill } from '../server/waybill.ts'
import { newCustomer } from './package-calls.ts'
import type { Json } from './quote-calls.ts'
import type { Dock } from './receiving-calls.ts'

const DAY_SECONDS = 24 * 60 * 60

export type Client = { tenant: Tenant; suffix: string }

export const idsOf = (parcels: readonly Json[]): string[] => parcels.map(({ parcel_id: id }) => id)

export const newClient = async (waybill: Waybill): Promise<Client> => {
  const tenant = await waybill.newTenant()
  return { tenant, suffix: (await newCustomer(tenant, {})).address_suffix }
}

/** Receives an unannounced parcel. The parcel goes by air unless the body says otherwise. */
export const receiveFor = async (dock: Dock, { tenant, suffix }: Client, body: object): Promise<Json> => {
  const target = { customer_id: suffix, business_id: tenant.business.id, mode: 'test' }
  return (await dock.done('/receipts', { ...target, transport_mode: 'air', ...body })).package
}

export const readAs = async ({ tenant }: Client, path: string): Promise<Json> => {
  const answer = await tenant.get(`/v1${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

export const passDays = (client: Client, days: number): Promise<Answer> =>
  client.tenant.post('/v1/test_clock', { advance_seconds: days * DAY_SECONDS })

export const eventsOf = async (client: Client, id: string): Promise<string[]> =>
  (await readAs(client, `/events?object_id=${id}`)).map(({ type }: Json) => type)

export const balanceOf = async (client: Client): Promise<string> => (await readAs(client, '/balance')).balance

export const repackInto = (dock: Dock, parcels: readonly Json[], body: object): Promise<Json> =>
  dock.done('/repacks', { package_ids: idsOf(parcels), ...body })

export const undoOf = (dock: Dock, repacked: Json, body?: object): Promise<Answer> =>
  dock.post(`/repacks/${repacked.repack.repack_id}/undo`, body)
