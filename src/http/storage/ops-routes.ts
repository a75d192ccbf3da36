// /ops/v1/storage and /ops/v1/packages/{id}/storage: storage fees and forecasts, a list of packages by last free day, and totals per business.

import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { invalidField } from '../../domain/values/errors.ts'
import type { Decimal } from '../../domain/values/money.ts'
import { amountText, sum } from '../../domain/values/money.ts'
import type { Deps } from '../../flows/deps.ts'
import { viewPackages } from '../../flows/packages/view-packages.ts'
import type { AgeingRequest } from '../../flows/storage/list-ageing.ts'
import { listAgeing, viewAgeing } from '../../flows/storage/list-ageing.ts'
import type { PackageStorage } from '../../flows/storage/read-package-storage.ts'
import { readPackageStorage } from '../../flows/storage/read-package-storage.ts'
import type { BusinessStorage } from '../../flows/storage/total-storage.ts'
import { totalStorage } from '../../flows/storage/total-storage.ts'
import { exportInTurn } from '../../platform/http/export-turns.ts'
import { fileAnswer, goodAnswer } from '../../platform/http/operation.ts'
import { businessQuery, modeQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import { loadOfAnyBusiness } from '../../store/packages/packages.ts'
import type { SeenSites } from '../../store/sites/seen-sites.ts'
import type { AgeingCursor } from '../../store/storage/storage-lists.ts'
import { FILE_ROWS_MAX, packageFile } from '../packages/ops-file.ts'
import { presentOpsBusiness, presentOpsPackage } from '../packages/ops-present.ts'
import type { OpsRegister } from '../register.ts'
import { opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { PackageParams } from '../values/fields.ts'
import { businessIn, dateIn, sitesIn } from '../values/ops-list-filters.ts'
import { AGEING_EXAMPLE, AgeingAnswer, PACKAGE_STORAGE_EXAMPLE, PackageStorageAnswer, TOTALS_EXAMPLE, TotalsAnswer } from './ops-schemas.ts'

const counted = (totals: readonly BusinessStorage['total'][]) => {
  const added = (read: (total: BusinessStorage['total']) => Decimal): string => amountText(sum(totals.map(read)))
  return {
    packages_stored: totals.reduce((count, { stored }) => count + stored, 0),
    packages_chargeable: totals.reduce((count, { chargeable }) => count + chargeable, 0),
    amount_due: added(({ amountDue }) => amountDue),
    accruing_per_day: added(({ perDay }) => perDay),
  }
}

const presentTotals = (found: readonly BusinessStorage[]): Static<typeof TotalsAnswer> => ({
  totals: found.map(({ business, today, total }) => ({
    business: presentOpsBusiness(business),
    date: today,
    currency: total.currency,
    ...counted([total]),
    history: total.history.map(({ date, amount }) => ({ date, amount: amountText(amount) })),
  })),
  sums: [
    ...Map.groupBy(
      found.map(({ total }) => total),
      ({ currency }) => currency,
    ),
  ].map(([currency, totals]) => ({ currency, ...counted(totals) })),
})

const SERIES_DAYS_MAX = 120
const HISTORY_DAYS_MAX = 366
const PER_PAGE_MAX = 100
const PER_PAGE_DEFAULT = 25

const StorageQuery = Type.Object({
  on: Type.Optional(Type.Text({ description: 'Calendar date, such as 2026-11-30' })),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: SERIES_DAYS_MAX, description: 'A series from today on, for a chart' })),
})
const siteQuery = {
  site: Type.Optional(Type.Text({ description: 'Code or token of a site: only what it received, or what a shipment takes there' })),
}
const ageingFilters = {
  ...modeQuery,
  ...businessQuery,
  abandoned: Type.Optional(
    Type.Boolean({
      description: '`true`: only what is past its last free day by more than `abandoned_after_days` of the operator',
    }),
  ),
  overdue: Type.Optional(Type.Boolean({ description: 'Only what is charged already; with false, only what is still free' })),
  ends_by: Type.Optional(Type.Text({ description: 'Only what has its last free day on or before this calendar date' })),
  ...siteQuery,
}
const AgeingFileQuery = Type.Object(ageingFilters)
const AgeingQuery = Type.Object({
  ...ageingFilters,
  cursor: Type.Optional(Type.Text({ description: 'Opaque; taken from the Link header' })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT })),
})
const TotalsQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  ...siteQuery,
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: HISTORY_DAYS_MAX, default: 30, description: 'How many days of history, today included' }),
  ),
})

const presentFee = ({ date, fee }: PackageStorage['today']) => ({
  date,
  free_days: fee.freeDays,
  ...omitNulls({ start_date: fee.startDate, last_free_day: fee.lastFreeDay }),
  chargeable_storage_days: fee.chargeableDays,
  daily_rate: fee.dailyRate,
  currency: fee.currency,
  storage_area_sqm: fee.areaSqm.toString(),
  amount_due: fee.amountDue,
})

const CURSOR = /^(\d{4}-\d\d-\d\d)\.(pkg_[0-9a-z]{26})$/

const encodeCursor = ({ lastFreeDay, id }: AgeingCursor): string => Buffer.from(`${lastFreeDay}.${id}`).toString('base64url')

const decodeCursor = (text: string): AgeingCursor => {
  const [, lastFreeDay, id] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (lastFreeDay && id) return { lastFreeDay, id }
  const message = 'is not a cursor of this list: take it from the Link header'
  throw invalidField('cursor', message)
}

type Asked = { query: Static<typeof AgeingFileQuery>; staff: { seen: SeenSites } }

const readAgeing = async (deps: Deps, { query, staff }: Asked): Promise<Omit<AgeingRequest, 'after' | 'limit'>> => {
  const { mode = 'live', overdue, abandoned: isAbandoned, ends_by: by } = query
  const endsBy = by === undefined ? undefined : dateIn('ends_by', by)
  const sites = await sitesIn(deps, { query, staff })
  return { mode, ...sites, ...(await businessIn(deps, query)), ...omitNulls({ overdue, endsBy, isAbandoned }) }
}

const storageRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/packages/:id/storage', STAFF, {
    id: 'getPackageStorage',
    attachValidation: true,
    summary: 'Retrieve the storage fee of a package, today and later',
    description:
      'By the terms that held at its arrival, in the business’s time zone; with `on`, on that date too; with `days`, day by day.',
    params: PackageParams,
    query: StorageQuery,
    answers: { 200: goodAnswer('Its storage', PackageStorageAnswer, PACKAGE_STORAGE_EXAMPLE) },
    handler: async (request) => {
      const found = await loadOfAnyBusiness(deps.db, request.params.id)
      problemsOf(request).throwIfAny()
      const { on, days } = request.query
      const asked = { on: on === undefined ? undefined : dateIn('on', on), days }
      const storage = await readPackageStorage(deps, authorOf(deps, request), found, asked)
      return {
        parcel_id: found.parcel.id,
        today: presentFee(storage.today),
        ...(storage.on ? { on: presentFee(storage.on) } : {}),
        ...(storage.series ? { series: storage.series.map(({ date, fee }) => ({ date, amount: fee.amountDue })) } : {}),
      }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/storage/ageing', STAFF, {
    id: 'listStorageAgeing',
    summary: 'List packages in the warehouse by last free day',
    description: 'Soonest first. The Link header leads to the next page.',
    query: AgeingQuery,
    answers: { 200: goodAnswer('A page of packages', AgeingAnswer, AGEING_EXAMPLE) },
    handler: async (request, reply) => {
      const { cursor, per_page: limit = PER_PAGE_DEFAULT } = request.query
      const after = cursor === undefined ? null : decodeCursor(cursor)
      const asked = await readAgeing(deps, request)
      const { items, next } = await listAgeing(deps, { ...asked, after, limit })
      if (next) {
        const query = new URLSearchParams(Object.entries(request.query).map(([name, value]) => [name, String(value)]))
        query.set('cursor', encodeCursor(next))
        reply.header('link', `<${request.baseUrl}/ops/v1/storage/ageing?${query}>; rel="next"`)
      }
      const views = await viewPackages(deps, items)
      return items.map(({ lastFreeDay, daysLeft }, index) => ({
        last_free_day: lastFreeDay,
        days_left: daysLeft,
        package: presentOpsPackage(views[index]!),
      }))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/storage/ageing.csv', STAFF, {
    id: 'exportStorageAgeing',
    summary: 'The list of packages by last free day as a file',
    description: `CSV with the columns of the list of packages, at most ${FILE_ROWS_MAX} rows; no cell runs as a formula.`,
    query: AgeingFileQuery,
    answers: { 200: fileAnswer('The file', 'text/csv') },
    errors: ['OVERLOADED'],
    handler: async (request, reply) => {
      const views = viewAgeing(deps, await readAgeing(deps, request), FILE_ROWS_MAX)
      const file = Readable.from(exportInTurn(packageFile(views, () => request.requireAuthority())))
      return sendFile(reply, 'storage.csv', file)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/storage/totals', STAFF, {
    id: 'getStorageTotals',
    summary: 'Storage totals per business',
    description:
      'Businesses without anything stored now or within the days asked for are left out. Floor staff see the sums of their sites.',
    query: TotalsQuery,
    answers: { 200: goodAnswer('The totals', TotalsAnswer, TOTALS_EXAMPLE) },
    handler: async (request) => {
      const { mode = 'live', days = 30 } = request.query
      const sites = await sitesIn(deps, request)
      return presentTotals(await totalStorage(deps, { mode, days, ...sites, ...(await businessIn(deps, request.query)) }))
    },
  })
}

export const register: OpsRegister = { ops: [storageRoutes] }
