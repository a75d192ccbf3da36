// /ops/v1/message_channels and /ops/v1/message_counts: channels and test messages, and the number and cost of messages in a month.

import type { FastifyInstance } from 'fastify'
import { CHANNELS } from '../../domain/messages/purpose.ts'
import type { Deps } from '../../flows/deps.ts'
import { countMonth } from '../../flows/messages/count-messages.ts'
import { sendTestMessage } from '../../flows/messages/send-test-message.ts'
import { createLimiter } from '../../platform/http/admission/rate-limit.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import { ADMINS, opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { businessIn } from '../values/ops-list-filters.ts'
import {
  ChannelParams,
  ChannelsAnswer,
  COUNTS_EXAMPLE,
  CountsAnswer,
  CountsQuery,
  TEST_EXAMPLE,
  TestAnswer,
  TestBody,
} from './ops-channel-schemas.ts'

/** How many test messages one person may send per minute. Each message costs money. */
const TESTS_PER_MINUTE = 5

export const opsChannelRoutes = (app: FastifyInstance, deps: Deps): void => {
  const refusal = `More than ${TESTS_PER_MINUTE} test messages in a minute.`
  const tests = createLimiter({ policy: 'test-messages', limit: TESTS_PER_MINUTE, refusal })

  opsRoute(app, 'GET', '/ops/v1/message_channels', STAFF, {
    id: 'listMessageChannels',
    summary: 'List the channels of messages',
    description: 'With the provider of each that is set up.',
    answers: { 200: goodAnswer('The channels', ChannelsAnswer, [{ channel: 'sms' as const, provider: 'termii' }]) },
    handler: async () => CHANNELS.map((channel) => ({ channel, provider: deps.channels[channel]?.name ?? null })),
  })

  opsRoute(app, 'POST', '/ops/v1/message_channels/:channel/test', ADMINS, {
    id: 'sendTestMessage',
    summary: 'Send a test message',
    description:
      'Sends the text in use about a received parcel, with sample values, and answers with the provider’s answer as it is. The provider bills it. Five a minute.',
    params: ChannelParams,
    body: TestBody,
    answers: { 200: goodAnswer('The provider’s answer', TestAnswer, TEST_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'RATE_LIMITED'],
    handler: async (request, reply) => {
      const { params, body, baseUrl } = request
      const { actor } = authorOf(deps, request)
      tests.count(actor, deps.monotonic(), reply)
      const { to, language, mode = 'live' } = body
      const { provider, outcome, ...rest } = await sendTestMessage(deps, { channel: params.channel, to, language, mode }, baseUrl)
      deps.report('test message', { channel: params.channel, provider, outcome: outcome.kind, by: actor, request_id: request.id })
      const { providerId, cost } = outcome.kind === 'sent' ? outcome : { providerId: null, cost: null }
      return {
        provider,
        ...rest,
        outcome: outcome.kind,
        reason: outcome.kind === 'sent' ? null : outcome.reason,
        provider_id: providerId,
        cost: cost?.amount ?? null,
        cost_currency: cost?.currency ?? null,
      }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/message_counts', STAFF, {
    id: 'countMessages',
    summary: 'Count the messages of a month',
    description: 'Per business, channel, purpose and status, with the costs that providers reported.',
    query: CountsQuery,
    answers: { 200: goodAnswer('The counts', CountsAnswer, COUNTS_EXAMPLE) },
    handler: async ({ query }) => {
      const filter = { mode: query.mode ?? ('live' as const), ...omitNulls({ month: query.month }), ...(await businessIn(deps, query)) }
      const { month, counts } = await countMonth(deps, filter)
      return {
        month,
        counts: counts.map(({ businessId, channel, purpose, state, count, untold, costs }) => ({
          business_id: businessId,
          channel,
          purpose,
          status: state,
          count,
          without_cost: untold,
          costs: [...costs],
        })),
      }
    },
  })
}
