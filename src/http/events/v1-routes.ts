// /v1/events: the events of a business.

import type { FastifyInstance } from 'fastify'
import { readInstant } from '../../domain/values/time-input.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { listPage } from '../../platform/http/links.ts'
import { sendLongList } from '../../platform/http/long-lists.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as events from '../../store/events/events.ts'
import { idParams } from '../values/fields.ts'
import { startOfDayFor, WHEN } from '../values/v1-list-filters.ts'
import { EVENT } from './v1-examples.ts'
import { presentEvent } from './v1-present.ts'
import { EventAnswer, EventTypeName } from './v1-schemas.ts'

const EventParams = idParams('evt', 'Event token')

const ListQuery = Type.Object({
  type: Type.Optional(EventTypeName()),
  object_id: Type.Optional(Type.Text({ description: 'Token of the quote, package or customer that the event is about' })),
  since: Type.Optional(Type.Text({ description: `Recorded at or after: ${WHEN}` })),
  ...pageQuery,
})

export const eventRoutes = (app: FastifyInstance, deps: Deps): void => {
  const around = ({ business, mode }: Caller, base: string) => ({ business, mode, baseUrl: base })

  route(app, 'GET', '/v1/events', 'Webhooks', {
    id: 'listEvents',
    summary: 'List events',
    description: 'Last recorded first, 25 a page unless `per_page` says otherwise.',
    query: ListQuery,
    answers: { 200: goodAnswer('A page of events', Type.Array(EventAnswer), [EVENT]) },
    handler: async (request, reply) => {
      const { type, object_id: objectId, since } = request.query
      const recorded = since === undefined ? {} : { since: readInstant('since', since, deps.clock(), startOfDayFor(request.caller)) }
      const filter = { ...omitNulls({ type, objectId }), ...recorded }
      const { items } = await listPage(request, reply, (page) => events.list(deps.db, request.caller, filter, page))
      return sendLongList(reply, items, (row) => presentEvent(events.fromRow(row), around(request.caller, request.baseUrl)))
    },
  })

  route(app, 'GET', '/v1/events/:id', 'Webhooks', {
    id: 'getEvent',
    summary: 'Retrieve an event',
    description: 'The event with its object as it was after the change.',
    params: EventParams,
    answers: { 200: goodAnswer('The event', EventAnswer, EVENT) },
    handler: async (request) =>
      presentEvent(await events.load(deps.db, request.caller, request.params.id), around(request.caller, request.baseUrl)),
  })
}
