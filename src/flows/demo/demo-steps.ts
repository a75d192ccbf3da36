// The steps of the demo month: orders, bookings, arrivals, shipments.

import type { DemoOrder, DemoShipment } from '../../domain/demo/demo-month.ts'
import { CARRIED_MS, NEXT_DAY_MS, SOON_MS } from '../../domain/demo/demo-month.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { flowOf } from '../../domain/quotes/quote.ts'
import type { Measured } from '../../domain/receiving/receipt.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as packages from '../../store/packages/packages.ts'
import { bookQuote } from '../booking/book-quote.ts'
import type { Caller, Deps } from '../deps.ts'
import { cancelPackage } from '../packages/cancel-package.ts'
import { holdPackage } from '../packages/hold-package.ts'
import { setPackagePlace } from '../places/put-in-place.ts'
import { cancelQuote } from '../quotes/cancel-quote.ts'
import { createQuote } from '../quotes/create-quote.ts'
import { receivePackage } from '../receiving/receive-package.ts'
import { attachPackages } from '../shipments/attach-packages.ts'
import { deliverFound, deliverShipment } from '../shipments/deliver-shipment.ts'
import { arriveShipment, createShipment, departShipment } from '../shipments/shipment-steps.ts'

/** `at`: time of the step in epoch milliseconds. `run`: performs the step and returns the later steps that follow from it. */
export type Step = { at: number; run: (then: Deps) => Promise<Step[]> }

/** `places`: codes of the demo places. `waiting`: for each route, the packages that can be added to a shipment. */
export type Month = { caller: Caller; author: Author; now: number; waiting: Map<string, Package[]>; places: readonly string[] }

const measuredOf = (parcel: Package, pieces: number, times: number): Measured => {
  const share = (value: number): number => Math.round((value * times * pieces * 1000) / parcel.quantity) / 1000
  return {
    pieces,
    ...(parcel.declaredWeightKg === null ? {} : { weightKg: share(parcel.declaredWeightKg) }),
    ...(parcel.dimensions === null ? {} : { dimensions: parcel.dimensions }),
    ...(parcel.volumeCbm === null ? {} : { volumeCbm: share(parcel.volumeCbm) }),
  }
}

const receive = (deps: Deps, { caller }: Month, parcel: Package, pieces: number, times: number) => {
  const measured = measuredOf(parcel, pieces, times)
  return receivePackage(deps, caller, parcel.id, { measured, conditionNote: null, isLast: false, isConfirmed: false })
}

const roadOf = (mode: string | null, destination: string | null): string => `${mode} to ${destination}`

/** Puts a package in a place. About a third of all packages get no place. */
const shelve = async (deps: Deps, { author, places }: Month, { id, parcelNumber }: Package): Promise<void> => {
  const drawn = [...parcelNumber].reduce((sum, character) => sum + character.charCodeAt(0), 0)
  if (drawn % 3 !== 0) await setPackagePlace(deps, author, id, places[drawn % places.length]!)
}

/** Returns the step that receives a package. If the package has several pieces, the last piece arrives later or never. */
const arrival = (month: Month, { fate }: DemoOrder, parcel: Package, at: number): Step => ({
  at,
  run: async (deps) => {
    const first = parcel.quantity > 1 ? parcel.quantity - 1 : 1
    await receive(deps, month, parcel, first, fate.measuredTimes)
    await shelve(deps, month, parcel)
    const isWhole = first === parcel.quantity
    const setAside = (): void => {
      const road = roadOf(parcel.transportMode, parcel.destinationCountry)
      if (fate.hold !== 'held' && !fate.isLeftBehind) month.waiting.set(road, [...(month.waiting.get(road) ?? []), parcel])
    }
    if (isWhole) setAside()
    const rest: Step[] =
      isWhole || fate.restAfterMs === null
        ? []
        : [
            {
              at: at + fate.restAfterMs,
              run: async (later) =>
                receive(later, month, parcel, 1, fate.measuredTimes)
                  .then(setAside)
                  .then(() => []),
            },
          ]
    return [...rest, ...holds(month, fate.hold, parcel, at)]
  },
})

const holds = ({ caller }: Month, hold: DemoOrder['fate']['hold'], parcel: Package, at: number): Step[] => {
  const step = (action: 'hold' | 'release', when: number, body: string): Step => ({
    at: when,
    run: async (deps) => holdPackage(deps, caller, parcel.id, action, body).then(() => []),
  })
  if (hold === null) return []
  const held = step('hold', at + SOON_MS, 'The customer asked to wait')
  return hold === 'held' ? [held] : [held, step('release', at + 2 * SOON_MS, 'The customer has paid')]
}

const booking = (month: Month, order: DemoOrder, quote: Quote, at: number): Step => ({
  at,
  run: async (deps) => {
    const { caller, author } = month
    const isCarried = flowOf(quote) === 'export_air'
    await bookQuote(deps, caller, quote.id, isCarried ? quote.rates[0]!.id : null)
    const parcels = await packages.ofQuotes(deps.db, caller, [quote.id])
    if (isCarried)
      return parcels.map(({ id }) => ({ at: at + CARRIED_MS, run: async (later: Deps) => deliverFound(later, author, id).then(() => []) }))
    const calledOff = order.fate.isPartlyCancelled ? parcels.at(-1) : undefined
    return parcels.map((parcel) =>
      parcel === calledOff
        ? { at: at + SOON_MS, run: async (later: Deps) => cancelPackage(later, caller, parcel.id, 'Sold out').then(() => []) }
        : arrival(month, order, parcel, at + order.fate.receivedAfterMs),
    )
  },
})

export const nullIfUnserved = (error: unknown): null => {
  if (error instanceof Rejection && error.code === 'LANE_NOT_SERVED') return null
  throw error
}

/** Returns the step that creates the quote of an order. The step does nothing if no rate card can price the order at that time. */
export const ordering = (month: Month, order: DemoOrder, customerIds: readonly string[]): Step => {
  const at = month.now - order.agoMs
  return {
    at,
    run: async (deps) => {
      const isImport = order.parcel.direction === 'import'
      const parcel = isImport ? { ...order.parcel, parcel_customer_token: customerIds[order.customer]! } : order.parcel
      const quote = await createQuote(deps, month.caller, parcel, new Problems()).catch(nullIfUnserved)
      if (quote === null || order.fate.end === 'pending') return []
      const { bookedAfterMs, end } = order.fate
      if (end === 'booked') return [booking(month, order, quote, at + bookedAfterMs)]
      return [{ at: at + NEXT_DAY_MS, run: async (later) => cancelQuote(later, month.caller, quote.id, 'Too expensive').then(() => []) }]
    },
  }
}

/** Returns the step that creates a shipment. The step does nothing if no package for the route of the shipment has arrived. */
export const shipping = (month: Month, wanted: DemoShipment): Step => ({
  at: month.now - wanted.madeAgoMs,
  run: async (deps) => {
    const { author, now, waiting } = month
    const road = roadOf(wanted.transportMode, wanted.destination)
    const parcels = waiting.get(road) ?? []
    if (parcels.length === 0) return []
    waiting.delete(road)
    const details = { conveyance: wanted.conveyance, originCountry: wanted.origin, destinationCountry: wanted.destination }
    const { id } = await createShipment(deps, author, { mode: 'test', transportMode: wanted.transportMode, details })
    const pointers = parcels.map((parcel) => ({ packageId: parcel.id }))
    const { outcomes } = await attachPackages(deps, author, id, pointers)
    if (outcomes.every(({ outcome }) => outcome !== 'done')) return []
    const step = (agoMs: number | null, move: (deps: Deps, author: Author, id: string) => Promise<unknown>): Step[] =>
      agoMs === null ? [] : [{ at: now - agoMs, run: async (later) => move(later, author, id).then(() => []) }]
    return [
      ...step(wanted.departedAgoMs, departShipment),
      ...step(wanted.arrivedAgoMs, arriveShipment),
      ...step(wanted.deliveredAgoMs, deliverShipment),
    ]
  },
})
