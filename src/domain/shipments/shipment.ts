// Shipments, their steps and details. A shipment is bought from a carrier, or is a consolidation of packages in the warehouse.

import type { ParcelLink } from '../packages/package.ts'
import type { ContainerSize, TransportMode } from '../pricing/cargo.ts'
import type { Problems } from '../values/errors.ts'
import { invalidTransition, Rejection } from '../values/errors.ts'
import type { Mode } from '../values/scope.ts'
import { readContainerNumber, readMawb, readVin } from './transport-numbers.ts'

export const SHIPMENT_STATUSES = ['open', 'departed', 'arrived', 'delivered', 'cancelled'] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

export type Seal = { number: string; fixedBy: string; fixedAt: number; brokenBy: string | null; brokenAt: number | null }
/**
 * A container, or a Ro-Ro unit. The number of a Ro-Ro unit is its VIN. `parcel`: the package that the container belongs to, if the
 * container was loaded at the supplier.
 */
export type Container = { number: string; size: ContainerSize | null; seals: Seal[]; parcel?: ParcelLink }

export type Shipment = {
  id: string
  version: number
  /** The business whose booking bought the shipment from a carrier; null for the operator's own shipments. */
  businessId: string | null
  mode: Mode
  kind: 'carrier' | 'consolidation'
  /** The number that is printed and scanned. Null for a carrier's shipment, which has a tracking code instead. */
  number: string | null
  transportMode: TransportMode | null
  carrier: string | null
  service: string
  trackingCode: string | null
  /** Id of the scheduled flight or sailing that carries the shipment. */
  voyageId: string | null
  /** The flight number, or the vessel and its voyage number. */
  conveyance: string | null
  /** Number of the master air waybill or, by sea, of the first container or Ro-Ro unit. */
  masterDocument: string | null
  /** Number of the bill of lading. Only for shipments by sea. */
  billOfLading: string | null
  containers: Container[]
  /** Id of the site that the shipment leaves from. Null means the oldest site. */
  fromSiteId: string | null
  /** Id of the site where the shipment arrives. Null if the shipment does not go to a site of the operator. */
  toSiteId: string | null
  originCountry: string | null
  /** Set by staff, or taken from the first attached package that has a destination. Once set, the country cannot be changed. */
  destinationCountry: string | null
  etd: number | null
  eta: number | null
  departedAt: number | null
  arrivedAt: number | null
  deliveredAt: number | null
  cancelledAt: number | null
  createdAt: number
}

export type ShipmentDetails = Pick<
  Shipment,
  | 'voyageId'
  | 'carrier'
  | 'conveyance'
  | 'masterDocument'
  | 'billOfLading'
  | 'fromSiteId'
  | 'toSiteId'
  | 'originCountry'
  | 'destinationCountry'
  | 'etd'
  | 'eta'
>

const NO_DETAILS = {
  voyageId: null,
  carrier: null,
  conveyance: null,
  masterDocument: null,
  billOfLading: null,
  fromSiteId: null,
  toSiteId: null,
  originCountry: null,
  destinationCountry: null,
  etd: null,
  eta: null,
}
/** A new container, or a new Ro-Ro unit if the number is a VIN. */
export const unitOf = (number: string): Container => ({ number, size: readVin(number) === null ? null : 'Ro-Ro', seals: [] })

/**
 * The containers of a new shipment: one container if a shipment by sea is created with a master document, otherwise none. The master
 * document is the number of that container.
 */
const firstContainers = (transportMode: TransportMode, { masterDocument }: Partial<ShipmentDetails>): Container[] =>
  transportMode === 'ocean' && masterDocument ? [unitOf(masterDocument)] : []

const NOT_YET = { departedAt: null, arrivedAt: null, deliveredAt: null, cancelledAt: null }

export const newConsolidation = (
  given: { id: string; number: string; mode: Mode; transportMode: TransportMode; now: number },
  details: Partial<ShipmentDetails>,
): Shipment => {
  const { now, ...identity } = given
  return {
    ...identity,
    version: 1,
    businessId: null,
    kind: 'consolidation',
    trackingCode: null,
    service: 'Consolidation',
    ...NO_DETAILS,
    ...NOT_YET,
    ...details,
    containers: firstContainers(given.transportMode, details),
    createdAt: now,
  }
}

/** A shipment that was bought from a carrier for a booking. It goes by air. */
export const boughtShipment = (
  given: Pick<Shipment, 'id' | 'mode' | 'service'> & { businessId: string; carrier: string; trackingCode: string; now: number },
  lane: { origin: string; destination: string },
): Shipment => {
  const { now, ...bought } = given
  return {
    version: 1,
    kind: 'carrier',
    number: null,
    transportMode: 'air',
    ...NO_DETAILS,
    containers: [],
    ...bought,
    originCountry: lane.origin,
    destinationCountry: lane.destination,
    ...NOT_YET,
    createdAt: now,
  }
}

export const statusOf = (shipment: Shipment): ShipmentStatus => {
  if (shipment.cancelledAt !== null) return 'cancelled'
  if (shipment.deliveredAt !== null) return 'delivered'
  if (shipment.arrivedAt !== null) return 'arrived'
  return shipment.departedAt === null ? 'open' : 'departed'
}

type ShipmentStep = 'change' | 'correct' | 'depart' | 'arrive' | 'deliver' | 'cancel' | 'undo_departure' | 'offload' | 'undo_arrival'

/** The states in which each step is allowed. A shipment may be delivered before its arrival is recorded. */
const STEP_FROM: Record<ShipmentStep, readonly ShipmentStatus[]> = {
  change: ['open'],
  correct: ['open', 'departed', 'arrived', 'delivered'],
  depart: ['open'],
  arrive: ['departed'],
  deliver: ['departed', 'arrived'],
  cancel: ['open'],
  undo_departure: ['departed'],
  offload: ['departed', 'arrived'],
  undo_arrival: ['arrived'],
}

const STATE_IN_WORDS: Record<ShipmentStatus, string> = {
  open: 'open and has not departed',
  departed: 'under way',
  arrived: 'at its destination',
  delivered: 'delivered',
  cancelled: 'cancelled',
}

const STEP_IN_WORDS: Record<ShipmentStep, string> = {
  change: 'be changed',
  correct: 'be corrected',
  depart: 'depart',
  arrive: 'arrive',
  deliver: 'be delivered',
  cancel: 'be cancelled',
  undo_departure: 'have its departure undone',
  offload: 'have packages taken off',
  undo_arrival: 'have its arrival undone',
}

export const nameOf = (shipment: Shipment): string => shipment.number ?? shipment.trackingCode ?? shipment.id

export const requireStep = (shipment: Shipment, step: ShipmentStep): void => {
  const status = statusOf(shipment)
  if (STEP_FROM[step].includes(status)) return
  throw invalidTransition(`Shipment ${nameOf(shipment)} is ${STATE_IN_WORDS[status]}; it cannot ${STEP_IN_WORDS[step]} now.`)
}

export const departed = (shipment: Shipment, now: number): Shipment => {
  requireStep(shipment, 'depart')
  return { ...shipment, departedAt: now }
}

export const arrived = (shipment: Shipment, now: number): Shipment => {
  requireStep(shipment, 'arrive')
  return { ...shipment, arrivedAt: now }
}

export const delivered = (shipment: Shipment, now: number): Shipment => {
  requireStep(shipment, 'deliver')
  return { ...shipment, deliveredAt: now }
}

export const cancelled = (shipment: Shipment, packages: number, now: number): Shipment => {
  requireStep(shipment, 'cancel')
  if (packages > 0) throw invalidTransition(`Shipment ${nameOf(shipment)} holds packages (${packages}); detach them before cancelling it.`)
  return { ...shipment, cancelledAt: now }
}

/**
 * Changes the given details. After departure, the departure site and the countries of origin and destination can no longer change. Other
 * details can still be corrected.
 */
export const changed = (shipment: Shipment, details: Partial<ShipmentDetails>): Shipment => {
  const { destinationCountry: before } = shipment
  const isFixed = (name: 'fromSiteId' | 'originCountry' | 'destinationCountry'): boolean =>
    details[name] === undefined || details[name] === shipment[name]
  const isCorrection = isFixed('fromSiteId') && isFixed('originCountry') && isFixed('destinationCountry')
  requireStep(shipment, isCorrection ? 'correct' : 'change')
  if (before !== null && details.destinationCountry !== undefined && details.destinationCountry !== before)
    throw new Rejection('DESTINATION_LOCKED', `The destination of shipment ${nameOf(shipment)} is ${before} and cannot be changed.`)
  return { ...shipment, ...details }
}

export const NO_CONTAINER_NUMBER = 'must be a container number such as CSQU3054383, and its check digit must be right'
export const NO_UNIT_NUMBER = `${NO_CONTAINER_NUMBER}; or a VIN of 17 letters and digits, without I, O and Q`

/** Reads the number of a container, or of a Ro-Ro unit. */
export const readUnitNumber = (text: string): string | null => readContainerNumber(text) ?? readVin(text)

/** Returns the number in its usual spelling. Adds a problem if the number is invalid. */
export const readMasterDocument = (mode: TransportMode, text: string, problems: Problems): string | null => {
  const read = mode === 'air' ? readMawb(text) : readUnitNumber(text)
  if (read === null)
    problems.add(
      'master_document',
      mode === 'air' ? 'must be an air waybill number such as 123-12345675, and its check digit must be right' : NO_UNIT_NUMBER,
    )
  return read
}

const BILL_OF_LADING = /^[A-Z0-9][A-Z0-9/ -]{2,34}$/

/** Returns the number in upper case. Adds a problem if the number is invalid, or if the shipment goes by air. */
export const readBillOfLading = (mode: TransportMode, text: string, problems: Problems): string | null => {
  const number = text.trim().toUpperCase()
  if (mode === 'air') problems.add('bill_of_lading', 'is for shipments by sea; by air there is the air waybill')
  else if (!BILL_OF_LADING.test(number)) problems.add('bill_of_lading', 'must be 3 to 35 letters, digits, hyphens and slashes')
  return number
}

export const checkSchedule = ({ etd, eta }: Pick<Shipment, 'etd' | 'eta'>, problems: Problems): void => {
  if (etd !== null && eta !== null && eta < etd) problems.add('eta', 'must not be before etd')
}
