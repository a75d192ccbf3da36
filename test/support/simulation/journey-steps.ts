// Simulation steps that take one parcel through several actions. In a short simulation, single random steps would rarely hit the same parcel.

import { isAllIn } from '../models/naive-parcel.ts'
import { receiveUnannounced } from './arrival-steps.ts'
import { makeReady } from './collection-steps.ts'
import { offloadTo, takenOff, undoDeparture } from './correction-steps.ts'
import { disposeParcel, undoDisposition } from './disposition-steps.ts'
import { cancelParcel, handOut } from './parcel-steps.ts'
import { isFullAtSupplier, isUnpriced } from './parcels.ts'
import { arriveShipment, attachTo, containersFor, createShipment, departShipment, refusalsToAttach } from './shipment-steps.ts'
import type { Simulation } from './simulation.ts'
import { schedule } from './site-steps.ts'
import type { Parcel, Shipment } from './world.ts'
import { desksOf } from './world.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const TRIES_MAX = 3
/** How many wrong codes are tried. After that many, the server refuses even the right code. */
const GUESSES = 5

const waitSome = ({ draw, servers }: Simulation): void => servers.advance(draw.pick([0, 0, 0, HOUR_MS, DAY_MS, 3 * DAY_MS, 9 * DAY_MS]))

const isOnShelf = (parcel: Parcel): boolean =>
  parcel.status === 'warehouse' && parcel.shipmentId === null && isAllIn(parcel) && !parcel.hold && !isUnpriced(parcel)

/**
 * Picks a parcel in the warehouse that can be attached to a shipment. If there is no such parcel, an unannounced parcel is received first.
 */
const anyOnShelf = async (sim: Simulation): Promise<Parcel | null> => {
  const found = () => desksOf(sim.world).flatMap(({ parcels }) => parcels.filter(isOnShelf))
  if (found().length === 0) await receiveUnannounced(sim)
  const parcels = found().slice(-12)
  return parcels.length > 0 ? sim.draw.pick(parcels) : null
}

/** A parcel on the shelf or, often, a full container at the supplier. */
const anyToSend = async (sim: Simulation): Promise<Parcel | null> => {
  const isFree = (parcel: Parcel): boolean => isFullAtSupplier(parcel) && parcel.shipmentId === null && !parcel.hold
  const full = desksOf(sim.world).flatMap(({ parcels }) => parcels.filter(isFree))
  return full.length > 0 && sim.draw.chance(0.4) ? sim.draw.pick(full.slice(-12)) : anyOnShelf(sim)
}

/** Returns an open shipment that accepts the parcel, or creates a shipment, which may be on a scheduled flight or sailing. */
const shipmentFor = async (sim: Simulation, parcel: Parcel, containers: readonly string[]): Promise<Shipment> => {
  const { draw, world } = sim
  const fit = world.shipments.filter((shipment) => refusalsToAttach(parcel, shipment, containers).length === 0)
  if (fit.length > 0 && draw.chance(0.6)) return draw.pick(fit)
  const by = parcel.by ?? 'air'
  if (draw.chance(0.6) && !world.voyages.some((voyage) => voyage.by === by && voyage.cutOffAt > sim.now())) await schedule(sim, by)
  await createShipment(sim, { mode: parcel.desk.mode, by, destination: parcel.destination, site: parcel.site })
  return world.shipments.at(-1)!
}

/** In half of the cases, advances the clock to the shipment's cut-off, or to a millisecond, an hour or a day after the cut-off. */
const waitForCutOff = ({ draw, servers, now }: Simulation, { voyage }: Shipment): void => {
  const left = voyage ? voyage.cutOffAt - now() : 0
  if (left > 0 && draw.chance(0.5)) servers.advance(left + draw.pick([0, 1, HOUR_MS, DAY_MS]))
}

/**
 * Attaches the parcel to a shipment and dispatches the shipment. Returns null if the shipment could not depart, for example because another
 * of its parcels is on hold.
 */
const sendOff = async (sim: Simulation, parcel: Parcel): Promise<Shipment | null> => {
  const containers = containersFor(sim, parcel)
  const shipment = await shipmentFor(sim, parcel, containers)
  waitForCutOff(sim, shipment)
  await attachTo(sim, shipment, parcel, containers)
  waitSome(sim)
  await departShipment(sim, shipment)
  return shipment.status === 'departed' ? shipment : null
}

/** Ships a parcel, makes it ready for collection, and usually hands it out. Handing out may take several tries. */
export const sendToCounter = async (sim: Simulation): Promise<void> => {
  const parcel = await anyToSend(sim)
  const shipment = parcel && (await sendOff(sim, parcel))
  if (!shipment) return
  waitSome(sim)
  await arriveShipment(sim, shipment)
  await makeReady(sim, parcel)
  if (sim.draw.chance(0.3)) return
  const isGuessed = !sim.servers.canKill && sim.draw.chance(0.2)
  if (isGuessed) for (let tries = 0; tries < GUESSES; tries += 1) await handOut(sim, parcel, false, 'another code')
  if (isGuessed) await handOut(sim, parcel, false, 'the code')
  for (let tries = 0; tries < TRIES_MAX && parcel.status === 'transit'; tries += 1) await handOut(sim, parcel)
}

/**
 * Sends a parcel and then corrects the departure: undoes the departure, or takes the parcel off its shipment. A parcel that was taken off
 * may move to another shipment.
 */
export const correctDeparture = async (sim: Simulation): Promise<void> => {
  const parcel = await anyToSend(sim)
  const shipment = parcel && (await sendOff(sim, parcel))
  if (!shipment) return
  waitSome(sim)
  if (sim.draw.chance(0.4)) return undoDeparture(sim, shipment)
  if (sim.draw.chance(0.3)) {
    await arriveShipment(sim, shipment)
    if (sim.draw.chance(0.5)) await makeReady(sim, parcel)
  }
  const to = sim.draw.chance(0.5) ? await shipmentFor(sim, takenOff(parcel), parcel.containers) : null
  await offloadTo(sim, shipment, parcel, to)
  waitSome(sim)
  if (to && parcel.shipment === to) await departShipment(sim, to)
}

/** Cancels a parcel in the warehouse, and later records its disposition. Often undoes the disposition again. */
export const cancelAndDispose = async (sim: Simulation): Promise<void> => {
  const parcel = await anyOnShelf(sim)
  if (!parcel) return
  await cancelParcel(sim, parcel)
  waitSome(sim)
  await disposeParcel(sim, parcel)
  if (sim.draw.chance(0.6)) await undoDisposition(sim, parcel)
}
