// Sends requests to every operation on places and stocktakes, including requests that are refused.

import { storedPackages } from '../calls/shipment-calls.ts'
import type { Waybill } from '../server/waybill.ts'
import type { Call } from './v1-calls.ts'

export const callPlaces = async (call: Call, waybill: Waybill): Promise<void> => {
  const [first, second] = await storedPackages(await waybill.newTenant(), 2)
  const { places } = await call('POST /ops/v1/places', '', { from: 'A-01', to: 'A-02', mode: 'test' })
  const [{ place_id: id, barcode }, { place_id: other }] = places
  await call('POST /ops/v1/places', '', { code: 'A-01', mode: 'test' })
  await call('GET /ops/v1/places?mode=test')
  await call('GET /ops/v1/places/totals?mode=test')
  await call('GET /ops/v1/places/{id}', id)
  await call('GET /ops/v1/places/{id}', 'x')
  await call(`GET /ops/v1/places/labels.pdf?ids=${id},${other}`)
  await call(`GET /ops/v1/scan?mode=test&code=${encodeURIComponent(barcode)}`)
  await call('GET /ops/v1/search?mode=test&q=A-0')
  await call('POST /ops/v1/places/{id}/put', id, { codes: [first.parcel_number, 'x'] })
  await call('POST /ops/v1/places/{id}/put', id, { code: 'x' })
  await call('PATCH /ops/v1/places/{id}', id, { closed: true })
  await call('PATCH /ops/v1/places/{id}', other, { code: 'A-09', closed: true })
  await call('POST /ops/v1/packages/{id}/place', second.parcel_id, { place: 'A-09' })
  await call('POST /ops/v1/packages/{id}/place', first.parcel_id, { place: null })
  const { stocktake_id: stocktake } = await call('POST /ops/v1/places/{id}/stocktakes', id)
  await call('POST /ops/v1/places/{id}/stocktakes', id)
  await call('POST /ops/v1/stocktakes/{id}/scan', stocktake, { codes: [first.parcel_number, 'x'] })
  await call('GET /ops/v1/stocktakes?mode=test')
  await call('GET /ops/v1/stocktakes/{id}', stocktake)
  await call('POST /ops/v1/stocktakes/{id}/finish', stocktake)
  await call('POST /ops/v1/stocktakes/{id}/finish', stocktake)
}
