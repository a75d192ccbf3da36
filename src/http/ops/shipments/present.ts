// Converts shipments to JSON: details, contents, and the outcome of each scanned package.

import { koboText } from '../../../domain/billing/kobo.ts'
import type { PackageOwed } from '../../../domain/billing/release.ts'
import type { Shipment } from '../../../domain/shipments/shipment.ts'
import { nameOf, statusOf } from '../../../domain/shipments/shipment.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import type { Deps } from '../../../flows/deps.ts'
import type { Outcome, ScanResult } from '../../../flows/shipments/attach-packages.ts'
import type { DeliveredShipment } from '../../../flows/shipments/deliver-shipment.ts'
import type { BusinessPart } from '../../../store/shipments/shipment-packages.ts'
import * as shipmentPackages from '../../../store/shipments/shipment-packages.ts'
import { instant, nullableInstant } from '../../wire-format.ts'
import type { WireShipment } from './schemas.ts'

type Contents = Omit<BusinessPart, 'shipmentId' | 'businessId' | 'businessName'>

const NOTHING: Contents = { packages: 0, delivered: 0, pieces: 0, weightKg: 0, volumeCbm: 0 }
const MILLI = 1e3
const MICRO = 1e6

const together = (a: Contents, b: Contents): Contents => ({
  packages: a.packages + b.packages,
  delivered: a.delivered + b.delivered,
  pieces: a.pieces + b.pieces,
  weightKg: Math.round((a.weightKg + b.weightKg) * MILLI) / MILLI,
  volumeCbm: Math.round((a.volumeCbm + b.volumeCbm) * MICRO) / MICRO,
})

const presentContents = ({ packages, delivered, pieces, weightKg, volumeCbm }: Contents) => ({
  packages,
  delivered,
  pieces,
  weight: weightKg,
  volume: volumeCbm,
})

const presentShipment = (shipment: Shipment, parts: readonly BusinessPart[]): WireShipment => ({
  shipment_id: shipment.id,
  number: nameOf(shipment),
  mode: shipment.mode,
  status: statusOf(shipment),
  transport_mode: shipment.transportMode ?? 'air',
  carrier: shipment.carrier,
  conveyance: shipment.conveyance,
  master_document: shipment.masterDocument,
  origin_country: shipment.originCountry,
  destination_country: shipment.destinationCountry,
  etd: nullableInstant(shipment.etd),
  eta: nullableInstant(shipment.eta),
  departed_at: nullableInstant(shipment.departedAt),
  arrived_at: nullableInstant(shipment.arrivedAt),
  delivered_at: nullableInstant(shipment.deliveredAt),
  cancelled_at: nullableInstant(shipment.cancelledAt),
  created_at: instant(shipment.createdAt),
  version: shipment.version,
  contents: presentContents(parts.reduce<Contents>(together, NOTHING)),
  businesses: parts.map((part) => ({ business_id: part.businessId, name: part.businessName, ...presentContents(part) })),
})

/** In the order given, with one read for what is in all of them. */
export const shipmentAnswers = async (deps: Deps, found: readonly Shipment[]): Promise<WireShipment[]> => {
  const parts = await shipmentPackages.partsOf(
    deps.db,
    found.map(({ id }) => id),
  )
  const byShipment = Map.groupBy(parts, ({ shipmentId }) => shipmentId)
  return found.map((shipment) => presentShipment(shipment, byShipment.get(shipment.id) ?? []))
}

export const shipmentAnswer = async (deps: Deps, shipment: Shipment): Promise<WireShipment> => (await shipmentAnswers(deps, [shipment]))[0]!

export const deliveredAnswer = async (deps: Deps, { shipment, held, unpaid }: DeliveredShipment) => ({
  ...(await shipmentAnswer(deps, shipment)),
  on_hold: held.map(({ id, parcelNumber }) => ({ parcel_id: id, parcel_number: parcelNumber })),
  unpaid: unpaid.map(({ parcel: { id, parcelNumber }, text }) => ({ parcel_id: id, parcel_number: parcelNumber, message: text })),
})

/** What was done, and what it is called when there was nothing to do. */
export type Deed<Done extends string = string> = { done: Done; says: string; alreadySays: string }

/** For whoever scans: only where the business must pay before a later step. */
const unpaidNote = (owed: PackageOwed | undefined): string =>
  owed && owed.release !== 'none' ? `; NGN ${koboText(owed.owedKobo)} of it is not paid` : ''

const presentOutcome = <Done extends string>({ pointer, parcel, outcome, owed }: Outcome, { done, says, alreadySays }: Deed<Done>) => {
  const about = {
    scanned: 'code' in pointer ? pointer.code : pointer.packageId,
    parcel_id: parcel?.id ?? null,
    parcel_number: parcel?.parcelNumber ?? null,
  }
  if (outcome instanceof Rejection) {
    const { code } = outcome
    const message = outcome.messages.join(' ')
    return { ...about, outcome: 'refused' as const, message, refusal: { code, message } }
  }
  const name = `Package ${parcel!.parcelNumber}`
  return outcome === 'already'
    ? { ...about, outcome, message: `${name} ${alreadySays}.` }
    : { ...about, outcome: done, message: `${name} ${says}${unpaidNote(owed)}.`, ...(owed ? { owed: koboText(owed.owedKobo) } : {}) }
}

export const scanAnswer = async <Done extends string>(deps: Deps, { shipment, outcomes }: ScanResult, deed: Deed<Done>) => ({
  shipment: await shipmentAnswer(deps, shipment),
  outcomes: outcomes.map((outcome) => presentOutcome(outcome, deed)),
})
