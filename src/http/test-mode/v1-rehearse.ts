// Simulates overload and rate limits in test mode: refuses a request whose client_reference asks for a refusal.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseByRehearsal, rehearsalOf } from '../../domain/quotes/rehearsal.ts'
import { createBoundedMap } from '../../domain/values/bounded-map.ts'

/** How many Idempotency-Keys of refused requests are remembered. A request whose key is no longer remembered may be refused again. */
const KEYS_MAX = 10_000

type MayHold = { client_reference?: unknown } | null | undefined

/** Returns the client_reference from the request body, or from the filters of a list. */
const referenceIn = ({ body, query }: FastifyRequest): string | null => {
  const { parcel, parcel_customer: customer } = (body ?? {}) as { parcel?: MayHold; parcel_customer?: MayHold }
  const reference = parcel?.client_reference ?? customer?.client_reference ?? (query as MayHold)?.client_reference
  return typeof reference === 'string' ? reference : null
}

/**
 * Refuses requests whose client_reference asks for a refusal. If a request has an Idempotency-Key, only its first attempt is refused. A
 * retry with the same key then succeeds.
 */
export const rehearseRefusals = (app: FastifyInstance): void => {
  const refused = createBoundedMap<true>(KEYS_MAX)
  const refuse = (request: FastifyRequest): void => {
    const { caller, headers } = request
    const key = headers['idempotency-key'] === undefined ? null : `${caller.businessId} ${headers['idempotency-key']}`
    if (key !== null && refused.get(key)) return
    const rehearsal = rehearsalOf(caller.mode, referenceIn(request))
    if (rehearsal === null) return
    if (key !== null) refused.set(key, true)
    refuseByRehearsal(rehearsal)
  }
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.caller.mode === 'test') refuse(request)
    done()
  })
}
