// /ops/v1/messages: messages of all businesses, among them those that need attention. /ops/v1/businesses/{id}/message_settings: message settings.

import type { FastifyInstance } from 'fastify'
import { invalidTransition } from '../../domain/values/errors.ts'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import type { Deps } from '../../flows/deps.ts'
import { callerFor } from '../../flows/deps.ts'
import { openMessage } from '../../flows/messages/open-message.ts'
import { dismissMessage, resendMessage } from '../../flows/messages/resend-message.ts'
import { setMessageSettings } from '../../flows/messages/set-message-settings.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as attempts from '../../store/messages/message-attempts.ts'
import * as messages from '../../store/messages/messages.ts'
import { ADMINS, opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { BusinessParams } from '../values/fields.ts'
import { businessIn } from '../values/ops-list-filters.ts'
import { presentAttempt, presentOpsMessage, presentSettings, readMessageSettings } from './ops-present.ts'
import {
  ATTEMPT_EXAMPLE,
  DismissBody,
  FullOpsMessageAnswer,
  OPS_MESSAGE_EXAMPLE,
  OpsMessageAnswer,
  OpsMessagesQuery,
  SETTINGS_EXAMPLE,
  SettingsAnswer,
  SettingsBody,
} from './ops-schemas.ts'
import { MessageParams } from './v1-schemas.ts'

export const opsMessageRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/messages', STAFF, {
    id: 'listAllMessages',
    summary: 'List messages',
    description:
      'Newest first. `needs_attention` lists those that failed or whose outcome is unknown, until somebody sends them again or dismisses them.',
    query: OpsMessagesQuery,
    answers: { 200: goodAnswer('A page of messages', Type.Array(OpsMessageAnswer), [OPS_MESSAGE_EXAMPLE]) },
    handler: async (request, reply) => {
      const { query } = request
      const filter = {
        mode: query.mode ?? ('live' as const),
        ...(await businessIn(deps, query)),
        ...omitNulls({
          states: query.status,
          needsAttention: query.needs_attention,
          customerId: query.customer_id,
          packageId: query.package_id,
          invoiceId: query.invoice_id,
          channel: query.channel,
          purpose: query.purpose,
          q: query.q,
        }),
      }
      const { items } = await listPage(request, reply, (page) => messages.list(deps.db, filter, page))
      const all = await businesses.list(deps.db)
      return items.map((sent) => presentOpsMessage(all, sent))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/messages/:id', STAFF, {
    id: 'openMessage',
    summary: 'Open a message',
    description: 'With the email as its recipient sees it.',
    params: MessageParams,
    answers: {
      200: goodAnswer('The message', FullOpsMessageAnswer, {
        ...OPS_MESSAGE_EXAMPLE,
        html: null,
        provider_answers: [ATTEMPT_EXAMPLE],
      }),
    },
    handler: async (request) => {
      const sent = await messages.loadAny(deps.db, request.params.id)
      const all = await businesses.list(deps.db)
      const business = all.find(({ id }) => id === sent.businessId) ?? null
      const tried = await attempts.of(deps.db, sent.message.id)
      const html = await openMessage(deps, business, sent.message, request.baseUrl)
      return { ...presentOpsMessage(all, sent), html, provider_answers: tried.map(presentAttempt) }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/messages/:id/resend', WAREHOUSE, {
    id: 'resendAnyMessage',
    summary: 'Send a message again',
    description: 'As a new message, at once, to the address that the customer has now.',
    params: MessageParams,
    answers: { 200: goodAnswer('The new message', OpsMessageAnswer, OPS_MESSAGE_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { businessId, mode } = await messages.loadAny(deps.db, request.params.id)
      if (businessId === null) throw invalidTransition('This message went to staff: repeat the action that caused it.')
      const caller = await callerFor(deps.db, { businessId, mode }, authorOf(deps, request))
      const message = await resendMessage(deps, caller, request.params.id)
      return presentOpsMessage([caller.business], { businessId, mode, message })
    },
  })

  opsRoute(app, 'POST', '/ops/v1/messages/:id/dismiss', WAREHOUSE, {
    id: 'dismissAnyMessage',
    summary: 'Dismiss a message',
    description: 'Takes a failed or unknown message off the list of those that need a person.',
    params: MessageParams,
    body: DismissBody,
    answers: { 200: goodAnswer('The message', OpsMessageAnswer, OPS_MESSAGE_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const dismissed = await dismissMessage(deps, authorOf(deps, request), request.params.id, request.body.reason)
      return presentOpsMessage(await businesses.list(deps.db), dismissed)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/businesses/:id/message_settings', STAFF, {
    id: 'getMessageSettings',
    summary: 'Retrieve the message settings of a business',
    description: 'Nothing is sent until an admin sets them.',
    params: BusinessParams,
    answers: { 200: goodAnswer('The settings', SettingsAnswer, SETTINGS_EXAMPLE) },
    handler: async ({ params }) => presentSettings((await loadBusiness(deps.db, params.id)).messages),
  })

  opsRoute(app, 'PUT', '/ops/v1/businesses/:id/message_settings', ADMINS, {
    id: 'setMessageSettings',
    summary: 'Set the message settings of a business',
    description: 'Replaces all of them. They apply to what happens from now on.',
    params: BusinessParams,
    body: SettingsBody,
    answers: { 200: goodAnswer('The settings', SettingsAnswer, SETTINGS_EXAMPLE) },
    handler: async (request) => {
      const settings = readMessageSettings(request.body)
      return presentSettings((await setMessageSettings(deps, authorOf(deps, request), request.params.id, settings)).messages)
    },
  })
}
