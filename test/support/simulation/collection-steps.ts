// Simulation steps for collection: a parcel is made ready with a collection code, or set back to not ready.

import assert from 'node:assert/strict'
import { checkParcel } from './checks.ts'
import { anyParcel } from './parcel-steps.ts'
import { isToCollect, record } from './parcels.ts'
import { anyShipment } from './shipment-steps.ts'
import type { Simulation } from './simulation.ts'
import type { Parcel } from './world.ts'

const anyArrived = (sim: Simulation): Parcel | null => {
  const shipment = anyShipment(sim, 'arrived')
  return shipment && shipment.parcels.length > 0 ? sim.draw.pick(shipment.parcels) : anyParcel(sim)
}

export const makeReady = async (sim: Simulation, parcel = anyArrived(sim)): Promise<void> => {
  if (!parcel) return
  const answer = await sim.post('warehouse', `/ops/v1/packages/${parcel.id}/ready`)
  const hasArrived = parcel.status === 'transit' && !parcel.isCarriers && parcel.shipment?.status === 'arrived'
  const refusals = [
    ...(parcel.status === 'cancelled' ? ['PACKAGE_CANCELLED'] : hasArrived ? [] : ['INVALID_TRANSITION']),
    ...(hasArrived && parcel.hold ? ['PACKAGE_ON_HOLD'] : []),
  ]
  if (sim.isRefused(answer, refusals)) return checkParcel(sim, parcel)
  const isNew = parcel.readyAt === null
  if (isNew) {
    Object.assign(parcel, { readyAt: answer.at + parcel.desk.offsetMs, wrongCodes: 0 })
    record(parcel, 'package.ready_for_collection')
  }
  const { collection_code: code } = await sim.read(parcel.desk, `/v1/packages/${parcel.id}/collection`)
  assert.match(code, /^\d{6}$/)
  if (!isNew) assert.equal(code, parcel.code, 'a parcel that is ready already keeps its code')
  parcel.code = code
  sim.count('ready for collection')
  await checkParcel(sim, parcel, isNew ? { by: 'warehouse', at: answer.at } : null)
}

export const makeNotReady = async (sim: Simulation): Promise<void> => {
  const parcel = anyParcel(sim, isToCollect)
  if (!parcel) return
  const answer = await sim.post('warehouse', `/ops/v1/packages/${parcel.id}/not_ready`)
  if (sim.isRefused(answer, isToCollect(parcel) ? null : 'INVALID_TRANSITION')) return checkParcel(sim, parcel)
  parcel.readyAt = null
  record(parcel, 'package.ready_undone')
  sim.count('not ready any more')
  await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}
