// /v1/messages: lists the messages to customers and contacts of the business, and sends a message again.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { openMessage } from '../../flows/messages/open-message.ts'
import { resendMessage } from '../../flows/messages/resend-message.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as messages from '../../store/messages/messages.ts'
import { readCustomerFilter } from '../values/v1-list-filters.ts'
import { presentMessage } from './v1-present.ts'
import { FullMessageAnswer, MESSAGE, MessageAnswer, MessageParams, MessagesQuery } from './v1-schemas.ts'

export const messageRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'GET', '/v1/messages', 'Messages', {
    id: 'listMessages',
    summary: 'List messages',
    description: 'Messages to the customers and contacts of this business, newest first. In test mode none reaches anybody.',
    query: MessagesQuery,
    answers: { 200: goodAnswer('A page of messages', Type.Array(MessageAnswer), [MESSAGE]) },
    handler: async (request, reply) => {
      const { caller, query } = request
      const customer = query.parcel_customer_id === undefined ? {} : await readCustomerFilter(deps, caller, query.parcel_customer_id)
      const filter = {
        businessId: caller.businessId,
        mode: caller.mode,
        ...customer,
        ...omitNulls({ states: query.status, packageId: query.parcel_id }),
      }
      const { items } = await listPage(request, reply, (page) => messages.list(deps.db, filter, page))
      return items.map(({ message }) => presentMessage(message, caller.mode))
    },
  })

  route(app, 'GET', '/v1/messages/:id', 'Messages', {
    id: 'getMessage',
    summary: 'Retrieve a message',
    description: 'With the email as its recipient sees it.',
    params: MessageParams,
    answers: { 200: goodAnswer('The message', FullMessageAnswer, { ...MESSAGE, html: null }) },
    handler: async (request) => {
      const { caller, params } = request
      const message = await messages.load(deps.db, caller, params.id)
      return { ...presentMessage(message, caller.mode), html: await openMessage(deps, caller.business, message, request.baseUrl) }
    },
  })

  route(app, 'POST', '/v1/messages/:id/resend', 'Messages', {
    id: 'resendMessage',
    summary: 'Send a message again',
    description:
      'As a new message, at once, to the address that the customer has now. Not for messages that are still queued or were withdrawn.',
    params: MessageParams,
    answers: {
      201: goodAnswer('The new message', MessageAnswer, {
        ...MESSAGE,
        status: 'queued',
        text: null,
        reason: null,
        resend_of_id: MESSAGE.message_id,
      }),
    },
    errors: ['INVALID_TRANSITION'],
    handler: async ({ caller, params }, reply) =>
      reply.code(201).send(presentMessage(await resendMessage(deps, caller, params.id), caller.mode)),
  })
}
