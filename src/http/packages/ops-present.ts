// Converts packages, repacks and splits to the JSON of /ops/v1: the fields of /v1, plus the business and the pieces received.

import type { Business } from '../../domain/businesses/business.ts'
import { mayUndoDisposition } from '../../domain/packages/disposition.ts'
import type { Package } from '../../domain/packages/package.ts'
import { isComplete, isLoadedAtSupplier, isUnpriced } from '../../domain/packages/package.ts'
import { missingForPrice } from '../../domain/receiving/arrival-quote.ts'
import type { Repack } from '../../domain/receiving/repack.ts'
import { mayUndoRepack } from '../../domain/receiving/repack.ts'
import { mayUndoDelivery } from '../../domain/shipments/undo-step.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { PackageView } from '../../flows/packages/view-packages.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { WireOpsPackage, WireRepack } from './ops-schemas.ts'
import { presentPackage } from './v1-present.ts'

export const presentOpsBusiness = ({ id, name, prefix }: Business) => ({ business_id: id, name, prefix })

const presentWaiver = ({ priceWaiver }: Package) =>
  priceWaiver && { reason: priceWaiver.reason, by: priceWaiver.by, at: instant(priceWaiver.at) }

const presentOffload = ({ offloaded }: Package) =>
  offloaded && { shipment_id: offloaded.shipmentId, reason: offloaded.reason, by: offloaded.by, at: instant(offloaded.at) }

const presentHandOut = ({ handedOut }: Package) =>
  handedOut && { by: handedOut.by, at: instant(handedOut.at), with_code: handedOut.reason === null, reason: handedOut.reason }

export const presentOpsPackage = ({ parcel, place, siteCodes, ...view }: PackageView): WireOpsPackage => ({
  ...presentPackage(parcel, view),
  mode: view.mode,
  business: presentOpsBusiness(view.business),
  customer: { parcel_customer_id: parcel.customerId, customer_identifier: parcel.customerIdentifier, name: parcel.customerName },
  quote_reference: view.quoteReference,
  pieces_arrived: parcel.piecesArrived,
  pieces_complete: isComplete(parcel),
  transport_mode: parcel.transportMode,
  missing_for_price: isUnpriced(parcel) && parcel.status === 'warehouse' ? missingForPrice(parcel, view.business) : null,
  price_waiver: presentWaiver(parcel),
  offloaded: presentOffload(parcel),
  loaded_at_supplier: isLoadedAtSupplier(parcel),
  handed_out: presentHandOut(parcel),
  disposed_by: parcel.disposition?.by ?? null,
  disposition_undoable: mayUndoDisposition(parcel, view.business.timeZone, view.now),
  destination_locked: parcel.destinationLockedAt !== null,
  carrier_tracked: parcel.carrierTracked,
  delivery_undoable: mayUndoDelivery(parcel, view.business.timeZone, view.now),
  place: place && { place_id: place.id, code: place.code },
  site: parcel.warehouseArrivedAt === null ? null : siteCodes.of(parcel.siteId),
  to_site: siteCodes.named(parcel.toSiteId),
  version: parcel.version,
})

const linkAnswer = ({ id, parcelNumber }: Repack['sources'][number]) => ({ parcel_id: id, parcel_number: parcelNumber })

export const presentRepack = (scope: Scope, repack: Repack, { timeZone }: Business, now: number): WireRepack => ({
  repack_id: repack.id,
  kind: repack.kind,
  business_id: scope.businessId,
  mode: scope.mode,
  sources: repack.sources.map(linkAnswer),
  results: repack.results.map(linkAnswer),
  note: repack.note,
  repacked_by: repack.repackedBy,
  repacked_at: instant(repack.repackedAt),
  undone_by: repack.undoneBy,
  undone_at: nullableInstant(repack.undoneAt),
  undo_reason: repack.undoReason,
  undoable: mayUndoRepack(repack, timeZone, now),
})
