// Calls shared by tests of full containers that are loaded at the supplier.

import assert from 'node:assert/strict'
import { importOcean } from '../samples/requests.ts'
import type { Tenant, Waybill } from '../server/waybill.ts'
import { atDesk } from './billing-calls.ts'
import { bookPackages } from './package-calls.ts'
import type { Json } from './quote-calls.ts'
import { moveShipment, newShipment } from './shipment-calls.ts'

export const [FIRST, SECOND, THIRD] = ['CSQU3054383', 'MSCU1234566', 'TGHU7654320'] as const
export const SIZE = "40' HC"
export const FULL = { container_size: SIZE, quantity: 1, weight: 18_000, commodity: 'Tiles' }
export const PART = { container_size: 'LCL', quantity: 1, volume: 2.5, commodity: 'Tiles' }

export const numbersOf = ({ containers }: Json): string[] => containers.map(({ number }: Json) => number)

/** The request body that attaches a package to a shipment, in containers that were loaded at the supplier. */
export const load = ({ parcel_id }: Json, numbers: readonly string[] = [FIRST]) => ({
  package_id: parcel_id,
  containers: numbers.map((number) => ({ number })),
})

/**
 * The calls for tests of full containers. Tests may replace `staff` in the result, because a staff session expires when the clock advances
 * far.
 */
export const quayCalls = async (waybill: Waybill) => {
  const quay = { staff: await atDesk(waybill), tenant: await waybill.newTenant() }
  const shown = ({ parcel_id }: Json): Promise<Json> => quay.staff.get(`/packages/${parcel_id}`)
  const chargesOf = async ({ parcel_id }: Json): Promise<string[]> =>
    (await quay.staff.get(`/packages/${parcel_id}/owed`)).charges.map(({ kind }: Json) => kind)
  const calls = {
    shown,
    chargesOf,
    booked: (packages: object[] = [FULL], of: Tenant = quay.tenant): Promise<Json[]> => bookPackages(of, importOcean({ packages })),
    bySea: (more: object = {}): Promise<Json> => newShipment(quay.staff, { transport_mode: 'ocean', ...more }),
    attached: (shipment: Json, parcel: Json, numbers?: readonly string[]): Promise<Json> =>
      moveShipment(quay.staff, shipment, 'attach', load(parcel, numbers)),
    received: async ({ parcel_id }: Json, more: object = {}): Promise<Json> =>
      quay.staff.done('/receipts', { package_id: parcel_id, confirm: true, ...more }),
    eventsOf: async (id: string): Promise<string[]> =>
      (await quay.tenant.get(`/v1/events?object_id=${id}`)).json.map(({ type }: Json) => type),
    /** Asserts that the package is booked, in no shipment and not yet loaded, and has no charges except freight. */
    assertAtSupplier: async (parcel: Json): Promise<void> => {
      const now = await shown(parcel)
      assert.partialDeepStrictEqual(now, {
        status: 'booked',
        shipment_id: null,
        loaded_at_supplier: false,
        warehouse_arrived_at: null,
        eta: null,
        site: null,
        place: null,
      })
      assert.ok((await chargesOf(parcel)).every((kind) => kind === 'freight'))
    },
  }
  return Object.assign(quay, calls)
}

export type Quay = Awaited<ReturnType<typeof quayCalls>>
