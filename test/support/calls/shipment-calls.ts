// Calls shared by tests of shipments.

import assert from 'node:assert/strict'
import type { Package } from '../../../src/domain/packages/package.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as packages from '../../../src/store/packages/packages.ts'
import { importAir } from '../samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../server/waybill.ts'
import { testCaller } from './merge-calls.ts'
import { bookPackages, play } from './package-calls.ts'
import type { Json } from './quote-calls.ts'
import type { StaffMember } from './staff-calls.ts'

/** Books packages in test mode, and receives them with the test helper. */
export const storedPackages = async (tenant: Tenant, count: number, parcel: object = {}): Promise<Json[]> => {
  const booked = await bookPackages(tenant, importAir({ packages: Array.from({ length: count }, () => ({ weight: 2.5 })), ...parcel }))
  const stored: Json[] = []
  for (const { parcel_id } of booked) stored.push(await play(tenant, parcel_id, 'receive'))
  return stored
}

/**
 * Books packages in test mode, and lets staff receive them. Packages received with the test helper would not count as physically present in
 * the warehouse.
 */
export const receivedPackages = async (tenant: Tenant, staff: Pick<StaffMember, 'call'>, count: number): Promise<Json[]> => {
  const booked = await bookPackages(tenant, importAir({ packages: Array.from({ length: count }, () => ({ weight: 2.5 })) }))
  for (const { parcel_id: package_id } of booked) {
    const answer = await staff.call('POST', '/ops/v1/receipts', { package_id, weight: 2.5 })
    assert.equal(answer.status, 201, answer.text)
  }
  return booked
}

export const newShipment = async (staff: StaffMember, more: object = {}): Promise<Json> => {
  const answer = await staff.call('POST', '/ops/v1/shipments', { transport_mode: 'air', mode: 'test', ...more })
  assert.equal(answer.status, 201, answer.text)
  return answer.json
}

type Step =
  | 'attach'
  | 'detach'
  | 'depart'
  | 'arrive'
  | 'deliver'
  | 'cancel'
  | 'offload'
  | 'undo_departure'
  | 'undo_arrival'
  | 'undo_delivery'

export const tryShipment = (staff: StaffMember, { shipment_id }: Json, step: Step, body?: object): Promise<Answer> =>
  staff.call('POST', `/ops/v1/shipments/${shipment_id}/${step}`, body)

export const moveShipment = async (staff: StaffMember, shipment: Json, step: Step, body?: object): Promise<Json> => {
  const answer = await tryShipment(staff, shipment, step, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

export const attachAll = (staff: StaffMember, shipment: Json, parcels: readonly Json[]): Promise<Json> =>
  moveShipment(staff, shipment, 'attach', { codes: parcels.map(({ parcel_number }) => parcel_number) })

export const getShipment = async (staff: StaffMember, { shipment_id }: Json): Promise<Json> =>
  (await staff.call('GET', `/ops/v1/shipments/${shipment_id}`)).json

/** Changes fields of a package directly in the store. */
export const alterPackage = async (waybill: Waybill, tenant: Tenant, id: string, changes: Partial<Package>): Promise<void> => {
  const caller = await testCaller(waybill.deps, tenant.business.id)
  await waybill.deps.db.transaction(SYSTEM, async (tx) => {
    const parcel = await packages.load(tx, caller, id)
    await packages.save(tx, caller, parcel, { ...parcel, ...changes })
  })
}
