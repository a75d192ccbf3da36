// /hooks/paystack: receives the payment provider's webhooks, verifies their signatures and stores payment notices.

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isFollowed, isReturn } from '../../domain/billing/payment-notice.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { receiveNotice } from '../../flows/billing/provider/payment-notices.ts'
import type { Deps } from '../../flows/deps.ts'
import { parsePaystackEvent, SIGNATURE_HEADER } from '../../payments/paystack/webhook.ts'
import { keepRawBodies, rawBodyOf } from '../../platform/http/body.ts'

export const paymentHookRoutes = (app: FastifyInstance, deps: Deps): void => {
  keepRawBodies(app)

  app.post('/hooks/paystack', { schema: { hide: true } as object }, async (request) => {
    const body = rawBodyOf(request)
    const signature = request.headers[SIGNATURE_HEADER]
    // Each mode has its own key, so the signature determines the mode.
    const mode = (['live', 'test'] as const).find(
      (each: Mode) => typeof signature === 'string' && deps.paymentProviders[each]?.isSigned(body, signature),
    )
    if (mode === undefined) throw new Rejection('UNAUTHORIZED', 'The signature does not match the body.')
    const told = parsePaystackEvent(body)
    // Events that Waybill does not use get a success response. The provider would resend an event that gets an error.
    if (!told || !isFollowed(told.event)) return { outcome: 'nothing' }
    const { event, reference } = told
    if (reference === null) {
      // A notice without a reference cannot be looked up. It is reported, because money may have moved.
      deps.report('a payment needs attention: its notice has no reference that can be stored', { notice: null, mode, event })
      return { outcome: 'nothing' }
    }
    const bodyDigest = isReturn(event) ? createHash('sha256').update(body).digest('hex') : ''
    return { outcome: await receiveNotice(deps, { event, reference, mode, provider: 'paystack', bodyDigest }) }
  })
}
