// Simulation steps that correct a departure: undo the departure, take parcels off the shipment, or roll parcels over to another shipment.

import assert from 'node:assert/strict'
import { checkParcel, checkShipment, checkTracking } from './checks.ts'
import { anyParcel } from './parcel-steps.ts'
import { record } from './parcels.ts'
import { anyShipment, load, refusalsToAttach } from './shipment-steps.ts'
import type { Simulation } from './simulation.ts'
import type { Parcel, Shipment } from './world.ts'
import { dateIn } from './world.ts'

/**
 * Undoes the departure of a parcel in the model. The status becomes `booked` if the parcel was loaded at the supplier, otherwise
 * `warehouse`.
 */
const unload = (parcel: Parcel): void => {
  Object.assign(parcel, { status: parcel.containers.length > 0 ? 'booked' : 'warehouse', departedAt: null, readyAt: null })
}

/** The state of the parcel after it is taken off its shipment. */
export const takenOff = (parcel: Parcel): Parcel => {
  const back = { ...parcel, shipmentId: null, shipment: null }
  unload(back)
  return { ...back, containers: [] }
}

/** Tries to undo a departure. The server must refuse unless the shipment departed today and all its parcels are still in transit. */
export const undoDeparture = async (sim: Simulation, shipment = anyShipment(sim, 'departed')): Promise<void> => {
  if (!shipment) return
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${shipment.id}/undo_departure`)
  const isToday = shipment.parcels.every(
    ({ desk: { shop } }) => dateIn(shop.timeZone, answer.at) === dateIn(shop.timeZone, shipment.departedAt!),
  )
  const isPossible = shipment.status === 'departed' && isToday && shipment.parcels.every(({ status }) => status === 'transit')
  if (sim.isRefused(answer, isPossible ? null : 'INVALID_TRANSITION')) return checkShipment(sim, shipment)
  Object.assign(shipment, { status: 'open', departedAt: null })
  for (const parcel of shipment.parcels) {
    unload(parcel)
    record(parcel, 'package.departure_undone')
  }
  sim.count('departures undone')
  await checkShipment(sim, shipment)
  for (const parcel of shipment.parcels) {
    await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
    await checkTracking(sim, parcel)
  }
}

const takeOff = (parcel: Parcel, shipment: Shipment): void => {
  shipment.parcels.splice(shipment.parcels.indexOf(parcel), 1)
  unload(parcel)
  Object.assign(parcel, { shipmentId: null, shipment: null, containers: [] })
  record(parcel, 'package.offloaded')
  const { parcels: left } = shipment
  if (left.length > 0 && left.every(({ status }) => status === 'delivered')) shipment.status = 'delivered'
}

/**
 * Tries to take a parcel off a shipment, and often to move it to another shipment in the same request. The server must allow this on any
 * day between departure and delivery.
 */
export const offloadParcel = async (sim: Simulation): Promise<void> => {
  const { draw } = sim
  const shipment = anyShipment(sim, 'departed', 'arrived')
  if (!shipment) return
  const parcel = shipment.parcels.length > 0 && draw.chance(0.85) ? draw.pick(shipment.parcels) : anyParcel(sim)
  if (!parcel) return
  await offloadTo(sim, shipment, parcel, draw.chance(0.5) ? anyShipment(sim, 'open') : null)
}

export const offloadTo = async (sim: Simulation, shipment: Shipment, parcel: Parcel, to: Shipment | null): Promise<void> => {
  const { draw } = sim
  const body = { package_id: parcel.id, reason: `Not on board ${draw.upTo(99)}`, ...(to ? { to: to.id } : {}) }
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${shipment.id}/offload`, body)
  const isUnderWay = shipment.status === 'departed' || shipment.status === 'arrived'
  const isOffloadable = isUnderWay && parcel.shipment === shipment && parcel.status === 'transit'
  const refusals = isOffloadable ? [] : ['INVALID_TRANSITION']
  const { containers } = parcel
  if (isOffloadable && to) refusals.push(...refusalsToAttach(takenOff(parcel), to, containers))
  if (sim.isRefused(answer, refusals)) {
    await checkShipment(sim, shipment)
    return checkParcel(sim, parcel)
  }
  takeOff(parcel, shipment)
  if (to) load(parcel, to, containers)
  sim.count(to ? 'rolled over' : 'taken off')
  if (!answer.isLost) assert.equal(answer.json.packages[0].parcel_id, parcel.id)
  for (const each of [shipment, ...(to ? [to] : [])]) await checkShipment(sim, each)
  await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
  await checkTracking(sim, parcel)
}
