// Who is calling: the X-Api-Key header decides the business and the mode of everything under /v1.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '../domain/errors.ts'
import type { Caller, Deps } from '../flows/deps.ts'
import { keyHash } from '../flows/key-hash.ts'
import * as apiKeys from '../store/api-keys.ts'
import * as businesses from '../store/businesses.ts'
import type { KeyCache } from './key-cache.ts'
import { createKeyCache } from './key-cache.ts'
import { checkScope } from './key-scope.ts'
import { recordLastUse } from './last-used.ts'
import type { Limiter } from './rate-limit.ts'
import { createFailedAuthLimiter, limitByKey, limitFailedAuth } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

const KEY_MAX_CHARACTERS = 256

const identify = async (
  deps: Deps,
  keys: KeyCache,
  request: FastifyRequest,
): Promise<{ caller: Caller; scope: apiKeys.KeyScope } | null> => {
  const key = request.headers['x-api-key']
  if (typeof key !== 'string' || key === '' || key.length > KEY_MAX_CHARACTERS) return null
  const holder = await keys.holderOf(keyHash(key), deps.clock())
  if (!holder) return null
  const { business, mode, clockOffsetMs, keyId, keyScope } = holder
  return {
    caller: { businessId: business.id, mode, business, clockOffsetMs, actor: keyId, requestId: request.id, at: deps.clock() },
    scope: keyScope,
  }
}

/** One and the same answer for a key that is missing, unknown, revoked or replaced. */
export const authenticate = (app: FastifyInstance, deps: Deps, keyLimiter: Limiter): void => {
  const failedAuth = createFailedAuthLimiter()
  const used = recordLastUse(app, deps, apiKeys.markUsed)
  const keys = createKeyCache(
    (hash, now) => businesses.findKeyHolder(deps.db, hash, now),
    () => deps.db.writtenElsewhere(),
  )
  app.addHook('onClose', async () => keys.close())
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const known = await identify(deps, keys, request)
    if (!known) {
      limitFailedAuth(failedAuth, request.ip, deps.clock(), reply)
      throw new Rejection('UNAUTHORIZED', 'Send a valid API key in the X-Api-Key header.')
    }
    const { caller, scope } = known
    limitByKey(keyLimiter, caller.actor, deps.clock(), reply)
    request.caller = caller
    checkScope(scope, request.method, request.routeOptions.url!)
  })
  app.addHook('onResponse', async ({ caller }) => {
    if (caller) used(caller.actor)
  })
}

/** What exists only in test mode is not there at all with a live key. */
export const requireTestMode = async (request: FastifyRequest): Promise<void> => {
  if (request.caller.mode !== 'test') throw new Rejection('NOT_FOUND', 'No such route.')
}
