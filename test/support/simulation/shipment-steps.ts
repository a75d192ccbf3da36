// What staff do with shipments: make, fill, empty, send off, let arrive and hand out; test keys send parcels off alone.

import assert from 'node:assert/strict'
import { checkHull, checkParcel } from './checks.ts'
import { anyParcel } from './parcel-steps.ts'
import { isAllIn, record } from './parcels.ts'
import type { Simulation } from './simulation.ts'
import type { Hull, Json, Parcel } from './world.ts'

const anyHull = (sim: Simulation, ...wanted: Hull['status'][]): Hull | null => {
  const { hulls } = sim.world
  const fit = hulls.filter(({ status }) => wanted.includes(status))
  if (fit.length > 0 && sim.draw.chance(0.85)) return sim.draw.pick(fit)
  return hulls.length > 0 ? sim.draw.pick(hulls) : null
}

export const makeHull = async (sim: Simulation): Promise<void> => {
  const { draw, world } = sim
  // A few open ones at a time, so that each is filled.
  if (world.hulls.filter(({ status }) => status === 'open').length > 6) return
  const given = {
    mode: draw.pick(['live', 'test'] as const),
    by: draw.pick(['air', 'ocean'] as const),
    destination: draw.pick(['NG', 'NG', 'GB', 'GH']),
  }
  const body = { mode: given.mode, transport_mode: given.by, destination_country: given.destination, carrier: 'Model Lines' }
  const answer = await sim.post('warehouse', '/ops/v1/shipments', body)
  if (sim.isRefused(answer, null)) return
  const known = new Set(world.hulls.map(({ id }) => id))
  const listed: Json[] = answer.isLost ? await sim.read('warehouse', `/ops/v1/shipments?mode=${given.mode}&status=open`) : [answer.json]
  const json = listed.find(({ shipment_id }) => !known.has(shipment_id))
  const hull: Hull = { ...given, id: json.shipment_id, status: 'open', parcels: [] }
  world.hulls.push(hull)
  sim.count('shipments made')
  await checkHull(sim, hull)
}

/** Everything that speaks against it; none of it has a fixed order. */
const refusalsToAttach = (parcel: Parcel, hull: Hull): string[] => {
  if (hull.status !== 'open') return ['INVALID_TRANSITION']
  if (parcel.status === 'cancelled') return ['PACKAGE_CANCELLED']
  return [
    ...(parcel.desk.mode === hull.mode ? [] : ['INVALID_TRANSITION']),
    ...(parcel.shipmentId === null ? [] : ['PACKAGE_IN_SHIPMENT']),
    ...(parcel.hold ? ['PACKAGE_ON_HOLD'] : []),
    ...(parcel.status === 'warehouse' && isAllIn(parcel) ? [] : ['INVALID_TRANSITION']),
    ...(parcel.by === null || parcel.by === hull.by ? [] : ['INVALID_TRANSITION']),
    ...(parcel.isDestinationLocked && parcel.destination !== hull.destination ? ['DESTINATION_LOCKED'] : []),
  ]
}

const load = (parcel: Parcel, hull: Hull): void => {
  Object.assign(parcel, { shipmentId: hull.id, hull, by: hull.by, destination: hull.destination, isDestinationLocked: true })
  hull.parcels.push(parcel)
  record(parcel, 'package.attached')
}

export const attachParcel = async (sim: Simulation): Promise<void> => {
  const { draw } = sim
  const hull = anyHull(sim, 'open')
  if (!hull) return
  const parcel = anyParcel(sim, (each) => refusalsToAttach(each, hull).length === 0)
  if (!parcel) return
  const isAlready = hull.status === 'open' && parcel.hull === hull
  const answer = await sim.post(
    'warehouse',
    `/ops/v1/shipments/${hull.id}/attach`,
    draw.chance(0.5) ? { package_id: parcel.id } : { code: parcel.number },
  )
  const refusals = isAlready ? [] : refusalsToAttach(parcel, hull)
  if (sim.isRefused(answer, refusals)) return checkParcel(sim, parcel)
  if (!isAlready) load(parcel, hull)
  if (!answer.isLost) assert.equal(answer.json.outcomes[0].outcome, isAlready ? 'already' : 'attached')
  sim.count('attached')
  await checkHull(sim, hull)
  await checkParcel(sim, parcel, isAlready ? null : { by: 'warehouse', at: answer.at })
}

export const detachParcel = async (sim: Simulation): Promise<void> => {
  const hull = anyHull(sim, 'open')
  if (!hull) return
  const parcel = hull.parcels.length > 0 && sim.draw.chance(0.8) ? sim.draw.pick(hull.parcels) : anyParcel(sim)
  if (!parcel) return
  const isOut = hull.status === 'open' && parcel.shipmentId === null
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${hull.id}/detach`, { package_id: parcel.id })
  const refusal = hull.status !== 'open' ? 'INVALID_TRANSITION' : isOut || parcel.hull === hull ? null : 'PACKAGE_IN_SHIPMENT'
  if (sim.isRefused(answer, refusal)) return checkParcel(sim, parcel)
  if (!isOut) {
    hull.parcels.splice(hull.parcels.indexOf(parcel), 1)
    Object.assign(parcel, { shipmentId: null, hull: null })
    record(parcel, 'package.detached')
    sim.count('detached')
  }
  await checkHull(sim, hull)
  await checkParcel(sim, parcel, isOut ? null : { by: 'warehouse', at: answer.at })
}

/** All of it or nothing. */
export const departHull = async (sim: Simulation): Promise<void> => {
  const hull = anyHull(sim, 'open')
  if (!hull) return
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${hull.id}/depart`)
  const isHeld = hull.parcels.some(({ hold }) => hold)
  const refusal = hull.status !== 'open' || hull.parcels.length === 0 ? 'INVALID_TRANSITION' : isHeld ? 'PACKAGE_ON_HOLD' : null
  if (sim.isRefused(answer, refusal)) return checkHull(sim, hull)
  hull.status = 'departed'
  for (const parcel of hull.parcels) {
    Object.assign(parcel, { status: 'transit', departedAt: answer.at + parcel.desk.offsetMs })
    record(parcel, 'package.departed')
  }
  sim.count('departed')
  await checkHull(sim, hull)
  for (const parcel of hull.parcels) await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}

export const arriveHull = async (sim: Simulation): Promise<void> => {
  const hull = anyHull(sim, 'departed')
  if (!hull) return
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${hull.id}/arrive`)
  if (sim.isRefused(answer, hull.status === 'departed' ? null : 'INVALID_TRANSITION')) return checkHull(sim, hull)
  hull.status = 'arrived'
  for (const parcel of hull.parcels) if (parcel.status === 'transit') record(parcel, 'package.arrived')
  sim.count('arrived')
  await checkHull(sim, hull)
  for (const parcel of hull.parcels) await checkParcel(sim, parcel)
}

/** What is on hold stays behind, and the shipment is then not delivered yet. */
export const deliverHull = async (sim: Simulation): Promise<void> => {
  const hull = anyHull(sim, 'arrived', 'departed')
  if (!hull) return
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${hull.id}/deliver`)
  const left = hull.parcels.filter(({ status }) => status === 'transit')
  const free = left.filter(({ hold }) => !hold)
  const isUnderWay = hull.status === 'departed' || hull.status === 'arrived'
  const refusal = !isUnderWay ? 'INVALID_TRANSITION' : left.length > 0 && free.length === 0 ? 'PACKAGE_ON_HOLD' : null
  if (sim.isRefused(answer, refusal)) return checkHull(sim, hull)
  if (free.length === left.length) hull.status = 'delivered'
  for (const parcel of free) {
    Object.assign(parcel, { status: 'delivered', deliveredAt: answer.at + parcel.desk.offsetMs })
    record(parcel, 'package.delivered')
  }
  sim.count(hull.status === 'delivered' ? 'shipments delivered' : 'shipments delivered in part')
  await checkHull(sim, hull)
  for (const parcel of free) await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}

export const cancelHull = async (sim: Simulation): Promise<void> => {
  const hull = anyHull(sim, 'open')
  if (!hull) return
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${hull.id}/cancel`)
  const isEmpty = hull.status === 'open' && hull.parcels.length === 0
  if (sim.isRefused(answer, isEmpty ? null : 'INVALID_TRANSITION')) return checkHull(sim, hull)
  hull.status = 'cancelled'
  sim.count('shipments cancelled')
  await checkHull(sim, hull)
}

/** Test mode plays the warehouse: a parcel departs in a shipment of its own, and what a carrier tracks at once. */
export const departAlone = async (sim: Simulation): Promise<void> => {
  const parcel = anyParcel(sim, ({ desk, status }) => desk.mode === 'test' && status === 'warehouse')
  if (parcel?.desk.mode !== 'test') return
  const { desk } = parcel
  const answer = await sim.post(desk, `/v1/test_helpers/packages/${parcel.id}/depart`)
  const from = parcel.isCarriers ? ['booked', 'warehouse'] : ['warehouse']
  const refusals =
    parcel.status === 'cancelled'
      ? ['PACKAGE_CANCELLED']
      : [
          ...(from.includes(parcel.status) ? [] : ['INVALID_TRANSITION']),
          ...(parcel.arrivals.length > 0 && !isAllIn(parcel) ? ['INVALID_TRANSITION'] : []),
          ...(parcel.hull?.status === 'open' ? ['INVALID_TRANSITION'] : []),
          ...(parcel.hold ? ['PACKAGE_ON_HOLD'] : []),
        ]
  if (sim.isRefused(answer, refusals)) return checkParcel(sim, parcel)
  Object.assign(parcel, { status: 'transit', departedAt: answer.at + desk.offsetMs })
  record(parcel, 'package.departed')
  if (parcel.shipmentId === null) {
    const { shipment_id: id } = answer.isLost ? await sim.read('warehouse', `/ops/v1/packages/${parcel.id}`) : answer.json
    const by = parcel.by ?? 'air'
    const hull: Hull = { id, mode: 'test', by, destination: parcel.destination, status: 'departed', parcels: [parcel] }
    Object.assign(parcel, { shipmentId: id, hull, by, isDestinationLocked: true })
    sim.world.hulls.push(hull)
    await checkHull(sim, hull)
  }
  sim.count('departed alone')
  await checkParcel(sim, parcel, { by: desk, at: answer.at })
}
