// /ops/v1/packages: the packages of all businesses as a paged list and as CSV, the totals of the list, and single packages.

import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { PACKAGE_STATUSES } from '../../domain/packages/package.ts'
import { addDays, startOfDay } from '../../domain/values/calendar.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { readingZone } from '../../flows/overview/operator-overview.ts'
import { readPackageDetail } from '../../flows/packages/read-package.ts'
import { viewList, viewPackages } from '../../flows/packages/view-packages.ts'
import { namedSite } from '../../flows/sites/work-site.ts'
import { abandonedDates, todaysOf } from '../../flows/storage/list-ageing.ts'
import { exportInTurn } from '../../platform/http/export-turns.ts'
import { listPage } from '../../platform/http/links.ts'
import { fileAnswer, goodAnswer } from '../../platform/http/operation.ts'
import { listQuery, sortQuery, zoneQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import type { PackagesFilter } from '../../store/overview/operator-lists.ts'
import { listPackages, totalPackages } from '../../store/overview/operator-lists.ts'
import { PACKAGE_ORDERS } from '../../store/overview/package-orders.ts'
import { findByParcelNumber, loadOfAnyBusiness } from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import type { SeenSites } from '../../store/sites/seen-sites.ts'
import { isSeenPackage } from '../../store/sites/seen-sites.ts'
import { opsRoute, STAFF } from '../staff/access.ts'
import { idParams } from '../values/fields.ts'
import { businessOfCustomer, commonFilter, dateIn, orderIn, sitesIn } from '../values/ops-list-filters.ts'
import { presentDetail } from './ops-detail-present.ts'
import { FILE_ROWS_MAX, packageFile } from './ops-file.ts'
import { presentOpsPackage } from './ops-present.ts'
import {
  OPS_PACKAGE_EXAMPLE,
  OpsPackageAnswer,
  PACKAGE_DETAIL_EXAMPLE,
  PACKAGE_TOTALS_EXAMPLE,
  PackageDetailAnswer,
  PackageTotalsAnswer,
} from './ops-schemas.ts'

const DAY = 'a calendar date, included, in the time zone of `business`, else of the operator'

/** The filters of the operator's package list and of its CSV file. */
const packageFilters = {
  ...listQuery('Part of a customer name or parcel number, in any case, or a whole client_reference'),
  status: Type.Optional(Type.Enum(PACKAGE_STATUSES)),
  hold: Type.Optional(
    Type.Enum(['hold', 'release'], { description: '`hold` leaves out what is delivered or cancelled, unless `status` asks for it' }),
  ),
  unpriced: Type.Optional(Type.Boolean({ description: '`true`: only what is in the warehouse and has no price' })),
  site: Type.Optional(Type.Text({ description: 'Code or token of a site: only what it received, or what a shipment takes there' })),
  place: Type.Optional(Type.Text({ description: 'The code or token of a place: only what lies there' })),
  unplaced: Type.Optional(Type.Boolean({ description: '`true`: only what is in the warehouse and in no place' })),
  awaiting_disposition: Type.Optional(Type.Boolean({ description: '`true`: only what was cancelled in the warehouse and is still there' })),
  abandoned: Type.Optional(
    Type.Boolean({ description: '`true`: only what is past its last free day by more than `abandoned_after_days` of the operator' }),
  ),
  shipment_id: Type.Optional(Type.Text()),
  customer_id: Type.Optional(Type.Text({ description: 'Parcel customer token' })),
  arrived_from: Type.Optional(Type.Text({ description: `Arrived in the warehouse on or after: ${DAY}` })),
  arrived_to: Type.Optional(Type.Text({ description: `Arrived in the warehouse on or before: ${DAY}` })),
  ...zoneQuery,
  ...sortQuery(['created', 'arrived'], 'Newest first by default; by arrival, only what has arrived'),
}

const PackagesQuery = Type.Object(packageFilters)
type PackagesQuery = Type.Static<typeof PackagesQuery>
type Asked = { query: PackagesQuery; staff: { seen: SeenSites } }

const readPackageFilter = async (deps: Deps, asked: Asked): Promise<PackagesFilter> => {
  const { query } = asked
  const {
    status,
    hold,
    unpriced: isUnpriced,
    unplaced: isUnplaced,
    awaiting_disposition: isKept,
    place,
    arrived_from: from,
    arrived_to: to,
  } = query
  const { shipment_id: shipmentId, customer_id: customerId } = query
  const common = await commonFilter(deps, query)
  const sites = await sitesIn(deps, asked)
  const siteId = query.site === undefined ? undefined : await namedSite(deps.db, query.site)
  const dayStart = async (date: string) => startOfDay(date, await readingZone(deps, common.businessId, query.time_zone))
  return {
    ...(await businessOfCustomer(deps, customerId)),
    ...common,
    ...sites,
    ...omitNulls({
      status,
      hold,
      isUnpriced,
      isUnplaced,
      isKept,
      abandonedBefore: query.abandoned ? await abandonedDates(deps, await todaysOf(deps, common)) : undefined,
      placeId: place && (await places.loadNamed(deps.db, common.mode, 'place', place, { seen: asked.staff.seen, siteId })).id,
      shipmentId,
      customerId,
      arrivedFrom: from && (await dayStart(dateIn('arrived_from', from))),
      arrivedBefore: to && (await dayStart(addDays(dateIn('arrived_to', to), 1))),
    }),
  } as PackagesFilter
}

const { page: _page, cursor: _cursor, per_page: _perPage, ...fileFilters } = packageFilters
const { sort: _sort, ...totalFilters } = fileFilters

export const packageListRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/packages', STAFF, {
    id: 'listAllPackages',
    summary: 'List packages of all businesses',
    description: 'Newest first unless sorted otherwise. The Link header leads to the next and previous page.',
    query: Type.Object(packageFilters),
    answers: { 200: goodAnswer('A page of packages', Type.Array(OpsPackageAnswer), [OPS_PACKAGE_EXAMPLE]) },
    handler: async (request, reply) => {
      const { items } = await listPage(
        request,
        reply,
        async (page) =>
          listPackages(deps.db, await readPackageFilter(deps, request), {
            ...page,
            order: orderIn(PACKAGE_ORDERS, request.query.sort),
          }),
        request.query.per_page,
      )
      return (await viewPackages(deps, items)).map(presentOpsPackage)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/packages/totals', STAFF, {
    id: 'totalPackages',
    summary: 'Totals of the list of packages',
    description: 'How many packages the filters find, their pieces, and their weight: measured, else declared.',
    query: Type.Object(totalFilters),
    answers: { 200: goodAnswer('The totals', PackageTotalsAnswer, PACKAGE_TOTALS_EXAMPLE) },
    handler: async (request) => {
      const { count, pieces, weightKg } = await totalPackages(deps.db, await readPackageFilter(deps, request))
      return { count, pieces, weight: weightKg }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/packages.csv', STAFF, {
    id: 'exportPackages',
    summary: 'The list of packages as a file',
    description: `CSV, newest first unless sorted otherwise, at most ${FILE_ROWS_MAX} rows; no cell runs as a formula.`,
    query: Type.Object(fileFilters),
    answers: { 200: fileAnswer('The file', 'text/csv') },
    errors: ['OVERLOADED'],
    handler: async (request, reply) => {
      const filter = await readPackageFilter(deps, request)
      const views = viewList(deps, filter, orderIn(PACKAGE_ORDERS, request.query.sort), FILE_ROWS_MAX)
      const file = Readable.from(exportInTurn(packageFile(views, () => request.requireAuthority())))
      return sendFile(reply, 'packages.csv', file)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/packages/:id', STAFF, {
    id: 'getAnyPackage',
    summary: 'Retrieve a package',
    description: 'With its notices and who wrote them, its storage, the price of its quote, and its receipts.',
    params: idParams('pkg', 'Package token or parcel number'),
    answers: { 200: goodAnswer('The package', PackageDetailAnswer, PACKAGE_DETAIL_EXAMPLE) },
    handler: async ({ params: { id }, staff: { seen } }) => {
      const found = (await findByParcelNumber(deps.db, id)) ?? (await loadOfAnyBusiness(deps.db, id))
      if (!isSeenPackage(seen, found.parcel)) throw new Rejection('NOT_FOUND', 'No such package.')
      return presentDetail(await readPackageDetail(deps, found))
    },
  })
}
