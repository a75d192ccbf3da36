// Authentication and authorisation of /ops/v1: by session cookie, or by access token for scripts.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Role, Session, Staff } from '../../domain/staff/staff.ts'
import { lesserRole } from '../../domain/staff/staff.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { keyHash } from '../../flows/businesses/api-keys.ts'
import type { Deps } from '../../flows/deps.ts'
import type { Query } from '../../platform/engine/db.ts'
import { createFailedAuthLimiter, networkOf } from '../../platform/http/admission/rate-limit.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as moneyRules from '../../store/operator/money-rules.ts'
import { hasUnseen, tokensIn } from '../../store/sites/seen-records.ts'
import type { SeenSites } from '../../store/sites/seen-sites.ts'
import { seenSitesOf } from '../../store/sites/seen-sites.ts'
import * as accessTokens from '../../store/staff/access-tokens.ts'
import * as sessions from '../../store/staff/sessions.ts'
import { recordLastUse } from '../businesses/last-used.ts'
import { beginRequest, onlyReads, requireCsrfHeader } from '../requests/ongoing-request.ts'
import type { Access } from './access.ts'
import { STAFF_COOKIE } from './access.ts'

/** `role`: the role that applies to this request. An access token may have fewer rights than its owner. */
type Identified = { staff: Staff; role: Role; session: Session | null; tokenId: string | null }

/** `seen`: the sites whose records the caller may see. Null means all sites. */
type StaffCaller = Identified & { seen: SeenSites }

export const authorOf = (deps: Deps, request: FastifyRequest): Author => ({
  actor: request.staff.staff.id,
  requestId: request.id,
  at: deps.clock(),
  request: request.ongoing,
  seen: request.staff.seen,
})

declare module 'fastify' {
  interface FastifyRequest {
    staff: StaffCaller
  }
}

/**
 * This header holds the id of the member of staff who made the request. If the session belongs to somebody else, the request is refused.
 */
const STAFF_HEADER = 'x-waybill-staff'
const SECRET_MAX_CHARACTERS = 256
const SEEN_EVERY_MS = 60_000

const byToken = async (db: Query, header: string, now: number): Promise<Identified | null> => {
  const [, secret] = /^Bearer +(\S+)$/i.exec(header) ?? []
  if (!secret || secret.length > SECRET_MAX_CHARACTERS) return null
  const holder = await accessTokens.findHolder(db, keyHash(secret), now)
  if (!holder) return null
  const { staff, tokenId, tokenRole } = holder
  const role = lesserRole(tokenRole, staff.role)
  return role && { staff, role, session: null, tokenId }
}

const bySession = async (db: Query, secret: string, staffId: unknown, now: number): Promise<Identified | null> => {
  const holder = await sessions.findHolder(db, keyHash(secret), now)
  // Refuses a request that a browser stored for one person and sends after another person has signed in.
  if (staffId !== undefined && staffId !== holder?.staff.id) return null
  return holder && { ...holder, role: holder.staff.role, tokenId: null }
}

/** Finds the caller. A bearer token takes precedence over a session. Other Authorization schemes belong to a proxy and are ignored. */
const identify = async (db: Query, { headers }: FastifyRequest, now: number): Promise<Identified | null> => {
  if (/^Bearer\b/i.test(headers.authorization ?? '')) return byToken(db, headers.authorization!, now)
  const secret = STAFF_COOKIE.read(headers.cookie)
  return secret === null ? null : bySession(db, secret, headers[STAFF_HEADER], now)
}

/**
 * Warehouse staff who are assigned to sites see only these sites, even with an access token of another role. All other staff see all sites.
 */
const withSites = async (db: Query, found: Identified | null): Promise<StaffCaller | null> => {
  if (found === null) return null
  const { role, siteIds } = found.staff
  return { ...found, seen: role === 'warehouse' && siteIds !== null ? await seenSitesOf(db, siteIds) : null }
}

/** Answers 404 if the request names a record of a site that the caller does not see. */
const requireSeen = async (db: Query, { seen }: StaffCaller, { params, query, body }: FastifyRequest): Promise<void> => {
  if (seen === null) return
  const named = tokensIn(JSON.stringify([params, query, Buffer.isBuffer(body) ? null : body]))
  if (named.length > 0 && (await hasUnseen(db, seen, named))) throw new Rejection('NOT_FOUND', 'No such record at your sites.')
}

const unauthorized = (): Rejection => new Rejection('UNAUTHORIZED', 'Sign in, or send a valid access token as Authorization: Bearer.')

/**
 * Whether this caller may read invoices, payments and accounts. If the caller's account or access token has the role `warehouse`, the
 * operator's settings decide.
 */
export const seesMoney = async (db: Query, { role, staff }: Pick<StaffCaller, 'role' | 'staff'>): Promise<boolean> =>
  ![role, staff.role].includes('warehouse') || (await moneyRules.find(db)).warehouseSeesMoney

const checkAccess = async (db: Query, access: Exclude<Access, 'anyone'>, caller: StaffCaller, request: FastifyRequest): Promise<void> => {
  const { role, session } = caller
  if (session) requireCsrfHeader(request)
  if (!session && !access.token) throw new Rejection('FORBIDDEN', 'Access tokens are not accepted here: sign in.')
  if (!access.roles.includes(role) || (access.isMoney && !(await seesMoney(db, caller))))
    throw new Rejection('FORBIDDEN', `The role ${role} does not include this operation.`)
}

export const admitStaff = (app: FastifyInstance, deps: Deps): void => {
  const failedAuth = createFailedAuthLimiter()
  const used = recordLastUse(app, deps, accessTokens.markUsed)
  const seen = recordLastUse(app, deps, sessions.markSeen)
  app.decorateRequest('staff')
  app.decorateRequest('ongoing')
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.access === undefined) throw new Error(`${url} does not declare who may call it`)
  })
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    beginRequest(request)
    const { access, isUnattended } = request.routeOptions.config
    if (access === 'anyone') return
    const now = deps.clock()
    const caller = await withSites(deps.db, await identify(deps.db, request, now))
    if (!caller) {
      failedAuth.count(networkOf(request.ip), deps.monotonic(), reply)
      throw unauthorized()
    }
    const { session } = caller
    // The time of last use is saved without waiting for the write, because reads must work even if the store cannot write.
    if (session && !isUnattended && now - session.seenAt >= SEEN_EVERY_MS) seen(session.id)
    request.staff = caller
    await checkAccess(deps.db, access!, caller, request)
    await requireSeen(deps.db, caller, request)
  })
  const admitAgain = async (db: Query, request: FastifyRequest): Promise<void> => {
    const caller = await withSites(db, await identify(db, request, deps.clock()))
    if (!caller) throw unauthorized()
    request.staff = caller
    await checkAccess(db, request.routeOptions.config.access as Exclude<Access, 'anyone'>, caller, request)
    await requireSeen(db, caller, request)
  }
  app.decorateRequest('requireAuthority', function (this: FastifyRequest) {
    return admitAgain(deps.db, this)
  })
  // If a request changes data, the caller's access is checked again after the body has been received, and in each transaction.
  app.addHook('preValidation', (request, _reply, done) => {
    if (onlyReads(request) || request.routeOptions.config.access === 'anyone') return done()
    request.ongoing!.checkAuthority = (tx) => admitAgain(tx, request)
    admitAgain(deps.db, request).then(() => done(), done)
  })
  // Work that continues in the background after the response does not need the caller's access. The check is therefore removed.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.ongoing) request.ongoing.checkAuthority = null
    done()
  })
  app.addHook('onResponse', async ({ staff }) => {
    if (staff?.tokenId) used(staff.tokenId)
  })
}
