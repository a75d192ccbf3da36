// /v1/packages: routes to list, retrieve, cancel, hold, release and track packages, and to get a package's collection code.

import type { FastifyInstance } from 'fastify'
import type { HoldAction, Package, PackageStatus } from '../../domain/packages/package.ts'
import { isDate } from '../../domain/values/calendar.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { cancelPackage } from '../../flows/packages/cancel-package.ts'
import { readCollection } from '../../flows/packages/collect-package.ts'
import { trackedPackage } from '../../flows/packages/follow-repacks.ts'
import { holdPackage } from '../../flows/packages/hold-package.ts'
import { pageSender } from '../../platform/http/cache/pages.ts'
import { answerWith, questionOf, sendAnswer } from '../../platform/http/cache/until-next-commit.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import { keyQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import type { PackageFilter } from '../../store/packages/package-list.ts'
import * as packages from '../../store/packages/packages.ts'
import { CANCELLED_PACKAGE, HELD, PACKAGE, TRACKING } from '../quotes/v1-examples.ts'
import { CancelBody } from '../quotes/v1-request-schemas.ts'
import type { Shared } from '../register.ts'
import { PackageParams } from '../values/fields.ts'
import { customerQuery, readRecordFilter, recordQuery, statusQuery, withCustomerFilter } from '../values/v1-list-filters.ts'
import { expandedAnswers, expandedPages, packageAnswer, packagePages } from './v1-answers.ts'
import { presentNotice, presentTracking } from './v1-present.ts'
import { NoticeAnswer, NoticeBody, PackageAnswer, TrackingAnswer } from './v1-schemas.ts'

const LISTED_STATUSES = ['booked', 'warehouse', 'transit', 'delivered'] as const satisfies readonly PackageStatus[]

const expandQuery = {
  expand: Type.Optional(Type.Enum(['quote'], { description: 'Adds `quote`: price, label and tracking code in one call' })),
}
const PackageQuery = Type.Object(expandQuery)

const ListQuery = Type.Object({
  ...statusQuery(LISTED_STATUSES),
  ...keyQuery('Part of a customer name or parcel number, in any case'),
  direction: Type.Optional(Type.Enum(['import', 'export'], { description: 'trade_direction' })),
  transport_mode: Type.Optional(Type.Enum(['air', 'ocean'])),
  hold_instruction: Type.Optional(Type.Enum(['hold', 'release'])),
  cancelled: Type.Optional(Type.Boolean({ description: 'true: only cancelled packages; false: all others' })),
  parcel_quote_id: Type.Optional(Type.Text({ description: 'Token of the quote that the packages were booked with' })),
  last_free_day_by: Type.Optional(
    Type.Text({ description: 'A date: packages in the warehouse whose last free day of storage is then or earlier' }),
  ),
  ...customerQuery,
  ...recordQuery,
  ...expandQuery,
  ...pageQuery,
})

const readFilter = (deps: Deps, caller: Caller, query: Type.Static<typeof ListQuery>): PackageFilter => {
  const { status, key, direction, transport_mode: transportMode, hold_instruction: hold, parcel_quote_id: quoteId } = query
  const { last_free_day_by: lastFreeDayBy } = query
  if (lastFreeDayBy !== undefined && !isDate(lastFreeDayBy)) throw invalidField('last_free_day_by', 'must be a date such as 2026-11-30')
  return {
    ...omitNulls({ status, key, direction, transportMode, hold, quoteId, isCancelled: query.cancelled, lastFreeDayBy }),
    ...readRecordFilter(deps, caller, query),
  }
}

export const packageRoutes = (app: FastifyInstance, deps: Deps, { cache }: Shared): void => {
  const pagesOf = packagePages(deps)
  const sendPage = pageSender(cache)
  route(app, 'GET', '/v1/packages', 'Packages', {
    id: 'listPackages',
    isContract: true,
    summary: 'List packages',
    description:
      'Newest first, 25 a page unless `per_page` says otherwise; every status, cancelled ones included, unless `status` is given.',
    query: ListQuery,
    answers: { 200: goodAnswer('A page of packages', Type.Array(PackageAnswer), [PACKAGE]) },
    handler: (request, reply) => {
      const { caller, query, baseUrl } = request
      return withCustomerFilter(deps, caller, query.parcel_customer_id, readFilter(deps, caller, query), (filter) =>
        sendPage(request, reply, query.expand ? expandedPages(deps, caller, filter, baseUrl) : pagesOf(caller, filter)),
      )
    },
  })

  route(app, 'GET', '/v1/packages/:id', 'Packages', {
    id: 'getPackage',
    summary: 'Retrieve a package',
    description: 'The package as in the list, in any status.',
    params: PackageParams,
    query: PackageQuery,
    answers: { 200: goodAnswer('The package', PackageAnswer, PACKAGE) },
    handler: async (request) => {
      const { caller, query, baseUrl } = request
      const { id } = await packages.load(deps.db, caller, request.params.id)
      if (query.expand === undefined) return packageAnswer(deps, caller, id)
      return (await expandedAnswers(deps, caller, [id], baseUrl))[0]!
    },
  })

  route(app, 'POST', '/v1/packages/:id/cancel', 'Packages', {
    id: 'cancelPackage',
    isContract: true,
    summary: 'Cancel a package',
    description: 'Allowed while the package is in no shipment. The package stays retrievable.',
    params: PackageParams,
    body: CancelBody,
    answers: { 200: goodAnswer('The package, cancelled', PackageAnswer, CANCELLED_PACKAGE) },
    errors: ['PACKAGE_IN_SHIPMENT', 'PACKAGE_CANCELLED'],
    handler: async (request) => {
      const parcel = await cancelPackage(deps, request.caller, request.params.id, request.body.comment ?? null)
      return packageAnswer(deps, request.caller, parcel.id)
    },
  })

  route(app, 'POST', '/v1/packages/:id/notices', 'Packages', {
    id: 'holdOrReleasePackage',
    isContract: true,
    summary: 'Hold or release a package',
    description: 'Updates the hold instruction and records a notice. Allowed in every status.',
    params: PackageParams,
    body: NoticeBody,
    answers: { 201: goodAnswer('The notice, and the instruction after it', NoticeAnswer, HELD) },
    handler: async (request, reply) => {
      const { action, body = null } = request.body
      const { parcel, notice } = await holdPackage(deps, request.caller, request.params.id, action, body)
      return reply.code(201).send(presentHold(parcel, action, presentNotice(notice)))
    },
  })

  route(app, 'GET', '/v1/packages/:id/track', 'Packages', {
    id: 'trackPackage',
    isContract: true,
    summary: 'Track a package',
    description:
      'The four steps of the road, each with the moment it was completed; a cancelled package shows those completed and the cancellation. One that was repacked follows the package that its goods are in now, of several the one that is least far.',
    params: PackageParams,
    answers: { 200: goodAnswer('Where the package is', TrackingAnswer, TRACKING) },
    handler: (request, reply) => {
      const { caller, params } = request
      const read = async () => answerWith(JSON.stringify(presentTracking(await trackedPackage(deps.db, caller, params.id))))
      return sendAnswer(reply, cache(questionOf(request), read))
    },
  })
}

const presentHold = (parcel: Package, action: HoldAction, notice: ReturnType<typeof presentNotice>) => ({
  parcel_id: parcel.id,
  action,
  hold_instruction: parcel.holdInstruction,
  hold_released_at: nullableInstant(parcel.holdReleasedAt),
  notice,
})

const CollectionAnswer = Type.Titled('Collection', {
  parcel_id: Type.Token('pkg'),
  parcel_number: Type.String(),
  ready_for_collection_at: Type.NullableDateTime({ description: 'Null if it was not made ready for collection' }),
  collection_code: Type.NullableString({
    description: 'Asked for when the package is handed out. Null while it does not wait to be collected. Tell it to the recipient only',
  }),
  handed_out_at: Type.NullableDateTime({ description: 'When it was handed out after it was ready for collection' }),
})

export const collectionRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'GET', '/v1/packages/:id/collection', 'Packages', {
    id: 'getCollection',
    summary: 'Retrieve the collection code of a package',
    description: 'For a recipient who lost the message with it. Events and lists never hold the code.',
    params: PackageParams,
    answers: {
      200: goodAnswer('Whether it waits to be collected, and its code', CollectionAnswer, {
        parcel_id: PACKAGE.parcel_id,
        parcel_number: PACKAGE.parcel_number,
        ready_for_collection_at: '2026-11-27T09:30:00.000Z',
        collection_code: '482913',
        handed_out_at: null,
      }),
    },
    handler: async ({ caller, params }, reply) => {
      const { parcel, code } = await readCollection(deps, caller, params.id)
      reply.header('cache-control', 'no-store')
      return {
        parcel_id: parcel.id,
        parcel_number: parcel.parcelNumber,
        ready_for_collection_at: nullableInstant(parcel.readyForCollectionAt),
        collection_code: code,
        handed_out_at: nullableInstant(parcel.handedOut?.at ?? null),
      }
    },
  })
}
