// Who of the staff is calling, and whether the route is theirs: by session cookie, or by access token for scripts.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '../../domain/errors.ts'
import type { Role, Session, Staff } from '../../domain/staff.ts'
import { lesserRole } from '../../domain/staff.ts'
import type { Deps } from '../../flows/deps.ts'
import { keyHash } from '../../flows/key-hash.ts'
import * as accessTokens from '../../store/access-tokens.ts'
import type { Author } from '../../store/audit.ts'
import * as sessions from '../../store/sessions.ts'
import { recordLastUse } from '../last-used.ts'
import { createFailedAuthLimiter, limitFailedAuth } from '../rate-limit.ts'
import type { Access } from './access.ts'
import { readSessionCookie } from './cookie.ts'

/** `role` is what counts: an access token may have less than its owner. */
type StaffCaller = { staff: Staff; role: Role; session: Session | null; tokenId: string | null }

/** Whoever of the staff makes a change, as records name them. */
export const authorOf = (deps: Deps, request: FastifyRequest): Author => ({
  actor: request.staff.staff.id,
  requestId: request.id,
  at: deps.clock(),
})

declare module 'fastify' {
  interface FastifyRequest {
    staff: StaffCaller
  }
}

/**
 * A page of another site cannot send this header along with our cookie: browsers ask first, and this server never agrees.
 * SameSite keeps the cookie at home besides; this holds where a browser or a neighbouring host does not.
 */
const CSRF_HEADER = 'x-waybill-csrf'
const SAFE_METHODS = ['GET', 'HEAD']
const SECRET_MAX_CHARACTERS = 256
const SEEN_EVERY_MS = 60_000

const byToken = async (deps: Deps, header: string): Promise<StaffCaller | null> => {
  const [, secret] = /^Bearer +(\S+)$/i.exec(header) ?? []
  if (!secret || secret.length > SECRET_MAX_CHARACTERS) return null
  const holder = await accessTokens.findHolder(deps.db, keyHash(secret), deps.clock())
  if (!holder) return null
  const { staff, tokenId, tokenRole } = holder
  return { staff, role: lesserRole(tokenRole, staff.role), session: null, tokenId }
}

const bySession = async (deps: Deps, secret: string): Promise<StaffCaller | null> => {
  const now = deps.clock()
  const holder = await sessions.findHolder(deps.db, keyHash(secret), now)
  if (!holder) return null
  const { staff, session } = holder
  if (now - session.seenAt >= SEEN_EVERY_MS) await deps.db.transaction((tx) => sessions.markSeen(tx, session.id, now))
  return { staff, role: staff.role, session, tokenId: null }
}

/** Whoever sends a token is known by it alone; other kinds of Authorization belong to a proxy in front. */
const identify = async (deps: Deps, { headers }: FastifyRequest): Promise<StaffCaller | null> => {
  if (/^Bearer\b/i.test(headers.authorization ?? '')) return byToken(deps, headers.authorization!)
  const secret = readSessionCookie(headers.cookie)
  return secret === null || secret.length > SECRET_MAX_CHARACTERS ? null : bySession(deps, secret)
}

const checkAccess = (access: Exclude<Access, 'anyone'>, { role, session }: StaffCaller, request: FastifyRequest): void => {
  if (session && !SAFE_METHODS.includes(request.method) && request.headers[CSRF_HEADER] === undefined)
    throw new Rejection('FORBIDDEN', 'Send the header X-Waybill-CSRF: 1 with every change made in a session.')
  if (!session && !access.token) throw new Rejection('FORBIDDEN', 'This takes a person who signed in: access tokens are not accepted here.')
  if (!access.roles.includes(role)) throw new Rejection('FORBIDDEN', `The role ${role} does not include this operation.`)
}

export const admitStaff = (app: FastifyInstance, deps: Deps): void => {
  const failedAuth = createFailedAuthLimiter()
  const used = recordLastUse(app, deps, accessTokens.markUsed)
  app.decorateRequest('staff')
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.access === undefined) throw new Error(`${url} does not declare who may call it`)
  })
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    const access = request.routeOptions.config.access!
    if (access === 'anyone') return
    const caller = await identify(deps, request)
    if (!caller) {
      limitFailedAuth(failedAuth, request.ip, deps.clock(), reply)
      throw new Rejection('UNAUTHORIZED', 'Sign in, or send a valid access token as Authorization: Bearer.')
    }
    request.staff = caller
    checkAccess(access, caller, request)
  })
  app.addHook('onResponse', async ({ staff }) => {
    if (staff?.tokenId) used(staff.tokenId)
  })
}
