// /ops/v1/saved_views: the ways in which a member of staff looks at the console's lists, kept by name.

import type { FastifyInstance } from 'fastify'
import { invalidField, Rejection } from '../../../domain/values/errors.ts'
import type { Deps } from '../../../flows/deps.ts'
import type { SavedView } from '../../../store/staff/saved-views.ts'
import * as savedViews from '../../../store/staff/saved-views.ts'
import * as staffStore from '../../../store/staff/staff.ts'
import { goodAnswer } from '../../operation.ts'
import { idParams } from '../../schemas/params.ts'
import * as Type from '../../schemas/type.ts'
import { instant } from '../../wire-format.ts'
import { opsOperation, STAFF } from '../access.ts'
import { authorOf } from '../auth.ts'
import type { WireSavedView } from './saved-view-schemas.ts'
import { RemovedAnswer, SAVED_VIEW_EXAMPLE, SavedViewAnswer, SaveViewBody } from './saved-view-schemas.ts'

const VIEWS_MAX = 100
const PAGE = /^\/[a-z_/]{1,60}$/

const present = ({ id, page, name, query, createdAt }: SavedView): WireSavedView => ({
  saved_view_id: id,
  page,
  name,
  query,
  created_at: instant(createdAt),
})

export const savedViewRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/saved_views',
    opsOperation(STAFF, {
      id: 'listSavedViews',
      summary: 'List your saved views',
      description: 'Those of whoever asks, by page and name.',
      answers: { 200: goodAnswer('Your views', Type.Array(SavedViewAnswer), [SAVED_VIEW_EXAMPLE]) },
    }),
    async ({ staff }) => (await savedViews.list(deps.db, staff.staff.id)).map(present),
  )

  app.post(
    '/ops/v1/saved_views',
    opsOperation(STAFF, {
      id: 'saveView',
      summary: 'Save a view of a list',
      description: `Under a name that you have for the list already, it takes the place of the view before. At most ${VIEWS_MAX} a person.`,
      body: SaveViewBody,
      answers: { 201: goodAnswer('The view', SavedViewAnswer, SAVED_VIEW_EXAMPLE) },
    }),
    async (request, reply) => {
      const { body } = request
      const { staff } = request.staff
      const name = body.name.trim()
      if (name === '') throw invalidField('name', 'is required')
      if (!PAGE.test(body.page)) throw invalidField('page', 'must be the path of a list, such as /packages')
      const view = { id: deps.newId('view'), staffId: staff.id, page: body.page, name, query: body.query, createdAt: deps.clock() }
      const saved = await deps.db.transaction(authorOf(deps, request), async (tx) => {
        // Of two views that are saved at once, the later one counts the other.
        await staffStore.lock(tx, staff.id)
        const mine = await savedViews.list(tx, staff.id)
        const isNew = !mine.some((each) => each.page === view.page && each.name === name)
        if (isNew && mine.length >= VIEWS_MAX) throw invalidField('name', `is one too many: delete one of your ${VIEWS_MAX} views first`)
        return savedViews.save(tx, view)
      })
      return reply.code(201).send(present(saved))
    },
  )

  app.delete(
    '/ops/v1/saved_views/:id',
    opsOperation(STAFF, {
      id: 'deleteSavedView',
      summary: 'Delete one of your saved views',
      description: 'The list itself stays as it is.',
      params: idParams('view', 'Token of the view'),
      answers: { 200: goodAnswer('It is gone', RemovedAnswer, { saved_view_id: SAVED_VIEW_EXAMPLE.saved_view_id, removed: true }) },
    }),
    async (request) => {
      const { id } = request.params
      const { staff } = request.staff
      if (!(await deps.db.transaction(authorOf(deps, request), (tx) => savedViews.remove(tx, staff.id, id))))
        throw new Rejection('NOT_FOUND', 'You have no such view.')
      return { saved_view_id: id, removed: true }
    },
  )
}
