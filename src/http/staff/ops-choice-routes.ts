// /ops/v1/saved_views: the caller's saved views of lists in the console. /ops/v1/daily_summary: whether the caller gets the daily summary by email.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { chooseSummary } from '../../flows/staff/daily-summary.ts'
import { removeView, saveView, VIEWS_MAX } from '../../flows/staff/save-preferences.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant } from '../../platform/http/wire-format.ts'
import * as summaries from '../../store/staff/daily-summaries.ts'
import type { SavedView } from '../../store/staff/saved-views.ts'
import * as savedViews from '../../store/staff/saved-views.ts'
import { idParams } from '../values/fields.ts'
import { opsRoute, STAFF } from './access.ts'
import { authorOf } from './auth.ts'
import type { WireSavedView } from './ops-schemas.ts'
import { RemovedAnswer, SAVED_VIEW_EXAMPLE, SavedViewAnswer, SaveViewBody, SummaryAnswer, SummaryBody } from './ops-schemas.ts'

const present = ({ id, page, name, query, createdAt }: SavedView): WireSavedView => ({
  saved_view_id: id,
  page,
  name,
  query,
  created_at: instant(createdAt),
})

const EXAMPLE = { is_wanted: true, is_possible: true }

export const choiceRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/saved_views', STAFF, {
    id: 'listSavedViews',
    summary: 'List your saved views',
    description: 'Your own, by page and name.',
    answers: { 200: goodAnswer('Your views', Type.Array(SavedViewAnswer), [SAVED_VIEW_EXAMPLE]) },
    handler: async ({ staff }) => (await savedViews.list(deps.db, staff.staff.id)).map(present),
  })

  opsRoute(app, 'POST', '/ops/v1/saved_views', STAFF, {
    id: 'saveView',
    summary: 'Save a view of a list',
    description: `Under a name that you have for the list already, it takes the place of the view before. At most ${VIEWS_MAX} a person.`,
    body: SaveViewBody,
    answers: { 201: goodAnswer('The view', SavedViewAnswer, SAVED_VIEW_EXAMPLE) },
    handler: async (request, reply) => reply.code(201).send(present(await saveView(deps, authorOf(deps, request), request.body))),
  })

  opsRoute(app, 'DELETE', '/ops/v1/saved_views/:id', STAFF, {
    id: 'deleteSavedView',
    summary: 'Delete one of your saved views',
    description: 'The list itself stays as it is.',
    params: idParams('view', 'Token of the view'),
    answers: { 200: goodAnswer('It is gone', RemovedAnswer, { saved_view_id: SAVED_VIEW_EXAMPLE.saved_view_id, removed: true }) },
    handler: async (request) => {
      await removeView(deps, authorOf(deps, request), request.params.id)
      return { saved_view_id: request.params.id, removed: true }
    },
  })

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
