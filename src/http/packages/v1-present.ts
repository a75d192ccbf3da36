// Converts packages, notices and tracking to JSON.

import type { Business } from '../../domain/businesses/business.ts'
import { termsAt } from '../../domain/businesses/business.ts'
import type { Notice } from '../../domain/packages/notice.ts'
import type { Disposition, Package, Repacked } from '../../domain/packages/package.ts'
import { trackingSteps } from '../../domain/packages/tracking.ts'
import { storageFee } from '../../domain/storage/storage-fee.ts'
import { storedGoods } from '../../domain/storage/storage-forecast.ts'
import { calendarDate } from '../../domain/values/calendar.ts'
import { uuidOf } from '../../domain/values/ids.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import { dimensionFields } from '../values/fields.ts'
import type { WireNotice, WirePackage, WireTracking } from './v1-schemas.ts'

export const presentNotice = (notice: Notice): WireNotice => ({
  token: notice.id,
  uuid: uuidOf(notice.id),
  level: notice.level,
  body: notice.body,
  active: notice.deactivatedAt === null,
  created_at: instant(notice.createdAt),
  deactivated_at: nullableInstant(notice.deactivatedAt),
})

const presentStorageFee = (parcel: Package, business: Business, now: number) => {
  // The terms in force at the package's arrival apply. Later changes of the terms do not affect goods that are already stored.
  const { storage } = termsAt(business, parcel.warehouseArrivedAt ?? now)
  const fee = storageFee(storedGoods(parcel), storage, business.timeZone, now)
  return {
    free_days: fee.freeDays,
    ...omitNulls({ start_date: fee.startDate, last_free_day: fee.lastFreeDay }),
    chargeable_storage_days: fee.chargeableDays,
    daily_rate: Number(fee.dailyRate),
    currency: fee.currency,
    storage_area_sqm: fee.areaSqm.toNumber(),
    amount_due: Number(fee.amountDue),
  }
}

/** A cache key for the parts of a response that do not come from the package: the day, and the terms of the storage fee. */
export const shownWithPackage = (business: Business, now: number): string => {
  const { timeZone, terms } = business
  const { effectiveFrom, recordedAt } = termsAt(business, now)
  return `${calendarDate(now, timeZone)} ${timeZone} ${terms.length} ${effectiveFrom} ${recordedAt}`
}

export type PackageSurroundings = { notices: readonly Notice[]; business: Business; mode: Scope['mode']; now: number }

/** `repacked` is undefined in events recorded before this field existed. */
const presentLinks = (repacked: Repacked | null | undefined) =>
  repacked?.parcels.map(({ id, parcelNumber }) => ({ parcel_id: id, parcel_number: parcelNumber })) ?? null

/** `disposition` is undefined in events recorded before this field existed. */
const presentDisposition = (disposition: Disposition | null | undefined) =>
  disposition
    ? {
        kind: disposition.kind,
        to: disposition.to,
        courier: disposition.courier,
        courier_number: disposition.courierNumber,
        reason: disposition.reason,
        at: instant(disposition.at),
      }
    : null

export const presentPackage = (parcel: Package, { notices, business, mode, now }: PackageSurroundings): WirePackage => ({
  parcel_id: parcel.id,
  parcel_number: parcel.parcelNumber,
  ...omitNulls({ customer_identifier: parcel.customerIdentifier }),
  status: parcel.status,
  trade_direction: parcel.tradeDirection,
  quantity: parcel.quantity,
  ...omitNulls({ declared_weight: parcel.declaredWeightKg, actual_weight: parcel.actualWeightKg }),
  ...dimensionFields(parcel.dimensions),
  ...omitNulls({ volume: parcel.volumeCbm }),
  mode,
  hold_instruction: parcel.holdInstruction,
  hold_released_at: nullableInstant(parcel.holdReleasedAt),
  warehouse_arrived_at: nullableInstant(parcel.warehouseArrivedAt),
  cancelled_at: nullableInstant(parcel.cancelledAt),
  comment: parcel.comment,
  shipment_id: parcel.shipmentId,
  parcel_quote_id: parcel.quoteId,
  inbound_parcel_id: parcel.inboundParcelId ?? null,
  repacked_into: presentLinks(parcel.repackedInto),
  repacked_from: presentLinks(parcel.repackedFrom),
  storage_fee: presentStorageFee(parcel, business, now),
  notices: notices.map(presentNotice),
  origin_country: parcel.originCountry,
  destination_country: parcel.destinationCountry,
  created_at: instant(parcel.createdAt),
  updated_at: instant(parcel.updatedAt),
  client_reference: parcel.clientReference,
  metadata: parcel.metadata,
  parcel_customer_id: parcel.customerId,
  transport_mode: parcel.transportMode,
  package_type: parcel.packageType,
  container_size: parcel.containerSize,
  commodity: parcel.commodity,
  // `eta` and the milestones are undefined in events recorded before these fields existed.
  eta: parcel.status === 'delivered' ? null : nullableInstant(parcel.eta ?? null),
  milestones: {
    ready_for_collection_at: nullableInstant(parcel.readyForCollectionAt ?? null),
    kept_since: nullableInstant(parcel.keptSince ?? null),
  },
  disposition: presentDisposition(parcel.disposition),
})

export const presentTracking = (parcel: Package): WireTracking => ({
  parcel_id: parcel.id,
  parcel_number: parcel.parcelNumber,
  status: parcel.status,
  tracking_data: trackingSteps(parcel).map(({ step, status, code, info, completedAt }) => ({
    step,
    status,
    code,
    info,
    completed_on: nullableInstant(completedAt),
  })),
})
