// Simulation steps on shipments: create, attach, detach, depart, arrive, deliver.

import assert from 'node:assert/strict'
import { isAllIn, quantityOf } from '../models/naive-parcel.ts'
import { checkParcel, checkShipment } from './checks.ts'
import { anyParcel } from './parcel-steps.ts'
import { isFullAtSupplier, isToCollect, isUnpriced, record, settlePrice } from './parcels.ts'
import type { Simulation } from './simulation.ts'
import { drawSite } from './sites.ts'
import type { Json, Parcel, Shipment } from './world.ts'

export const anyShipment = (sim: Simulation, ...wanted: Shipment['status'][]): Shipment | null => {
  const { shipments } = sim.world
  const fit = shipments.filter(({ status }) => wanted.includes(status))
  if (fit.length > 0 && sim.draw.chance(0.85)) return sim.draw.pick(fit)
  return shipments.length > 0 ? sim.draw.pick(shipments) : null
}

type Route = Pick<Shipment, 'mode' | 'by' | 'destination' | 'site'>

const drawRoute = (sim: Simulation): Route => ({
  mode: sim.draw.pick(['live', 'test'] as const),
  by: sim.draw.pick(['air', 'ocean'] as const),
  destination: sim.draw.pick(['NG', 'NG', 'GB', 'GH']),
  site: drawSite(sim),
})

export const createShipment = async (sim: Simulation, wanted: Route | null = null): Promise<void> => {
  const { draw, world } = sim
  // No random shipment is created while seven or more shipments are open, so that the open shipments get enough parcels.
  if (wanted === null && world.shipments.filter(({ status }) => status === 'open').length > 6) return
  const given = wanted ?? drawRoute(sim)
  const offered = world.voyages.filter(({ by }) => by === given.by).slice(-3)
  const voyage = offered.length > 0 && draw.chance(0.6) ? draw.pick(offered) : null
  const body = {
    mode: given.mode,
    transport_mode: given.by,
    destination_country: given.destination,
    carrier: 'Model Lines',
    from_site: given.site,
    ...(voyage ? { voyage_id: voyage.id } : {}),
  }
  const answer = await sim.post('warehouse', '/ops/v1/shipments', body)
  if (sim.isRefused(answer, null)) return
  const known = new Set(world.shipments.map(({ id }) => id))
  const listed: Json[] = answer.isLost ? await sim.read('warehouse', `/ops/v1/shipments?mode=${given.mode}&status=open`) : [answer.json]
  const json = listed.find(({ shipment_id }) => !known.has(shipment_id))
  const shipment: Shipment = { ...given, voyage, id: json.shipment_id, status: 'open', departedAt: null, parcels: [] }
  world.shipments.push(shipment)
  sim.count('shipments made')
  await checkShipment(sim, shipment)
}

const CONTAINERS_MAX = 100
/** A character's value for the check digit is its index in this text. `?` fills 11, 22 and 33, which ISO 6346 does not use as values. */
const VALUES = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ'

/** Draws container numbers with an ISO 6346 check digit. */
const drawContainers = ({ draw }: Simulation, count: number): string[] => {
  const first = draw.upTo(900_000)
  return Array.from({ length: count }, (_, index) => {
    const bare = `MODU${String(first + index).padStart(6, '0')}`
    const sum = [...bare].reduce((total, character, place) => total + VALUES.indexOf(character) * 2 ** place, 0)
    return `${bare}${(sum % 11) % 10}`
  })
}

/** New container numbers for a full container at the supplier. Empty for any other parcel. */
export const containersFor = (sim: Simulation, parcel: Parcel): string[] =>
  isFullAtSupplier(parcel) ? drawContainers(sim, quantityOf(parcel)) : []

const refusalsOfPlace = (parcel: Parcel, shipment: Shipment, containers: readonly string[]): string[] => {
  if (containers.length === 0)
    return (parcel.status === 'warehouse' && isAllIn(parcel) ? [] : ['INVALID_TRANSITION']).concat(
      parcel.site === shipment.site ? [] : ['INVALID_TRANSITION'],
    )
  const known = shipment.parcels.flatMap((each) => each.containers)
  const fits = containers.length === quantityOf(parcel) && known.length + containers.length <= CONTAINERS_MAX
  const isNew = new Set([...known, ...containers]).size === known.length + containers.length
  return [...(isFullAtSupplier(parcel) ? [] : ['INVALID_TRANSITION']), ...(fits && isNew ? [] : ['VALIDATION_FAILED'])]
}

/**
 * Error codes with which the server may refuse to attach the parcel. Empty if the server must attach it. `containers`: the container
 * numbers of a parcel loaded at the supplier, otherwise empty.
 */
export const refusalsToAttach = (parcel: Parcel, shipment: Shipment, containers: readonly string[]): string[] => {
  if (shipment.status !== 'open') return ['INVALID_TRANSITION']
  if (parcel.status === 'cancelled') return ['PACKAGE_CANCELLED']
  return [
    ...(parcel.desk.mode === shipment.mode ? [] : ['INVALID_TRANSITION']),
    ...(parcel.shipmentId === null ? [] : ['PACKAGE_IN_SHIPMENT']),
    ...(parcel.hold ? ['PACKAGE_ON_HOLD'] : []),
    ...(isUnpriced(parcel) ? ['PACKAGE_UNPRICED'] : []),
    ...refusalsOfPlace(parcel, shipment, containers),
    ...(parcel.by === null || parcel.by === shipment.by ? [] : ['INVALID_TRANSITION']),
    ...(parcel.isDestinationLocked && parcel.destination !== shipment.destination ? ['DESTINATION_LOCKED'] : []),
  ]
}

export const load = (parcel: Parcel, shipment: Shipment, containers: readonly string[]): void => {
  Object.assign(parcel, {
    containers,
    shipmentId: shipment.id,
    shipment,
    by: shipment.by,
    destination: shipment.destination,
    isDestinationLocked: true,
  })
  shipment.parcels.push(parcel)
  record(parcel, 'package.attached')
  if (containers.length > 0) settlePrice(parcel.quote)
}

export const attachParcel = async (sim: Simulation): Promise<void> => {
  const shipment = anyShipment(sim, 'open')
  if (!shipment) return
  const parcel = anyParcel(sim, (each) => refusalsToAttach(each, shipment, []).length === 0)
  if (parcel) await attachTo(sim, shipment, parcel, [])
}

/**
 * Attaches a full-container parcel that is loaded at the supplier. Sometimes tries one container too many, or a parcel that does not
 * qualify.
 */
export const loadAtSupplier = async (sim: Simulation): Promise<void> => {
  const shipment = anyShipment(sim, 'open')
  const parcel = shipment && anyParcel(sim, (each) => isFullAtSupplier(each) && each.shipmentId === null && !each.hold)
  if (!parcel) return
  const count = quantityOf(parcel) + (sim.draw.chance(0.1) ? 1 : 0)
  await attachTo(sim, shipment, parcel, drawContainers(sim, Math.min(Math.max(1, count), CONTAINERS_MAX)))
}

export const attachTo = async (sim: Simulation, shipment: Shipment, parcel: Parcel, containers: readonly string[]): Promise<void> => {
  const { draw } = sim
  const isAlready = shipment.status === 'open' && parcel.shipment === shipment
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${shipment.id}/attach`, {
    ...(draw.chance(0.5) ? { package_id: parcel.id } : { code: parcel.number }),
    ...(containers.length > 0 ? { containers: containers.map((number) => ({ number })) } : {}),
  })
  const refusals = isAlready ? [] : refusalsToAttach(parcel, shipment, containers)
  if (sim.isRefused(answer, refusals)) return checkParcel(sim, parcel)
  if (!isAlready) load(parcel, shipment, containers)
  if (!answer.isLost) {
    const [{ outcome, warnings = [] }] = answer.json.outcomes
    assert.equal(outcome, isAlready ? 'already' : 'attached')
    const isLate = !isAlready && shipment.voyage !== null && answer.at > shipment.voyage.cutOffAt
    assert.deepEqual(
      warnings.map(({ code }: Json) => code),
      isLate ? ['past_cut_off'] : [],
    )
    if (isLate) sim.count('attached past the cut-off')
  }
  sim.count(!isAlready && containers.length > 0 ? 'loaded at the supplier' : 'attached')
  await checkShipment(sim, shipment)
  await checkParcel(sim, parcel, isAlready ? null : { by: 'warehouse', at: answer.at })
}

export const detachParcel = async (sim: Simulation): Promise<void> => {
  const shipment = anyShipment(sim, 'open')
  if (!shipment) return
  const parcel = shipment.parcels.length > 0 && sim.draw.chance(0.8) ? sim.draw.pick(shipment.parcels) : anyParcel(sim)
  if (!parcel) return
  const isOut = shipment.status === 'open' && parcel.shipmentId === null
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${shipment.id}/detach`, { package_id: parcel.id })
  const refusal = shipment.status !== 'open' ? 'INVALID_TRANSITION' : isOut || parcel.shipment === shipment ? null : 'PACKAGE_IN_SHIPMENT'
  if (sim.isRefused(answer, refusal)) return checkParcel(sim, parcel)
  if (!isOut) {
    shipment.parcels.splice(shipment.parcels.indexOf(parcel), 1)
    Object.assign(parcel, { shipmentId: null, shipment: null, containers: [] })
    record(parcel, 'package.detached')
    sim.count('detached')
  }
  await checkShipment(sim, shipment)
  await checkParcel(sim, parcel, isOut ? null : { by: 'warehouse', at: answer.at })
}

/** Dispatches a shipment: all packages depart, or none. */
export const departShipment = async (sim: Simulation, shipment = anyShipment(sim, 'open')): Promise<void> => {
  if (!shipment) return
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${shipment.id}/depart`)
  const isHeld = shipment.parcels.some(({ hold }) => hold)
  const refusal = shipment.status !== 'open' || shipment.parcels.length === 0 ? 'INVALID_TRANSITION' : isHeld ? 'PACKAGE_ON_HOLD' : null
  if (sim.isRefused(answer, refusal)) return checkShipment(sim, shipment)
  Object.assign(shipment, { status: 'departed', departedAt: answer.at })
  for (const parcel of shipment.parcels) {
    Object.assign(parcel, { status: 'transit', departedAt: answer.at + parcel.desk.offsetMs })
    record(parcel, 'package.departed')
  }
  sim.count('departed')
  await checkShipment(sim, shipment)
  for (const parcel of shipment.parcels) await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}

export const arriveShipment = async (sim: Simulation, shipment = anyShipment(sim, 'departed')): Promise<void> => {
  if (!shipment) return
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${shipment.id}/arrive`)
  if (sim.isRefused(answer, shipment.status === 'departed' ? null : 'INVALID_TRANSITION')) return checkShipment(sim, shipment)
  shipment.status = 'arrived'
  for (const parcel of shipment.parcels) if (parcel.status === 'transit') record(parcel, 'package.arrived')
  sim.count('arrived')
  await checkShipment(sim, shipment)
  for (const parcel of shipment.parcels) await checkParcel(sim, parcel)
}

/**
 * Delivers a shipment, except packages that are on hold or wait for collection. The shipment becomes `delivered` only if no package stays
 * in transit.
 */
export const deliverShipment = async (sim: Simulation): Promise<void> => {
  const shipment = anyShipment(sim, 'arrived', 'departed')
  if (!shipment) return
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${shipment.id}/deliver`)
  const left = shipment.parcels.filter(({ status }) => status === 'transit')
  const free = left.filter((parcel) => !parcel.hold && !isToCollect(parcel))
  const isHeld = left.some(({ hold }) => hold)
  const isUnderWay = shipment.status === 'departed' || shipment.status === 'arrived'
  const refusal = !isUnderWay
    ? 'INVALID_TRANSITION'
    : left.length > 0 && free.length === 0
      ? isHeld
        ? 'PACKAGE_ON_HOLD'
        : 'INVALID_TRANSITION'
      : null
  if (sim.isRefused(answer, refusal)) return checkShipment(sim, shipment)
  if (free.length === left.length) shipment.status = 'delivered'
  for (const parcel of free) {
    Object.assign(parcel, { status: 'delivered', deliveredAt: answer.at + parcel.desk.offsetMs })
    record(parcel, 'package.delivered')
  }
  sim.count(shipment.status === 'delivered' ? 'shipments delivered' : 'shipments delivered in part')
  await checkShipment(sim, shipment)
  for (const parcel of free) await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}

export const cancelShipment = async (sim: Simulation): Promise<void> => {
  const shipment = anyShipment(sim, 'open')
  if (!shipment) return
  const answer = await sim.post('warehouse', `/ops/v1/shipments/${shipment.id}/cancel`)
  const isEmpty = shipment.status === 'open' && shipment.parcels.length === 0
  if (sim.isRefused(answer, isEmpty ? null : 'INVALID_TRANSITION')) return checkShipment(sim, shipment)
  shipment.status = 'cancelled'
  sim.count('shipments cancelled')
  await checkShipment(sim, shipment)
}

/**
 * Dispatches a single parcel with the test helper of the API. A parcel in no shipment gets a new shipment. A parcel that a carrier tracks
 * may depart before it is received.
 */
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
          ...(parcel.shipment?.status === 'open' ? ['INVALID_TRANSITION'] : []),
          ...(parcel.hold ? ['PACKAGE_ON_HOLD'] : []),
          ...(isUnpriced(parcel) ? ['PACKAGE_UNPRICED'] : []),
        ]
  if (sim.isRefused(answer, refusals)) return checkParcel(sim, parcel)
  Object.assign(parcel, { status: 'transit', departedAt: answer.at + desk.offsetMs })
  record(parcel, 'package.departed')
  if (parcel.shipmentId === null) {
    const { shipment_id: id } = answer.isLost ? await sim.read('warehouse', `/ops/v1/packages/${parcel.id}`) : answer.json
    const by = parcel.by ?? 'air'
    const { destination } = parcel
    const shipment: Shipment = {
      id,
      mode: 'test',
      by,
      destination,
      site: parcel.site,
      voyage: null,
      status: 'departed',
      departedAt: answer.at,
      parcels: [parcel],
    }
    Object.assign(parcel, { shipmentId: id, shipment, by, isDestinationLocked: true })
    sim.world.shipments.push(shipment)
    await checkShipment(sim, shipment)
  }
  sim.count('departed alone')
  await checkParcel(sim, parcel, { by: desk, at: answer.at })
}
