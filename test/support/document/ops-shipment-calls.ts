// Sends requests to every operation on shipments, including requests that are refused.

import { storedPackages } from '../calls/shipment-calls.ts'
import type { Waybill } from '../server/waybill.ts'
import type { Call } from './v1-calls.ts'
import { twice } from './v1-calls.ts'

const SAILING = {
  transport_mode: 'air',
  carrier: 'Sample Air Cargo',
  number: 'SA 912',
  origin: 'CAN',
  destination: 'LOS',
  departs_at: '2030-11-16T21:00:00+08:00',
  arrives_at: '2030-11-17T06:00:00Z',
}
const PASTED = 'by,carrier,flight,from,to,departure,arrival\nair,Sample Air Cargo,SA 914,CAN,LOS,2030-11-18 21:00,2030-11-19 14:00\n'

const callVoyages = async (call: Call): Promise<string> => {
  const { voyage_id: id } = await call('POST /ops/v1/voyages', '', { ...SAILING, capacity_weight: 1 })
  await call('POST /ops/v1/voyages', '', SAILING)
  await call('GET /ops/v1/voyages')
  await call('GET /ops/v1/voyages/totals')
  await call('GET /ops/v1/voyages/{id}', id)
  await call('GET /ops/v1/voyages/{id}', 'x')
  await call('PATCH /ops/v1/voyages/{id}', id, { cut_off_at: '2020-11-16T13:00:00+08:00' })
  await call('PATCH /ops/v1/voyages/{id}', id, { arrives_at: '2020-11-16T13:00:00+08:00' })
  await call('POST /ops/v1/voyages/import', '', { text: PASTED })
  await call('POST /ops/v1/voyages/import', '', { text: 'x' })
  const { voyage_id: other } = await call('POST /ops/v1/voyages', '', { ...SAILING, number: 'SA 913' })
  await twice(call, 'POST /ops/v1/voyages/{id}/cancel', other)
  return id
}

export const callShipments = async (call: Call, waybill: Waybill): Promise<void> => {
  const [first, second] = await storedPackages(await waybill.newTenant(), 2)
  const { shipment_id: id, number } = await call('POST /ops/v1/shipments', '', {
    transport_mode: 'air',
    mode: 'test',
    voyage_id: await callVoyages(call),
  })
  await call('POST /ops/v1/shipments', '', { transport_mode: 'road' })
  await call('GET /ops/v1/shipments?mode=test')
  await call('GET /ops/v1/shipments/{id}', id)
  await call('GET /ops/v1/shipments/{id}', 'x')
  await call('PATCH /ops/v1/shipments/{id}', number, { conveyance: 'SA 912', master_document: '123-12345675' })
  await call('POST /ops/v1/shipments/{id}/depart', id)
  await call('POST /ops/v1/shipments/{id}/attach', id, { codes: [first.parcel_number, second.parcel_number, 'x'] })
  await call('POST /ops/v1/shipments/{id}/cancel', id)
  await call('POST /ops/v1/shipments/{id}/detach', id, { code: second.parcel_number })
  await call('POST /ops/v1/shipments/{id}/attach', id, { package_id: second.parcel_id })
  await call('GET /ops/v1/shipments/{id}/packages', id)
  await call('GET /ops/v1/shipments/{id}/owed', id)
  await call('POST /ops/v1/price_list', '', { code: 'PORT', name: 'Port dues', kind: 'other', amount: '900' })
  await call('POST /ops/v1/shipments/{id}/charges', id, { code: 'PORT' })
  await call('POST /ops/v1/shipments/{id}/charges', id, { code: 'NONE' })
  await call('GET /ops/v1/shipments/{id}/manifest.csv', id)
  await call('GET /ops/v1/shipments/{id}/manifest.pdf', id)
  await call('POST /ops/v1/shipments/{id}/depart', id)
  await twice(call, 'POST /ops/v1/shipments/{id}/undo_departure', id)
  await call('POST /ops/v1/shipments/{id}/depart', id)
  await call('POST /ops/v1/shipments/{id}/arrive', id)
  await twice(call, 'POST /ops/v1/shipments/{id}/undo_arrival', id)
  const { shipment_id: next } = await call('POST /ops/v1/shipments', '', { transport_mode: 'air', mode: 'test' })
  const rollOver = { package_id: second.parcel_id, reason: 'Left on the apron', to: next }
  await twice(call, 'POST /ops/v1/shipments/{id}/offload', id, rollOver)
  await call('POST /ops/v1/shipments/{id}/ready', id)
  await call('POST /ops/v1/shipments/{id}/arrive', id)
  await call('POST /ops/v1/packages/{id}/not_ready', first.parcel_id)
  await call('POST /ops/v1/packages/{id}/ready', first.parcel_id)
  await call('POST /ops/v1/packages/{id}/not_ready', first.parcel_id)
  await call('POST /ops/v1/shipments/{id}/ready', id)
  await call('POST /ops/v1/packages/{id}/ready', 'x')
  await call('POST /ops/v1/packages/{id}/deliver', first.parcel_id, { collection_code: '' })
  await call('POST /ops/v1/packages/{id}/deliver', first.parcel_id, { without_code_reason: 'Known by sight' })
  await call('POST /ops/v1/packages/{id}/undo_delivery', first.parcel_id)
  await call('POST /ops/v1/packages/{id}/not_ready', first.parcel_id)
  await call('POST /ops/v1/packages/{id}/deliver', first.parcel_id)
  await twice(call, 'POST /ops/v1/packages/{id}/undo_delivery', first.parcel_id)
  await call('POST /ops/v1/shipments/{id}/deliver', id)
  await twice(call, 'POST /ops/v1/shipments/{id}/undo_delivery', id)
  const empty = await call('POST /ops/v1/shipments', '', { transport_mode: 'ocean' })
  const container = 'CSQU3054383'
  await call('POST /ops/v1/shipments/{id}/containers', empty.shipment_id, { number: container, size: "40'" })
  await call('POST /ops/v1/shipments/{id}/containers', id, { number: container })
  await call('POST /ops/v1/shipments/{id}/seals', empty.shipment_id, { container, number: 'A1' })
  await call('POST /ops/v1/shipments/{id}/seals', id, { container, number: 'A1' })
  await call('POST /ops/v1/shipments/{id}/seals/break', empty.shipment_id, { container, number: 'A1' })
  await call('POST /ops/v1/shipments/{id}/seals/break', id, { container, number: 'A1' })
  await call('POST /ops/v1/shipments/{id}/containers', empty.shipment_id, { number: 'MSCU1234566' })
  await call('POST /ops/v1/shipments/{id}/containers/remove', empty.shipment_id, { number: 'MSCU1234566' })
  await call('POST /ops/v1/shipments/{id}/containers/remove', empty.shipment_id, { number: container })
  await call('POST /ops/v1/shipments/{id}/cancel', empty.shipment_id)
}
