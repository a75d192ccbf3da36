// /ops/v1/daily_summary: whether the caller gets a daily summary by email.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { chooseSummary } from '../../flows/staff/daily-summary.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as summaries from '../../store/staff/daily-summaries.ts'
import { opsRoute, STAFF } from './access.ts'
import { authorOf } from './auth.ts'
import { SummaryAnswer, SummaryBody } from './ops-schemas.ts'

const EXAMPLE = { is_wanted: true, is_possible: true }

export const summaryRoutes = (app: FastifyInstance, deps: Deps): void => {
  const answer = async (staffId: string) => ({
    is_wanted: await summaries.isWanted(deps.db, staffId),
    is_possible: deps.channels.email !== undefined,
  })

  opsRoute(app, 'GET', '/ops/v1/daily_summary', STAFF, {
    id: 'getDailySummary',
    summary: 'Retrieve whether you get a daily summary',
    description: 'An email about yesterday: packages that arrived and departed; and what waits: holds, overdue invoices, failed messages.',
    answers: { 200: goodAnswer('Your choice', SummaryAnswer, EXAMPLE) },
    handler: async (request) => answer(request.staff.staff.id),
  })

  opsRoute(app, 'PUT', '/ops/v1/daily_summary', STAFF, {
    id: 'chooseDailySummary',
    summary: 'Choose whether you get a daily summary',
    description: 'For your own account. The first one comes the next morning.',
    body: SummaryBody,
    answers: { 200: goodAnswer('Your choice', SummaryAnswer, EXAMPLE) },
    handler: async (request) => {
      await chooseSummary(deps, authorOf(deps, request), request.body.is_wanted)
      return answer(request.staff.staff.id)
    },
  })
}
