// /hooks/easypost: receives the carrier's webhooks and verifies their signature.

import type { FastifyInstance } from 'fastify'
import { parseEasyPostEvent, verifyEasyPostSignature } from '../../carriers/easypost/webhook.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { trackCarrier } from '../../flows/booking/track-carrier.ts'
import type { Deps } from '../../flows/deps.ts'
import { keepRawBodies, rawBodyOf } from '../../platform/http/body.ts'

const SIGNATURE_HEADER = 'x-hmac-signature'

export const hookRoutes = (app: FastifyInstance, deps: Deps, easyPostSecret: string): void => {
  keepRawBodies(app)

  app.post('/hooks/easypost', { schema: { hide: true } as object }, async (request) => {
    const body = rawBodyOf(request)
    const signature = request.headers[SIGNATURE_HEADER]
    if (typeof signature !== 'string' || !verifyEasyPostSignature(body, signature, easyPostSecret)) {
      throw new Rejection('UNAUTHORIZED', 'The signature does not match the body.')
    }
    const event = parseEasyPostEvent(body)
    // Events that Waybill does not use get a success response. The carrier would resend an event that gets an error.
    const outcome = event ? await trackCarrier(deps, 'easypost', event.eventId, event.tracking) : 'nothing'
    return { outcome }
  })
}
