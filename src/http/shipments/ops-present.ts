// Converts shipments to JSON: details, contents, and the outcome of each scanned package.

import type { PackageOwed } from '../../domain/billing/release.ts'
import { containersNeeded } from '../../domain/shipments/attachment.ts'
import type { Fill, LoadingWarning } from '../../domain/shipments/fill.ts'
import { loadingWarnings } from '../../domain/shipments/fill.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import { nameOf, statusOf } from '../../domain/shipments/shipment.ts'
import { hasVinCheckDigit } from '../../domain/shipments/transport-numbers.ts'
import type { Voyage } from '../../domain/shipments/voyage.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { koboText, ngnText } from '../../domain/values/kobo.ts'
import type { Outcome } from '../../flows/shipments/attach-packages.ts'
import type { DeliveredShipment } from '../../flows/shipments/deliver-shipment.ts'
import type { ShipmentView } from '../../flows/shipments/read-shipments.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { BusinessPart } from '../../store/shipments/shipment-packages.ts'
import type { WireFill, WireShipment } from './ops-schemas.ts'

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

export const presentFill = ({ capacityKg, capacityCbm }: Voyage, fill: Fill): WireFill => ({
  shipments: fill.shipments,
  weight: fill.weightKg,
  volume: fill.volumeCbm,
  capacity_weight: capacityKg,
  capacity_volume: capacityCbm,
  weight_percent: fill.weightPercent,
  volume_percent: fill.volumePercent,
  over_capacity: fill.isOver,
})

export const presentShipment = ({ shipment, parts, voyage, fill, fromSite, toSite }: ShipmentView): WireShipment => ({
  shipment_id: shipment.id,
  number: nameOf(shipment),
  mode: shipment.mode,
  status: statusOf(shipment),
  transport_mode: shipment.transportMode ?? 'air',
  carrier: shipment.carrier,
  voyage_id: shipment.voyageId,
  cut_off_at: nullableInstant(voyage?.cutOffAt ?? null),
  fill: voyage && fill && presentFill(voyage, fill),
  conveyance: shipment.conveyance,
  master_document: shipment.masterDocument,
  bill_of_lading: shipment.billOfLading,
  containers: shipment.containers.map(({ number, size, seals, parcel }) => ({
    number,
    size,
    vin_check_digit: size === 'Ro-Ro' ? hasVinCheckDigit(number) : null,
    seals: seals.map((seal) => ({
      number: seal.number,
      fixed_by: seal.fixedBy,
      fixed_at: instant(seal.fixedAt),
      broken_by: seal.brokenBy,
      broken_at: nullableInstant(seal.brokenAt),
    })),
    parcel: parcel ? { parcel_id: parcel.id, parcel_number: parcel.parcelNumber } : null,
  })),
  from_site: fromSite,
  to_site: toSite,
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

export const presentDelivered = (view: ShipmentView, { held, unpaid, toCollect }: DeliveredShipment) => ({
  ...presentShipment(view),
  on_hold: held.map(({ id, parcelNumber }) => ({ parcel_id: id, parcel_number: parcelNumber })),
  unpaid: unpaid.map(({ parcel: { id, parcelNumber }, text }) => ({ parcel_id: id, parcel_number: parcelNumber, message: text })),
  to_collect: toCollect.map(({ id, parcelNumber }) => ({ parcel_id: id, parcel_number: parcelNumber })),
})

/**
 * An action on scanned packages, with its messages. `says`: the message if the package was changed. `alreadySays`: the message if the
 * package needed no change.
 */
export type Deed<Done extends string = string> = { done: Done; says: string; alreadySays: string }

/** A note about an unpaid amount, for the person who scans. Empty if the terms require no payment before departure or delivery. */
const unpaidNote = (owed: PackageOwed | undefined): string =>
  owed && owed.release !== 'none' ? `; ${ngnText(owed.owedKobo)} of it is not paid` : ''

const presentOutcome = <Done extends string>(
  shipment: Shipment,
  { pointer, parcel, outcome, owed }: Outcome,
  { done, says, alreadySays }: Deed<Done>,
) => {
  const about = {
    scanned: 'code' in pointer ? pointer.code : pointer.packageId,
    parcel_id: parcel?.id ?? null,
    parcel_number: parcel?.parcelNumber ?? null,
  }
  if (outcome instanceof Rejection) {
    const { code } = outcome
    const message = outcome.messages.join(' ')
    const needed = parcel && done === 'attached' && code === 'INVALID_TRANSITION' ? containersNeeded(parcel, shipment) : 0
    const refused = { ...about, outcome: 'refused' as const, message, refusal: { code, message } }
    return needed === 0 ? refused : { ...refused, containers_needed: needed }
  }
  const name = `Package ${parcel!.parcelNumber}`
  return outcome === 'already'
    ? { ...about, outcome, message: `${name} ${alreadySays}.` }
    : { ...about, outcome: done, message: `${name} ${says}${unpaidNote(owed)}.`, ...(owed ? { owed: koboText(owed.owedKobo) } : {}) }
}

/** `warnings` are added to the outcome of each package that this request attached. */
export const presentScans = <Done extends string>(
  view: ShipmentView,
  outcomes: readonly Outcome[],
  deed: Deed<Done>,
  warnings: LoadingWarning[] = [],
) => ({
  shipment: presentShipment(view),
  outcomes: outcomes.map((outcome) => ({
    ...presentOutcome(view.shipment, outcome, deed),
    ...(warnings.length > 0 && outcome.outcome === 'done' ? { warnings } : {}),
  })),
})

/** Returns loading warnings for the clerk. `fill` was read after the commit, so it includes goods that other clerks have just loaded. */
export const warningsOf = ({ voyage, fill }: ShipmentView, now: number): LoadingWarning[] =>
  voyage && fill ? loadingWarnings(voyage, fill, now) : []
