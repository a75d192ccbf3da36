// Causes the events that only staff can cause, at least one event of each type.

import assert from 'node:assert/strict'
import { expireInbound } from '../../../src/flows/inbound/announce-parcel.ts'
import { importAir, importOcean } from '../samples/requests.ts'
import type { Tenant, Waybill } from '../server/waybill.ts'
import { newCustomer } from './package-calls.ts'
import type { Json } from './quote-calls.ts'
import type { Dock } from './receiving-calls.ts'
import { atDock, book } from './receiving-calls.ts'
import type { StaffMember } from './staff-calls.ts'
import { signedIn } from './staff-calls.ts'

const DAY_SECONDS = 24 * 60 * 60

/**
 * Undoes a receipt, which reopens the price. Receives a parcel in parts. Assigns an unidentified parcel to a customer, and sets the
 * destination of the parcel.
 */
const receiveInEveryWay = async (dock: Dock, tenant: Tenant, suffix: string): Promise<void> => {
  const whole = await book(tenant, importAir())
  const { receipt } = await dock.done('/receipts', { code: whole.numbers[0], weight: 14 })
  await dock.done(`/receipts/${receipt.receipt_id}/undo`)
  const parts = await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 5, volume: 2.5 }] }))
  await dock.done('/receipts', { code: parts.numbers[0], pieces: 3 })
  const { unidentified_parcel_id: id } = await dock.done('/unidentified_parcels', { mode: 'test' })
  const target = { customer_id: suffix, business_id: tenant.business.id, mode: 'test' }
  const { package: parcel } = await dock.done(`/unidentified_parcels/${id}/assign`, target)
  await dock.done(`/packages/${parcel.parcel_id}/destination`, { country: 'NG' })
}

/** Repacks two packages, undoes the repack, and then splits one of the packages. */
const repackInEveryWay = async (dock: Dock, tenant: Tenant, suffix: string): Promise<void> => {
  const target = { customer_id: suffix, business_id: tenant.business.id, mode: 'test', transport_mode: 'air' }
  const ids: string[] = []
  for (const weight of [2, 3]) ids.push((await dock.done('/receipts', { ...target, weight })).package.parcel_id)
  const { repack } = await dock.done('/repacks', { package_ids: ids, weight: 5 })
  await dock.done(`/repacks/${repack.repack_id}/undo`)
  await dock.done(`/packages/${ids[0]}/split`, { parts: [{ weight: 1 }, { weight: 1 }] })
}

/**
 * The client announces, changes and cancels parcels. Staff receive the boxes of one announcement and undo a receipt. Another announcement
 * expires.
 */
const announceInEveryWay = async (waybill: Waybill, dock: Dock, tenant: Tenant, suffix: string): Promise<void> => {
  const announce = async (...numbers: string[]): Promise<string> => {
    const answer = await tenant.post('/v1/inbound_parcels', { inbound_parcel: { customer_id: suffix, courier_numbers: numbers } })
    assert.equal(answer.status, 201, answer.text)
    return answer.json.inbound_parcel_id
  }
  const unwanted = await announce('YT8812345678900')
  const options = { key: tenant.testKey }
  const changed = await waybill.call('PATCH', `/v1/inbound_parcels/${unwanted}`, { inbound_parcel: { note: 'Fragile' } }, options)
  assert.equal(changed.status, 200, changed.text)
  await tenant.post(`/v1/inbound_parcels/${unwanted}/cancel`)
  const numbers = ['YT8812345678901', 'YT8812345678902']
  await announce(...numbers)
  for (const code of numbers) await dock.done('/receipts', { code, mode: 'test', weight: 1 })
  const { receipt } = await dock.done('/receipts', { code: numbers[0], mode: 'test', weight: 1, confirm: true })
  await dock.done(`/receipts/${receipt.receipt_id}/undo`)
  await announce('YT8812345678903')
  await tenant.post('/v1/test_clock', { advance_seconds: DAY_SECONDS })
  await expireInbound(waybill.deps, 0)
  await tenant.post('/v1/test_clock', { reset: true })
}

const shipThere = async (dock: Dock, tenant: Tenant): Promise<void> => {
  const { numbers } = await book(tenant, importAir())
  await dock.done('/receipts', { code: numbers[0] })
  const { shipment_id: id } = await dock.done('/shipments', { transport_mode: 'air', mode: 'test' })
  for (const step of ['attach', 'detach', 'attach']) await dock.done(`/shipments/${id}/${step}`, { code: numbers[0] })
  await dock.done(`/shipments/${id}/depart`)
  const { shipment_id: next } = await dock.done('/shipments', { transport_mode: 'air', mode: 'test' })
  await dock.done(`/shipments/${id}/offload`, { code: numbers[0], reason: 'Left on the apron', to: next })
  for (const step of ['depart', 'undo_departure', 'depart', 'arrive', 'undo_arrival', 'deliver', 'undo_delivery'])
    await dock.done(`/shipments/${next}/${step}`)
  await dock.done(`/shipments/${next}/arrive`)
  const [packed] = await dock.get(`/shipments/${next}/packages`)
  for (const step of ['ready', 'not_ready']) await dock.done(`/packages/${packed.parcel_id}/${step}`)
  const unwanted = await book(tenant, importAir())
  await dock.done('/receipts', { code: unwanted.numbers[0] })
  await dock.done(`/packages/${unwanted.ids[0]}/cancel`)
  await dock.done(`/packages/${unwanted.ids[0]}/dispose`, { kind: 'destroyed', reason: 'Leaking' })
  await dock.done(`/packages/${unwanted.ids[0]}/undo_disposition`)
  const corrected = await dock.call('PATCH', `/ops/v1/shipments/${next}`, { conveyance: 'SA 914' })
  assert.equal(corrected.status, 200, corrected.text)
}

const careForCustomer = async ({ call }: StaffMember, customer: Json): Promise<void> => {
  const path = `/ops/v1/customers/${customer.parcel_customer_id}`
  const answers = [
    await call('PATCH', path, { last_name: 'Trader' }),
    await call('POST', `${path}/deactivate`),
    await call('POST', `${path}/reactivate`),
  ]
  for (const { status, text } of answers) assert.equal(status, 200, text)
}

export const makeWarehouseEvents = async (waybill: Waybill, tenant: Tenant): Promise<void> => {
  const dock = await atDock(waybill)
  const customer = await newCustomer(tenant, { address_suffix: 'EVENTS' })
  await receiveInEveryWay(dock, tenant, customer.address_suffix)
  await repackInEveryWay(dock, tenant, customer.address_suffix)
  await announceInEveryWay(waybill, dock, tenant, customer.address_suffix)
  await shipThere(dock, tenant)
  await careForCustomer(await signedIn(waybill, 'admin'), customer)
}
