// Schemas of packages, repacks and splits under /ops/v1: the fields of /v1, plus the business and the pieces received.

import { HISTORY_MAX } from '../../domain/audit/audit.ts'
import { NOTICES_SHOWN_MAX } from '../../domain/packages/notice.ts'
import { PACKAGE_STATUSES } from '../../domain/packages/package.ts'
import type { MissingFact } from '../../domain/receiving/arrival-quote.ts'
import { MISSING_FACTS } from '../../domain/receiving/arrival-quote.ts'
import { REPACK_KINDS } from '../../domain/receiving/repack.ts'
import { ListCountAnswer } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { PACKAGE } from '../quotes/v1-examples.ts'
import { NullableTax } from '../quotes/v1-schemas.ts'
import { AUTHOR_EXAMPLE, BUSINESS_EXAMPLE } from '../staff/ops-examples.ts'
import { AuthorAnswer } from '../staff/ops-schemas.ts'
import { packageFields } from './v1-schemas.ts'

const Link = Type.Object({ parcel_id: Type.String(), parcel_number: Type.String() })

const Repack = Type.Named('Repack', {
  repack_id: Type.String(),
  kind: Type.Enum(REPACK_KINDS),
  business_id: Type.String(),
  mode: Type.Enum(['test', 'live']),
  sources: Type.Array(Link, { description: 'The repacked packages: cancelled, and kept on record' }),
  results: Type.Array(Link, { description: 'The new packages' }),
  note: Type.NullableString(),
  repacked_by: Type.String(),
  repacked_at: Type.DateTime(),
  undone_by: Type.NullableString(),
  undone_at: Type.NullableDateTime(),
  undo_reason: Type.NullableString(),
  undoable: Type.Boolean({ description: 'Whether it stands and was done today, in the time zone of the business' }),
})
export type WireRepack = Type.Static<typeof Repack>
export const RepackAnswer = Type.RefTo(Repack)
export const REPACK_SCHEMAS = [Repack]

export const OpsBusiness = Type.Object({ business_id: Type.String(), name: Type.String(), prefix: Type.String() })

const OpsPackage = Type.Named('OpsPackage', {
  ...packageFields,
  business: OpsBusiness,
  customer: Type.Object({
    parcel_customer_id: Type.NullableString(),
    customer_identifier: Type.NullableString(),
    name: Type.String({ description: 'The customer’s full name, else the sender’s' }),
  }),
  quote_reference: Type.NullableString({ description: 'Null for a parcel that came unannounced' }),
  pieces_arrived: Type.NullableInteger({ description: 'Arrived pieces out of `quantity`; null before the first receipt' }),
  pieces_complete: Type.Boolean({ description: 'Whether every piece is in, or the package was closed short' }),
  transport_mode: Type.Unsafe<'air' | 'ocean' | null>({ type: ['string', 'null'], description: 'air or ocean; null until decided' }),
  missing_for_price: Type.Unsafe<MissingFact[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', enum: [...MISSING_FACTS] },
    description: 'Data missing for the price of a parcel that arrived without a booking; null if it has a price, or needs none to leave',
  }),
  price_waiver: Type.Unsafe<{ reason: string; by: string; at: string } | null>({
    type: ['object', 'null'],
    properties: {
      reason: { type: 'string' },
      by: { type: 'string', description: 'Token of the admin' },
      at: { type: 'string', format: 'date-time' },
    },
    required: ['reason', 'by', 'at'],
    description: 'An admin lets it leave without a price',
  }),
  offloaded: Type.Unsafe<{ shipment_id: string; reason: string; by: string; at: string } | null>({
    type: ['object', 'null'],
    properties: {
      shipment_id: { type: 'string' },
      reason: { type: 'string' },
      by: { type: 'string', description: 'Token of the staff member' },
      at: { type: 'string', format: 'date-time' },
    },
    required: ['shipment_id', 'reason', 'by', 'at'],
    description: 'The last time that it was taken off a shipment that had departed without it',
  }),
  loaded_at_supplier: Type.Boolean({
    description: 'Whether it is a full container in a shipment that it joined at the supplier, without passing the warehouse',
  }),
  handed_out: Type.Unsafe<{ by: string; at: string; with_code: boolean; reason: string | null } | null>({
    type: ['object', 'null'],
    properties: {
      by: { type: 'string', description: 'Token of the staff member' },
      at: { type: 'string', format: 'date-time' },
      with_code: { type: 'boolean', description: 'Whether its collection code was checked' },
      reason: { type: ['string', 'null'], description: 'Why it was handed out without the code' },
    },
    required: ['by', 'at', 'with_code', 'reason'],
    description: 'The delivery of a package that was ready for collection',
  }),
  disposed_by: Type.NullableString({ description: 'Token of the staff member who recorded the disposition' }),
  disposition_undoable: Type.Boolean({ description: 'Whether its disposition was recorded today' }),
  destination_locked: Type.Boolean({ description: 'False while the destination is provisional' }),
  carrier_tracked: Type.Boolean({ description: 'Its moves come from a carrier' }),
  delivery_undoable: Type.Boolean({ description: 'Whether it was delivered today, and not by a carrier' }),
  place: Type.Unsafe<{ place_id: string; code: string } | null>({
    type: ['object', 'null'],
    properties: { place_id: { type: 'string' }, code: { type: 'string' } },
    required: ['place_id', 'code'],
    description: 'Place in the warehouse; null if it is not there, or its place is unknown',
  }),
  site: Type.NullableString({ description: 'Code of the site that received it; null before its arrival' }),
  to_site: Type.NullableString({ description: 'Code of the site where its shipment arrives' }),
  version: Type.Integer({ description: 'Counts its changes' }),
  mode: Type.Enum(['test', 'live']),
})

export type WireOpsPackage = Type.Static<typeof OpsPackage>
export const OpsPackageAnswer = Type.RefTo(OpsPackage)
export const OPS_PACKAGE_SCHEMAS = [OpsPackage]

const { business_id, name, prefix } = BUSINESS_EXAMPLE

export const OPS_PACKAGE_EXAMPLE: WireOpsPackage = {
  ...PACKAGE,
  mode: 'live',
  business: { business_id, name, prefix },
  customer: { parcel_customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w', customer_identifier: 'SMP1001', name: 'Sample Trader' },
  quote_reference: 'QR5KKRVHRJZ3',
  pieces_arrived: 1,
  pieces_complete: true,
  transport_mode: 'air',
  missing_for_price: null,
  price_waiver: null,
  offloaded: null,
  loaded_at_supplier: false,
  handed_out: null,
  disposed_by: null,
  disposition_undoable: false,
  destination_locked: true,
  carrier_tracked: false,
  delivery_undoable: false,
  place: { place_id: 'plc_01kqn2x4t8e6nvd0t2d5c1yq7w', code: 'A-01-12' },
  site: 'MAIN',
  to_site: null,
  version: 2,
}

const Arrival = Type.Object({
  receipt_id: Type.String(),
  pieces: Type.Integer(),
  weight: Type.NullableNumber({ description: 'kg' }),
  length: Type.NullableNumber({ description: 'cm' }),
  width: Type.NullableNumber({ description: 'cm' }),
  height: Type.NullableNumber({ description: 'cm' }),
  volume: Type.NullableNumber({ description: 'CBM' }),
  condition_note: Type.NullableString(),
  undone_at: Type.NullableDateTime(),
  undo_reason: Type.NullableString(),
})

const AuthoredNotice = Type.Object({
  token: Type.String(),
  uuid: Type.String(),
  level: Type.Enum(['info', 'warning', 'danger']),
  body: Type.String(),
  active: Type.Boolean(),
  created_at: Type.DateTime(),
  deactivated_at: Type.NullableDateTime(),
  author: Type.Optional(AuthorAnswer),
})

const Price = Type.Object({
  amount: Type.NullableString({ description: 'Amount of the whole quote; null until a rate is chosen' }),
  tax: NullableTax,
  currency: Type.String(),
  booked_amount: Type.NullableString({ description: 'The estimate that was booked, where the measured cargo changed it' }),
  final_since: Type.NullableDateTime({ description: 'When the last package was measured, or loaded at the supplier' }),
})

export const PackageDetailAnswer = Type.Object({
  ...OpsPackage.properties,
  notices: Type.Array(AuthoredNotice, { maxItems: NOTICES_SHOWN_MAX, description: `The newest ${NOTICES_SHOWN_MAX}, oldest first` }),
  price: Type.Optional(Price),
  receipts: Type.Array(Arrival, { maxItems: HISTORY_MAX, description: `The latest ${HISTORY_MAX}, oldest first, undone ones included` }),
  has_arrived: Type.Boolean({ description: 'Whether its shipment has arrived' }),
  repacks: Type.Array(RepackAnswer, { description: 'The repack or split that made it, and the one that it went into' }),
})

export const PACKAGE_DETAIL_EXAMPLE = {
  ...OPS_PACKAGE_EXAMPLE,
  notices: [
    {
      token: 'ntc_01kqn2x4t8e6nvd0t2d5c1yq7w',
      uuid: '019dea2e-9348-71ab-b683-42695c1f5cfc',
      level: 'warning' as const,
      body: 'Customs papers are missing',
      active: true,
      created_at: '2026-11-17T09:00:00.000Z',
      deactivated_at: null,
      author: AUTHOR_EXAMPLE,
    },
  ],
  price: {
    amount: '41300.00',
    tax: { percent: '7.5', amount: '3097.50', total: '44397.50' },
    currency: 'NGN',
    booked_amount: null,
    final_since: null,
  },
  receipts: [],
  has_arrived: false,
  repacks: [],
}

const TimelineEntry = Type.Object({
  at: Type.DateTime({ description: 'On the clock of the business’s data' }),
  type: Type.String({ description: 'The type of the event' }),
  summary: Type.String(),
  author: AuthorAnswer,
  request_id: Type.NullableString(),
  status: Type.Optional(Type.Enum(PACKAGE_STATUSES, { description: 'The package’s, after it' })),
  notice: Type.Optional(Type.Object({ token: Type.String(), level: Type.String(), body: Type.String() })),
  price: Type.Optional(Type.Object({ amount: Type.NullableString(), previous: Type.NullableString(), difference: Type.NullableString() })),
  receipt: Type.Optional(Arrival),
  reason: Type.Optional(Type.String({ description: 'Why the package was taken off its shipment, or handed out without its code' })),
})
export type WireTimelineEntry = Type.Static<typeof TimelineEntry>

export const TimelineAnswer = Type.Object({
  parcel_id: Type.String(),
  parcel_number: Type.String(),
  entries: Type.Array(TimelineEntry, { maxItems: HISTORY_MAX, description: `The latest ${HISTORY_MAX}, oldest first` }),
})

export const TIMELINE_EXAMPLE = {
  parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  parcel_number: 'PQG5WYRERYY8',
  entries: [
    {
      at: '2026-11-15T08:30:00.000Z',
      type: 'package.held',
      summary: 'A package was put on hold.',
      author: AUTHOR_EXAMPLE,
      request_id: 'req_01kqn2x4t8e6nvd0t2d5c1yq7w',
      status: 'warehouse' as const,
      notice: { token: 'ntc_01kqn2x4t8e6nvd0t2d5c1yq7w', level: 'warning', body: 'Customs papers are missing' },
    },
  ],
}

export const HoldsAnswer = Type.Object({
  done: Type.Integer(),
  failed: Type.Integer(),
  outcomes: Type.Array(
    Type.Object({
      parcel_id: Type.String(),
      outcome: Type.Enum(['done', 'failed']),
      code: Type.NullableString(),
      message: Type.NullableString(),
    }),
  ),
})

export const HOLDS_EXAMPLE = {
  done: 1,
  failed: 0,
  outcomes: [{ parcel_id: OPS_PACKAGE_EXAMPLE.parcel_id, outcome: 'done' as const, code: null, message: null }],
}

export const PackageTotalsAnswer = Type.Object({
  count: ListCountAnswer.properties.count,
  pieces: Type.NullableInteger(),
  weight: Type.NullableNumber({ description: 'kg' }),
})
export const PACKAGE_TOTALS_EXAMPLE = { count: 214, pieces: 390, weight: 5120.75 }
