// The filters of the operator's package list and of its CSV file.

import { PACKAGE_STATUSES } from '../../../domain/packages/package.ts'
import { addDays, startOfDay } from '../../../domain/values/calendar.ts'
import type { Deps } from '../../../flows/deps.ts'
import { readingZone } from '../../../flows/overview/reading-zone.ts'
import type { PackagesFilter } from '../../../store/overview/operator-lists.ts'
import * as places from '../../../store/places/places.ts'
import { Enum, Text } from '../../schemas/fields.ts'
import { listQuery, sortQuery, zoneQuery } from '../../schemas/paging.ts'
import * as Type from '../../schemas/type.ts'
import { omitNulls } from '../../wire-format.ts'
import { businessOfCustomer, commonFilter, dateIn } from '../list-filters.ts'

const DAY = 'a calendar date, included, in the time zone of `business`, else of the operator'

export const packageFilters = {
  ...listQuery('Part of a customer name or parcel number, in any case, or a whole client_reference'),
  status: Type.Optional(Enum(PACKAGE_STATUSES)),
  hold: Type.Optional(
    Enum(['hold', 'release'], { description: '`hold` leaves out what is delivered or cancelled, unless `status` asks for it' }),
  ),
  unpriced: Type.Optional(Type.Boolean({ description: '`true`: only what is in the warehouse and has no price' })),
  place: Type.Optional(Text({ description: 'The code or token of a place: only what lies there' })),
  unplaced: Type.Optional(Type.Boolean({ description: '`true`: only what is in the warehouse and in no place' })),
  shipment_id: Type.Optional(Text()),
  customer_id: Type.Optional(Text({ description: 'Parcel customer token' })),
  arrived_from: Type.Optional(Text({ description: `Arrived in the warehouse on or after: ${DAY}` })),
  arrived_to: Type.Optional(Text({ description: `Arrived in the warehouse on or before: ${DAY}` })),
  ...zoneQuery,
  ...sortQuery(['created', 'arrived'], 'Newest first unless it is given; by arrival, only what has arrived'),
}

const PackagesQuery = Type.Object(packageFilters)
type PackagesQuery = Type.Static<typeof PackagesQuery>

export const readPackageFilter = async (deps: Deps, query: PackagesQuery): Promise<PackagesFilter> => {
  const { status, hold, unpriced: isUnpriced, unplaced: isUnplaced, place, arrived_from: from, arrived_to: to } = query
  const { shipment_id: shipmentId, customer_id: customerId } = query
  const common = await commonFilter(deps, query)
  const dayStart = async (date: string) => startOfDay(date, await readingZone(deps, common.businessId, query.time_zone))
  return {
    ...(await businessOfCustomer(deps, customerId)),
    ...common,
    ...omitNulls({
      status,
      hold,
      isUnpriced,
      isUnplaced,
      placeId: place && (await places.loadNamed(deps.db, common.mode, 'place', place)).id,
      shipmentId,
      customerId,
      arrivedFrom: from && (await dayStart(dateIn('arrived_from', from))),
      arrivedBefore: to && (await dayStart(addDays(dateIn('arrived_to', to), 1))),
    }),
  } as PackagesFilter
}
