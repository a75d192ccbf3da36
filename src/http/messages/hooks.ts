// /hooks/{provider}: receives status reports from message providers, and replies from recipients. A reply may ask to stop messages.

import type { FastifyInstance } from 'fastify'
import { isStop } from '../../domain/messages/stop-word.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { recordStop } from '../../flows/messages/consent.ts'
import { settleReport } from '../../flows/messages/settle-report.ts'
import type { Channel, InboundText, StatusReport } from '../../messages/channel.ts'
import { keepRawBodies, rawBodyOf } from '../../platform/http/body.ts'

const ROUTE = { schema: { hide: true } as object }

export const messageHookRoutes = (app: FastifyInstance, deps: Deps): void => {
  keepRawBodies(app)
  for (const channel of Object.values(deps.channels)) {
    const { name, readCallback, answerCheck } = channel
    if (readCallback)
      app.post(`/hooks/${name}`, ROUTE, async (request) => {
        const { baseUrl, url, headers } = request
        const callback = readCallback({ url: baseUrl + url, headers, rawBody: rawBodyOf(request) })
        if (callback === null) throw new Rejection('UNAUTHORIZED', 'The callback does not prove that the provider sent it.')
        let settled = 0
        for (const report of callback.reports) if (await settle(deps, channel, report)) settled += 1
        for (const text of callback.texts) await stopIfAsked(deps, channel, text)
        // Reports on unknown messages are accepted too, because the provider would send a refused report again.
        return { settled }
      })
    if (answerCheck)
      app.get(`/hooks/${name}`, ROUTE, async (request, reply) => {
        const answer = answerCheck(new URLSearchParams(request.url.split('?', 2)[1]))
        if (answer === null) throw new Rejection('UNAUTHORIZED', 'The check does not contain our verify token.')
        return reply.type('text/plain; charset=utf-8').send(answer)
      })
  }
}

/**
 * Applies a status report to its message. Looks the message up by the provider's id, or else by Waybill's own id if the report contains it.
 */
const settle = async (deps: Deps, { name }: Channel, report: StatusReport): Promise<boolean> =>
  (await settleReport(deps, name, report)) ||
  (report.messageId !== undefined && (await settleReport(deps, name, { ...report, providerId: report.messageId })))

const stopIfAsked = async (deps: Deps, { kind }: Channel, { from, text }: InboundText): Promise<void> => {
  if (isStop(text)) await recordStop(deps, kind, from, `answer: ${text.trim()}`)
}
