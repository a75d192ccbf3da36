// A flight or sailing of the schedule: its times, and the space that the operator has on it.

import type { TransportMode } from '../pricing/cargo.ts'
import type { Problems } from '../values/errors.ts'
import { invalidTransition } from '../values/errors.ts'
import type { Shipment, ShipmentDetails } from './shipment.ts'
import { statusOf } from './shipment.ts'

export type Voyage = {
  id: string
  transportMode: TransportMode
  carrier: string
  /** The flight number, or the vessel and the number of its voyage. */
  number: string
  /** Airport or port of departure. */
  origin: string
  destination: string
  departsAt: number
  /** The latest time at which goods may be delivered to the airport or port. */
  cutOffAt: number | null
  arrivesAt: number
  capacityKg: number | null
  capacityCbm: number | null
  cancelledAt: number | null
  createdAt: number
}

export type VoyageDetails = Omit<Voyage, 'id' | 'cancelledAt' | 'createdAt'>

const VOYAGE_FIELDS = {
  transportMode: 'transport_mode',
  carrier: 'carrier',
  number: 'number',
  origin: 'origin',
  destination: 'destination',
  departsAt: 'departs_at',
  cutOffAt: 'cut_off_at',
  arrivesAt: 'arrives_at',
  capacityKg: 'capacity_weight',
  capacityCbm: 'capacity_volume',
} as const satisfies Record<keyof VoyageDetails, string>

const NEEDED = ['carrier', 'number', 'origin', 'destination'] as const
const CAPACITIES = ['capacityKg', 'capacityCbm'] as const
const CAPACITY_MAX = 100_000_000

export const checkVoyage = (details: VoyageDetails, problems: Problems): void => {
  for (const name of NEEDED) if (details[name] === '') problems.add(VOYAGE_FIELDS[name], 'is required')
  const { departsAt, cutOffAt, arrivesAt } = details
  if (arrivesAt < departsAt) problems.add('arrives_at', 'must not be before departs_at')
  if (cutOffAt !== null && cutOffAt > departsAt) problems.add('cut_off_at', 'must not be after departs_at')
  for (const name of CAPACITIES) {
    const capacity = details[name]
    if (capacity !== null && (capacity <= 0 || capacity > CAPACITY_MAX))
      problems.add(VOYAGE_FIELDS[name], `must be above 0 and at most ${CAPACITY_MAX}`)
  }
}

const spelled = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

/**
 * Whether both voyages have the same mode, carrier and number; their dates may differ. Blanks, hyphens and upper or lower case are ignored.
 */
export const isSameNumber = (one: VoyageDetails, other: VoyageDetails): boolean =>
  one.transportMode === other.transportMode &&
  spelled(one.number) === spelled(other.number) &&
  spelled(one.carrier) === spelled(other.carrier)

export const requireOffered = (voyage: Voyage, transportMode: TransportMode, problems: Problems): void => {
  if (voyage.cancelledAt !== null) problems.add('voyage_id', `${voyage.number} was cancelled`)
  else if (voyage.transportMode !== transportMode)
    problems.add('voyage_id', `${voyage.number} goes by ${voyage.transportMode}, the shipment by ${transportMode}`)
}

/** The details that a shipment takes from its voyage. */
export const boardedDetails = ({ id, carrier, number, departsAt, arrivesAt }: Voyage) =>
  ({ voyageId: id, carrier, conveyance: number, etd: departsAt, eta: arrivesAt }) satisfies Partial<ShipmentDetails>

/**
 * Returns the details to update in a shipment whose voyage changed, or null if there are none. Details that staff corrected in the shipment
 * are kept.
 */
export const followedDetails = (shipment: Shipment, before: Voyage, after: Voyage): Partial<ShipmentDetails> | null => {
  if (!['open', 'departed'].includes(statusOf(shipment))) return null
  const [was, is] = [boardedDetails(before), boardedDetails(after)]
  const names = (['carrier', 'conveyance', 'etd', 'eta'] as const).filter((name) => was[name] !== is[name] && shipment[name] === was[name])
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, is[name]]))
}

/** `taken`: numbers of the shipments that are on the voyage and have not arrived. */
export const cancelledVoyage = (voyage: Voyage, taken: readonly string[], now: number): Voyage => {
  if (voyage.cancelledAt !== null) throw invalidTransition(`${voyage.number} was cancelled before.`)
  if (taken.length > 0)
    throw invalidTransition(`${voyage.number} has shipments on it (${taken.join(', ')}); give them another flight or vessel first.`)
  return { ...voyage, cancelledAt: now }
}
