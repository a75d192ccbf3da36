// Converts receipts, previews and unidentified parcels to JSON.

import { fullName } from '../../domain/customers/customer.ts'
import { withTax } from '../../domain/pricing/price.ts'
import type { Arrival, Receipt, Sizes } from '../../domain/receiving/receipt.ts'
import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import type { UnidentifiedParcel } from '../../domain/receiving/unidentified-parcel.ts'
import { unidentifiedStatus } from '../../domain/receiving/unidentified-parcel.ts'
import { PRICE_CURRENCY } from '../../domain/values/money.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { CustomerMatch } from '../../flows/customers/find-customers.ts'
import type { InboundMatch } from '../../flows/inbound/find-announced.ts'
import type { SiteCodes } from '../../flows/sites/site-codes.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import { presentOpsInbound } from '../inbound/present.ts'
import { presentOpsBusiness } from '../packages/ops-present.ts'
import { presentTax } from '../quotes/v1-present.ts'
import type { WireReceipt, WireScannedCustomer, WireUnidentified } from './ops-schemas.ts'

const presentSizes = ({ weightKg, dimensions, volumeCbm }: Sizes) => ({
  weight: weightKg ?? null,
  length: dimensions?.lengthCm ?? null,
  width: dimensions?.widthCm ?? null,
  height: dimensions?.heightCm ?? null,
  volume: volumeCbm ?? null,
})

export const presentSized = ({ pieces, ...sizes }: Sizes & { pieces: number | null }) => ({ pieces, ...presentSizes(sizes) })

export const presentPriceChange = (price: PriceChange | null) =>
  price && {
    parcel_quote_id: price.quoteId,
    reference: price.reference,
    before: price.before,
    after: price.after,
    tax: presentTax(withTax(price.after, price.taxPercent)),
    difference: price.difference,
    own_difference: price.ownDifference,
    currency: PRICE_CURRENCY,
    final: price.isFinal,
    reasons: price.reasons,
  }

export const presentReceipt = (scope: Scope, receipt: Receipt, siteCodes: SiteCodes): WireReceipt => ({
  receipt_id: receipt.id,
  parcel_id: receipt.packageId,
  business_id: scope.businessId,
  mode: scope.mode,
  site: siteCodes.of(receipt.siteId),
  pieces: receipt.pieces,
  ...presentSizes(receipt),
  condition_note: receipt.conditionNote,
  price_before: receipt.priceBefore,
  price_after: receipt.priceAfter,
  received_by: receipt.receivedBy,
  received_at: instant(receipt.receivedAt),
  recorded_at: instant(receipt.recordedAt),
  unidentified_parcel_id: receipt.unidentifiedParcelId,
  undone_by: receipt.undoneBy,
  undone_at: nullableInstant(receipt.undoneAt),
  undo_reason: receipt.undoReason,
})

/** `matches`: announced parcels whose courier number could be the number on this parcel. */
export const presentUnidentified = (parcel: UnidentifiedParcel, matches: readonly InboundMatch[]): WireUnidentified => ({
  unidentified_parcel_id: parcel.id,
  mode: parcel.mode,
  status: unidentifiedStatus(parcel),
  label_text: parcel.labelText,
  courier_number: parcel.courierNumber,
  pieces: parcel.pieces,
  ...presentSizes(parcel satisfies Arrival),
  condition_note: parcel.conditionNote,
  received_by: parcel.receivedBy,
  received_at: instant(parcel.receivedAt),
  assigned_by: parcel.assignedBy,
  assigned_at: nullableInstant(parcel.assignedAt),
  business_id: parcel.businessId,
  parcel_id: parcel.packageId,
  discarded_by: parcel.discardedBy,
  discarded_at: nullableInstant(parcel.discardedAt),
  discard_reason: parcel.discardReason,
  proposals: matches.map(presentOpsInbound),
})

export const presentScannedCustomer = ({ scope, business, customer }: CustomerMatch): WireScannedCustomer => ({
  parcel_customer_id: customer.id,
  address_suffix: customer.addressSuffix,
  full_name: fullName(customer),
  status: customer.status,
  mode: scope.mode,
  business: presentOpsBusiness(business),
})
