// /ops/v1/packages/{id}: hold, release and cancel a package, and its timeline.

import type { FastifyInstance } from 'fastify'
import { Rejection } from '../../../domain/values/errors.ts'
import { callerFor } from '../../../flows/caller-for.ts'
import type { Caller, Deps } from '../../../flows/deps.ts'
import { cancelPackage } from '../../../flows/packages/cancel-package.ts'
import { holdPackage } from '../../../flows/packages/hold-package.ts'
import type { Author } from '../../../store/audit/audit.ts'
import { loadOfAnyBusiness } from '../../../store/packages/packages.ts'
import { goodAnswer } from '../../operation.ts'
import { Enum, LongText, Text } from '../../schemas/fields.ts'
import { PackageParams } from '../../schemas/params.ts'
import * as Type from '../../schemas/type.ts'
import { presentNotice } from '../../v1/packages/present-package.ts'
import { NoticeAnswer, NoticeBody } from '../../v1/packages/schemas.ts'
import { HELD } from '../../v1/quotes/examples.ts'
import { CancelBody } from '../../v1/quotes/request-schemas.ts'
import { problemsOf } from '../../validation.ts'
import { nullableInstant } from '../../wire-format.ts'
import { opsOperation, STAFF, WAREHOUSE } from '../access.ts'
import { authorOf } from '../auth.ts'
import { authorsOf } from '../authors.ts'
import { AUTHOR_EXAMPLE } from '../examples.ts'
import { AuthorAnswer } from '../staff/schemas.ts'
import { opsPackageAnswers } from './present.ts'
import { HOLDS_EXAMPLE, HoldsAnswer, OPS_PACKAGE_EXAMPLE, OpsPackageAnswer, TIMELINE_EXAMPLE, TimelineAnswer } from './schemas.ts'
import { presentTimeline } from './timeline-present.ts'

const HELD_AT_ONCE_MAX = 500

const OpsNoticeAnswer = Type.Object({ ...NoticeAnswer.properties, author: AuthorAnswer })

const HoldsBody = Type.Object(
  {
    package_ids: Type.Array(Text(), { minItems: 1, maxItems: HELD_AT_ONCE_MAX }),
    action: Enum(['hold', 'release']),
    body: Type.Optional(LongText({ description: 'Why; a default sentence when absent' })),
  },
  { examples: [{ package_ids: [OPS_PACKAGE_EXAMPLE.parcel_id], action: 'hold', body: 'Customs papers are missing' }] },
)

export const packageCareRoutes = (app: FastifyInstance, deps: Deps): void => {
  const callerOf = async (id: string, author: Author): Promise<Caller> => {
    const { scope } = await loadOfAnyBusiness(deps.db, id)
    return callerFor(deps.db, scope, author)
  }

  app.post(
    '/ops/v1/packages/:id/notices',
    opsOperation(WAREHOUSE, {
      id: 'holdOrReleasePackageAsStaff',
      attachValidation: true,
      summary: 'Hold or release a package',
      description: 'Like the business itself, in every state; the notice records its author.',
      params: PackageParams,
      body: NoticeBody,
      answers: { 201: goodAnswer('The notice, and the instruction after it', OpsNoticeAnswer, { ...HELD, author: AUTHOR_EXAMPLE }) },
    }),
    async (request, reply) => {
      const caller = await callerOf(request.params.id, authorOf(deps, request))
      problemsOf(request).throwIfAny()
      const { action, body = null } = request.body
      const { parcel, notice } = await holdPackage(deps, caller, request.params.id, action, body)
      return reply.code(201).send({
        parcel_id: parcel.id,
        action,
        hold_instruction: parcel.holdInstruction,
        hold_released_at: nullableInstant(parcel.holdReleasedAt),
        notice: presentNotice(notice),
        author: (await authorsOf(deps, [caller.actor]))(caller.actor),
      })
    },
  )

  const holdOne = async (id: string, { action, body }: Type.Static<typeof NoticeBody>, author: Author) => {
    try {
      await holdPackage(deps, await callerOf(id, author), id, action, body ?? null)
      return { parcel_id: id, outcome: 'done' as const, code: null, message: null }
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      return { parcel_id: id, outcome: 'failed' as const, code: error.code, message: error.messages.join(' ') }
    }
  }

  app.post(
    '/ops/v1/packages/holds',
    opsOperation(WAREHOUSE, {
      id: 'holdOrReleasePackages',
      summary: 'Hold or release many packages',
      description: `Up to ${HELD_AT_ONCE_MAX}, each on its own: a failure is reported and does not affect the others.`,
      body: HoldsBody,
      answers: { 200: goodAnswer('What became of each', HoldsAnswer, HOLDS_EXAMPLE) },
    }),
    async (request) => {
      const author = authorOf(deps, request)
      const outcomes: Awaited<ReturnType<typeof holdOne>>[] = []
      for (const id of new Set(request.body.package_ids)) outcomes.push(await holdOne(id, request.body, author))
      const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length
      return { done: outcomes.length - failed, failed, outcomes }
    },
  )

  app.post(
    '/ops/v1/packages/:id/cancel',
    opsOperation(WAREHOUSE, {
      id: 'cancelPackageAsStaff',
      summary: 'Cancel a package',
      description: 'Allowed while the package is in no shipment. The package stays retrievable.',
      params: PackageParams,
      body: CancelBody,
      answers: { 200: goodAnswer('The package, cancelled', OpsPackageAnswer, OPS_PACKAGE_EXAMPLE) },
      errors: ['PACKAGE_IN_SHIPMENT', 'PACKAGE_CANCELLED'],
    }),
    async (request) => {
      const caller = await callerOf(request.params.id, authorOf(deps, request))
      const parcel = await cancelPackage(deps, caller, request.params.id, request.body.comment ?? null)
      return (await opsPackageAnswers(deps, [{ scope: caller, parcel }]))[0]
    },
  )

  app.get(
    '/ops/v1/packages/:id/timeline',
    opsOperation(STAFF, {
      id: 'getPackageTimeline',
      summary: 'What happened to a package',
      description: 'Oldest first: its moves and places, holds with reason and author, arrivals, and the price changes of its quote.',
      params: PackageParams,
      answers: { 200: goodAnswer('The timeline', TimelineAnswer, TIMELINE_EXAMPLE) },
    }),
    async (request) => presentTimeline(deps, await loadOfAnyBusiness(deps.db, request.params.id)),
  )
}
