// Authenticates requests to /v1 by the API key in the X-Api-Key header, or else by a portal session.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '../../domain/values/errors.ts'
import { keyHash } from '../../flows/businesses/api-keys.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { createFailedAuthLimiter, createLimiter, networkOf } from '../../platform/http/admission/rate-limit.ts'
import { createTurnNumber, oncePerTick } from '../../platform/http/cache/once-per-tick.ts'
import * as apiKeys from '../../store/businesses/api-keys.ts'
import type { KeyHolder } from '../../store/businesses/businesses.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { createSessionGate, hasPortalSession } from '../members/portal-session.ts'
import { beginRequest, onlyReads } from '../requests/ongoing-request.ts'
import { createKeyCache } from './key-holders.ts'
import { checkScope } from './key-scope.ts'
import { recordLastUse } from './last-used.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    /** The turn of the event loop in which the API key was checked, as a number. */
    admittedInTurn: number
    /** Checks the caller again during a long response. Throws if access was lost. */
    requireAuthority(): Promise<void>
  }
}

const KEY_MAX_CHARACTERS = 256

const keyIn = ({ headers }: FastifyRequest): string | null => {
  const key = headers['x-api-key']
  return typeof key === 'string' && key !== '' && key.length <= KEY_MAX_CHARACTERS ? key : null
}

const callerFrom = ({ business, mode, clockOffsetMs, keyId }: KeyHolder, { id, ongoing }: FastifyRequest, at: number): Caller => ({
  businessId: business.id,
  mode,
  business,
  clockOffsetMs,
  actor: keyId,
  requestId: id,
  at,
  request: ongoing,
})

const unauthorized = (): Rejection => new Rejection('UNAUTHORIZED', 'Send a valid API key in the X-Api-Key header.')

/**
 * Authenticates requests by API key, or else by a session in the portal. Missing, unknown, revoked and replaced keys all get the same error
 * response.
 */
export const authenticate = (app: FastifyInstance, deps: Deps, ratePerMinute: number): void => {
  const refusal = `More than ${ratePerMinute} requests in a minute with this key.`
  const ofKeys = createLimiter({ policy: 'key', limit: ratePerMinute, refusal })
  const failedAuth = createFailedAuthLimiter()
  const used = recordLastUse(app, deps, apiKeys.markUsed)
  // Also called for requests with a portal session: only this call tells the response caches about writes by other processes.
  const writtenElsewhere = oncePerTick(() => deps.db.writtenElsewhere())
  const keys = createKeyCache(
    (key, now) => businesses.findKeyHolder(deps.db, keyHash(key), now),
    () => deps.db.writtenElsewhere(),
    writtenElsewhere,
  )
  app.addHook('onClose', async () => keys.close())
  const turnNow = createTurnNumber()
  const sessions = createSessionGate(app, deps, ratePerMinute)
  app.decorateRequest('caller')
  app.decorateRequest('admittedInTurn', -1)
  app.decorateRequest('ongoing')
  const admit = (request: FastifyRequest, reply: FastifyReply, holder: KeyHolder | null): void => {
    const now = deps.clock()
    if (!holder) {
      failedAuth.count(networkOf(request.ip), deps.monotonic(), reply)
      throw unauthorized()
    }
    ofKeys.count(holder.keyId, deps.monotonic(), reply)
    request.caller = callerFrom(holder, request, now)
    if (request.ongoing) request.admittedInTurn = turnNow()
    checkScope(holder.keyScope, request.method, request.pattern)
  }
  const admitSession = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      await sessions.admitFirst(request, reply)
    } catch (error) {
      if (error instanceof Rejection && error.code === 'UNAUTHORIZED') failedAuth.count(networkOf(request.ip), deps.monotonic(), reply)
      throw error
    }
  }
  app.addHook('onRequest', (request, reply, done) => {
    beginRequest(request)
    const key = keyIn(request)
    if (key === null && hasPortalSession(request)) {
      writtenElsewhere()
      return admitSession(request, reply)
    }
    const holder = key === null ? null : keys.holderOf(key, deps.clock())
    if (holder instanceof Promise) return holder.then((found) => admit(request, reply, found))
    admit(request, reply, holder)
    done()
  })
  const admitAgain = (request: FastifyRequest, holder: KeyHolder | null): void => {
    if (!holder) throw unauthorized()
    request.caller = callerFrom(holder, request, deps.clock())
    checkScope(holder.keyScope, request.method, request.pattern)
  }
  app.decorateRequest('requireAuthority', async function (this: FastifyRequest) {
    if (this.person === null) admitAgain(this, await keys.holderNow(keyIn(this)!, deps.clock()))
    else await sessions.admitAgain(this)
  })
  // The key may have been revoked while the body was received, so the key is checked again. A body that arrived together with the headers
  // needs no second check.
  app.addHook('preValidation', (request, _reply, done) => {
    if (onlyReads(request) || request.admittedInTurn === turnNow()) return done()
    if (request.person !== null) return sessions.admitAgain(request)
    const holder = keys.holderNow(keyIn(request)!, deps.clock())
    if (holder instanceof Promise) return holder.then((found) => admitAgain(request, found))
    admitAgain(request, holder)
    done()
  })
  app.addHook('onResponse', ({ caller, person }, _reply, done) => {
    if (caller && person === null) used(caller.actor)
    done()
  })
}

/** On routes that exist only in test mode, rejects callers in live mode with 404. */
export const requireTestMode = async (request: FastifyRequest): Promise<void> => {
  if (request.caller.mode !== 'test') throw new Rejection('NOT_FOUND', 'No such route.')
}
