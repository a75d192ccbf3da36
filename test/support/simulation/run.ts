// Runs a simulation: random steps from a seed. The servers are compared with the model at regular intervals and at the end.

import type { Engine } from '../engine/engines.ts'
import { priceParcel, receiveUnannounced, setDestination, waivePrice } from './arrival-steps.ts'
import { checkCustomerList, checkEverything, checkParcelList, checkQuoteList, checkSearch, checkTracking } from './checks.ts'
import { makeNotReady, makeReady } from './collection-steps.ts'
import { offloadParcel, undoDeparture } from './correction-steps.ts'
import { createCustomer, mergeCustomers, renameCustomer, switchCustomer, undoMerge } from './customer-steps.ts'
import { disposeParcel, undoDisposition } from './disposition-steps.ts'
import { cancelAndDispose, correctDeparture, sendToCounter } from './journey-steps.ts'
import { moveTestClock, openFor, passTime, publishCard, setFx, setTerms } from './operator-steps.ts'
import { anyParcel, cancelParcel, closeShort, deliverParcel, holdOrRelease, receiveParcel, undoReceipt } from './parcel-steps.ts'
import { anyDesk, bookAtTheHour, bookQuote, cancelQuote, createQuote, readQuote, settlePurchases, trespass } from './quote-steps.ts'
import { startServers } from './servers.ts'
import {
  arriveShipment,
  attachParcel,
  cancelShipment,
  createShipment,
  deliverShipment,
  departAlone,
  departShipment,
  detachParcel,
  loadAtSupplier,
} from './shipment-steps.ts'
import type { Simulation } from './simulation.ts'
import { createSimulation } from './simulation.ts'
import { readAtHub, schedule } from './site-steps.ts'

type Step = (sim: Simulation) => Promise<void>

const aboutParcel =
  (check: (sim: Simulation, parcel: NonNullable<ReturnType<typeof anyParcel>>) => Promise<void>): Step =>
  async (sim) => {
    const parcel = anyParcel(sim)
    if (parcel) await check(sim, parcel)
  }

/** Relative frequency of each step. */
const STEPS: readonly (readonly [times: number, step: Step])[] = [
  [14, createQuote],
  [8, readQuote],
  [15, bookQuote],
  [4, bookAtTheHour],
  [3, cancelQuote],
  [2, settlePurchases],
  [5, trespass],
  [16, receiveParcel],
  [4, undoReceipt],
  [4, receiveUnannounced],
  [3, priceParcel],
  [1, waivePrice],
  [8, holdOrRelease],
  [3, (sim) => cancelParcel(sim)],
  [2, closeShort],
  [2, setDestination],
  [4, deliverParcel],
  [2, (sim) => createShipment(sim)],
  [9, attachParcel],
  [3, loadAtSupplier],
  [2, detachParcel],
  [3, (sim) => departShipment(sim)],
  [2, (sim) => arriveShipment(sim)],
  [2, deliverShipment],
  [1, cancelShipment],
  [3, departAlone],
  [2, (sim) => undoDeparture(sim)],
  [4, offloadParcel],
  [3, (sim) => disposeParcel(sim)],
  [1, (sim) => undoDisposition(sim)],
  [3, (sim) => makeReady(sim)],
  [1, makeNotReady],
  [2, readAtHub],
  [1, (sim) => schedule(sim)],
  [6, sendToCounter],
  [6, correctDeparture],
  [5, cancelAndDispose],
  [6, createCustomer],
  [2, renameCustomer],
  [2, switchCustomer],
  [1, mergeCustomers],
  [1, undoMerge],
  [1, (sim) => publishCard(sim)],
  [1, setFx],
  [1, (sim) => setTerms(sim)],
  [8, passTime],
  [3, moveTestClock],
  [5, (sim) => sim.replay()],
  [1, (sim) => checkQuoteList(sim, anyDesk(sim))],
  [1, (sim) => checkParcelList(sim, anyDesk(sim))],
  [3, (sim) => checkCustomerList(sim, anyDesk(sim))],
  [2, aboutParcel(checkSearch)],
  [3, aboutParcel(checkTracking)],
]
const DECK: readonly Step[] = STEPS.flatMap(([times, step]) => Array.from({ length: times }, () => step))
const CHECKED_EVERY = 1_000

export type Run = { seed: number; operations: number; kills?: number }
export type Outcome = { counts: Record<string, number>; requests: number }

/** Runs one simulation. Throws at the first difference from the model. The error message contains the seed and the last requests. */
export const simulate = async (engine: Engine, { seed, operations, kills = 0 }: Run): Promise<Outcome> => {
  const servers = await startServers(engine, { killable: kills > 0 })
  const sim = createSimulation(servers, seed)
  const killEvery = Math.floor(operations / (kills + 1))
  let operation = 0
  try {
    await openFor(sim)
    while (operation < operations) {
      const before = sim.requests()
      await sim.draw.pick(DECK)(sim)
      if (sim.draw.chance(0.3)) servers.advance(sim.draw.upTo(5_000))
      // Steps that found nothing to do are not counted.
      if (sim.requests() === before) continue
      operation += 1
      if (kills > 0 && operation % killEvery === 0) sim.killSoon()
      if (operation % CHECKED_EVERY === 0) await checkEverything(sim)
    }
    await settlePurchases(sim)
    await checkEverything(sim)
    return { counts: sim.counts, requests: sim.requests() }
  } catch (error) {
    const where = `seed ${seed}, operation ${operation + 1} of ${operations} on ${engine.name}`
    throw new Error(`${where}: ${(error as Error).message}\nThe last requests:\n${sim.log.join('\n')}`, { cause: error })
  } finally {
    await servers.close()
  }
}
