// /ops/v1/packages: routes to hold, release and cancel packages, and the timeline of a package.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { cancelPackage } from '../../flows/packages/cancel-package.ts'
import type { HoldOutcome } from '../../flows/packages/hold-package.ts'
import { holdPackage, holdPackages } from '../../flows/packages/hold-package.ts'
import { readTimeline } from '../../flows/packages/read-package.ts'
import { viewPackage } from '../../flows/packages/view-packages.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { nullableInstant } from '../../platform/http/wire-format.ts'
import { loadOfAnyBusiness } from '../../store/packages/packages.ts'
import { namesOf } from '../../store/packages/timelines.ts'
import { HELD } from '../quotes/v1-examples.ts'
import { CancelBody } from '../quotes/v1-request-schemas.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { authorNamer } from '../staff/authors.ts'
import { foundFor } from '../staff/for-business.ts'
import { AUTHOR_EXAMPLE } from '../staff/ops-examples.ts'
import { AuthorAnswer } from '../staff/ops-schemas.ts'
import { PackageParams } from '../values/fields.ts'
import { presentTimeline } from './ops-detail-present.ts'
import { presentOpsPackage } from './ops-present.ts'
import { HOLDS_EXAMPLE, HoldsAnswer, OPS_PACKAGE_EXAMPLE, OpsPackageAnswer, TIMELINE_EXAMPLE, TimelineAnswer } from './ops-schemas.ts'
import { presentNotice } from './v1-present.ts'
import { NoticeAnswer, NoticeBody } from './v1-schemas.ts'

const HELD_AT_ONCE_MAX = 500

const OpsNoticeAnswer = Type.Object({ ...NoticeAnswer.properties, author: AuthorAnswer })

const HoldsBody = Type.Body([{ package_ids: [OPS_PACKAGE_EXAMPLE.parcel_id], action: 'hold', body: 'Customs papers are missing' }], {
  package_ids: Type.Array(Type.Text(), { minItems: 1, maxItems: HELD_AT_ONCE_MAX }),
  action: Type.Enum(['hold', 'release']),
  body: Type.Optional(Type.LongText({ description: 'Why; a default sentence when absent' })),
})

const presentHeld = ({ id, refusal }: HoldOutcome) =>
  refusal === null
    ? { parcel_id: id, outcome: 'done' as const, code: null, message: null }
    : { parcel_id: id, outcome: 'failed' as const, code: refusal.code, message: refusal.messages.join(' ') }

export const packageCareRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/packages/:id/notices', WAREHOUSE, {
    id: 'holdOrReleasePackageAsStaff',
    attachValidation: true,
    summary: 'Hold or release a package',
    description: 'Like the business itself, in every state; the notice records its author.',
    params: PackageParams,
    body: NoticeBody,
    answers: { 201: goodAnswer('The notice, and the instruction after it', OpsNoticeAnswer, { ...HELD, author: AUTHOR_EXAMPLE }) },
    handler: async (request, reply) => {
      const { caller } = await foundFor(deps, request, loadOfAnyBusiness)
      const { action, body = null } = request.body
      const { parcel, notice } = await holdPackage(deps, caller, request.params.id, action, body)
      return reply.code(201).send({
        parcel_id: parcel.id,
        action,
        hold_instruction: parcel.holdInstruction,
        hold_released_at: nullableInstant(parcel.holdReleasedAt),
        notice: presentNotice(notice),
        author: authorNamer(await namesOf(deps.db, [caller.actor]))(caller.actor),
      })
    },
  })

  opsRoute(app, 'POST', '/ops/v1/packages/holds', WAREHOUSE, {
    id: 'holdOrReleasePackages',
    summary: 'Hold or release many packages',
    description: `Up to ${HELD_AT_ONCE_MAX}, each on its own: a failure is reported and does not affect the others.`,
    body: HoldsBody,
    answers: { 200: goodAnswer('The outcome for each package', HoldsAnswer, HOLDS_EXAMPLE) },
    handler: async (request) => {
      const { package_ids: ids, action, body = null } = request.body
      const outcomes = (await holdPackages(deps, authorOf(deps, request), ids, action, body)).map(presentHeld)
      const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length
      return { done: outcomes.length - failed, failed, outcomes }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/cancel', WAREHOUSE, {
    id: 'cancelPackageAsStaff',
    summary: 'Cancel a package',
    description: 'Allowed while the package is in no shipment. The package stays retrievable.',
    params: PackageParams,
    body: CancelBody,
    answers: { 200: goodAnswer('The package, cancelled', OpsPackageAnswer, OPS_PACKAGE_EXAMPLE) },
    errors: ['PACKAGE_IN_SHIPMENT', 'PACKAGE_CANCELLED'],
    handler: async (request) => {
      const { caller } = await foundFor(deps, request, loadOfAnyBusiness)
      const parcel = await cancelPackage(deps, caller, request.params.id, request.body.comment ?? null)
      return presentOpsPackage(await viewPackage(deps, { scope: caller, parcel }))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/packages/:id/timeline', STAFF, {
    id: 'getPackageTimeline',
    summary: 'Retrieve the timeline of a package',
    description: 'Oldest first: its moves and places, holds with reason and author, arrivals, and the price changes of its quote.',
    params: PackageParams,
    answers: { 200: goodAnswer('The timeline', TimelineAnswer, TIMELINE_EXAMPLE) },
    handler: async (request) => presentTimeline(await readTimeline(deps, await loadOfAnyBusiness(deps.db, request.params.id))),
  })
}
