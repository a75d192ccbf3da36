// Finds the person signed in to the portal, and checks that person's access. Used for all of /portal/v1, and for requests to /v1 without an API key.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PORTAL_ABSOLUTE_MS } from '../../domain/members/member.ts'
import type { PortalRole } from '../../domain/members/roles.ts'
import { mayCall } from '../../domain/members/roles.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { keyHash } from '../../flows/businesses/api-keys.ts'
import type { Deps } from '../../flows/deps.ts'
import { callerFor } from '../../flows/deps.ts'
import type { Query } from '../../platform/engine/db.ts'
import { createLimiter } from '../../platform/http/admission/rate-limit.ts'
import { createSessionCookie } from '../../platform/http/session-cookie.ts'
import * as members from '../../store/members/members.ts'
import type { SessionHolder } from '../../store/members/sessions.ts'
import * as sessions from '../../store/members/sessions.ts'
import { recordLastUse } from '../businesses/last-used.ts'
import { onlyReads, requireCsrfHeader } from '../requests/ongoing-request.ts'

export const PORTAL_COOKIE = createSessionCookie('__Host-waybill-portal', PORTAL_ABSOLUTE_MS)

const BUSINESS_HEADER = 'x-waybill-business'
const MODE_HEADER = 'x-waybill-mode'
const SEEN_EVERY_MS = 60_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The person signed in to the portal. Null for a request without a portal session. */
    person: SessionHolder | null
  }
}

export const hasPortalSession = ({ headers }: FastifyRequest): boolean =>
  headers['x-api-key'] === undefined && PORTAL_COOKIE.read(headers.cookie) !== null

const findPerson = async (db: Query, { headers }: FastifyRequest, now: number): Promise<SessionHolder | null> => {
  const secret = PORTAL_COOKIE.read(headers.cookie)
  return secret === null ? null : sessions.findHolder(db, keyHash(secret), now)
}

export const requirePerson = async (db: Query, request: FastifyRequest, now: number): Promise<SessionHolder> => {
  const person = await findPerson(db, request, now)
  if (!person) throw new Rejection('UNAUTHORIZED', 'Sign in: the session has ended.')
  return person
}

/**
 * The business named in the request header. The session does not determine the business, because one person may use two windows for two
 * businesses.
 */
export const businessOf = ({ headers }: FastifyRequest): string => {
  const id = headers[BUSINESS_HEADER]
  if (typeof id !== 'string' || !isId('biz', id)) throw noBusiness()
  return id
}

export const modeOf = ({ headers }: FastifyRequest): Mode => {
  const mode = headers[MODE_HEADER]
  if (mode !== 'test' && mode !== 'live') throw invalidField('X-Waybill-Mode', 'must be test or live')
  return mode
}

const noBusiness = (): Rejection => new Rejection('NOT_FOUND', 'No such business.')

/** Throws the same error if the business does not exist, if its portal is off, or if the person does not belong to it. */
export const requireRole = async (db: Query, { session, id }: SessionHolder, businessId: string): Promise<PortalRole> => {
  const role =
    session.staffId === null
      ? await members.roleOf(db, id, businessId)
      : session.businessId === businessId && (await members.hasPortal(db, businessId))
        ? 'viewer'
        : null
  if (role === null) throw noBusiness()
  return role
}

export const requireAccess = (role: PortalRole, { method, pattern }: Pick<FastifyRequest, 'method' | 'pattern'>): void => {
  if (mayCall(role, method, pattern)) return
  throw new Rejection(
    'FORBIDDEN',
    role === 'viewer'
      ? 'You see the portal as the business does, and cannot change anything.'
      : `Your role, ${role}, does not include this.`,
  )
}

/**
 * Returns a function that records the use of a session in the background. A request that only reads therefore works even if the store
 * cannot write.
 */
export const recordSessionUse = (app: FastifyInstance, deps: Deps): ((person: SessionHolder) => void) => {
  const seen = recordLastUse(app, deps, sessions.markSeen)
  return ({ session }) => {
    if (session.staffId === null && deps.clock() - session.seenAt >= SEEN_EVERY_MS) seen(session.id)
  }
}

/**
 * Admits portal sessions to /v1. `admitFirst` runs when a request arrives. `admitAgain` repeats the check later in the request, so that a
 * person who is removed during the request loses access at once.
 */
export const createSessionGate = (app: FastifyInstance, deps: Deps, ratePerMinute: number) => {
  const refusal = `More than ${ratePerMinute} requests in a minute; wait a moment.`
  const ofSessions = createLimiter({ policy: 'session', limit: ratePerMinute, refusal })
  const seen = recordSessionUse(app, deps)
  app.decorateRequest('person', null)

  const admitAgain = async (db: Query, request: FastifyRequest): Promise<SessionHolder> => {
    const now = deps.clock()
    const person = await requirePerson(db, request, now)
    const [businessId, mode] = [businessOf(request), modeOf(request)]
    requireAccess(await requireRole(db, person, businessId), request)
    const author = { actor: person.id, requestId: request.id, at: now, request: request.ongoing }
    request.caller = await callerFor(db, { businessId, mode }, author)
    request.person = person
    return person
  }

  const admitFirst = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const person = await admitAgain(deps.db, request)
    ofSessions.count(person.session.id, deps.monotonic(), reply)
    requireCsrfHeader(request)
    seen(person)
    // Access is not checked once the response is sent: background work may continue even if the person has lost access.
    if (!onlyReads(request))
      request.ongoing!.checkAuthority = async (tx) => {
        if (!reply.sent) await admitAgain(tx, request)
      }
  }
  return { admitFirst, admitAgain: (request: FastifyRequest) => admitAgain(deps.db, request) }
}
