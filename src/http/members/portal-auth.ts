// Authentication and authorisation of /portal/v1. Registering a route throws if the route is missing from the table of roles.

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { PortalRole } from '../../domain/members/roles.ts'
import { accessTo } from '../../domain/members/roles.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import type { Query } from '../../platform/engine/db.ts'
import { createFailedAuthLimiter, networkOf } from '../../platform/http/admission/rate-limit.ts'
import type { Operation, SchemasOf } from '../../platform/http/operation.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as members from '../../store/members/members.ts'
import { beginRequest, onlyReads, requireCsrfHeader } from '../requests/ongoing-request.ts'
import { businessOf, recordSessionUse, requireAccess, requirePerson, requireRole } from './portal-session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The business named in the request, on routes that concern one business. */
    portalBusiness: { businessId: string; role: PortalRole } | null
  }
}

/** The size limit of bodies. It is low, because some routes read a body without authentication. */
const BODY_LIMIT_BYTES = 64 * 1024

type PortalOperation = Pick<Operation, 'params' | 'query' | 'body' | 'answers'>

/** The options of a route under /portal/v1. Such routes serve only the portal, so no API document lists them. */
export const portalOperation = <O extends PortalOperation>({ params, query, body, answers }: O) => {
  const schema = {
    hide: true,
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: answers,
  }
  const config = { unknownFields: 'refused' as const }
  return {
    bodyLimit: BODY_LIMIT_BYTES,
    config,
    schema: schema as FastifySchema & SchemasOf<O['params'], O['query'], O['body'], O['answers']>,
  }
}

const noBusinessLeft = (): Rejection => new Rejection('FORBIDDEN', 'You no longer belong to a business here.')

/** The signed-in person as the author of a change. */
export const personAuthor = (deps: Deps, request: FastifyRequest): Author => ({
  actor: request.person!.id,
  requestId: request.id,
  at: deps.clock(),
  request: request.ongoing,
})

export const admitPeople = (app: FastifyInstance, deps: Deps): void => {
  const failedAuth = createFailedAuthLimiter()
  const seen = recordSessionUse(app, deps)
  app.decorateRequest('person', null)
  app.decorateRequest('portalBusiness', null)
  app.decorateRequest('ongoing')
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat())
      if (each !== 'OPTIONS' && accessTo(each, url) === null) throw new Error(`${each} ${url} is not in the table of roles`)
  })
  const admit = async (db: Query, request: FastifyRequest): Promise<void> => {
    const person = await requirePerson(db, request, deps.clock())
    request.person = person
    const { session } = person
    const access = accessTo(request.method, request.pattern)
    if (access === 'person' || access === 'member') {
      if (session.staffId !== null) requireAccess('viewer', request)
      else if (access === 'member' && !(await members.hasBusiness(db, person.id))) throw noBusinessLeft()
      return
    }
    const businessId = businessOf(request)
    const role = await requireRole(db, person, businessId)
    request.portalBusiness = { businessId, role }
    requireAccess(role, request)
  }
  const isOpen = ({ method, pattern }: FastifyRequest): boolean => accessTo(method, pattern) === 'open'
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    beginRequest(request)
    if (isOpen(request)) return
    try {
      await admit(deps.db, request)
    } catch (error) {
      if (error instanceof Rejection && error.code === 'UNAUTHORIZED') failedAuth.count(networkOf(request.ip), deps.monotonic(), reply)
      throw error
    }
    requireCsrfHeader(request)
    seen(request.person!)
  })
  app.decorateRequest('requireAuthority', function (this: FastifyRequest) {
    return admit(deps.db, this)
  })
  // Access is checked again after the body was received, and in every transaction of the request.
  app.addHook('preValidation', async (request: FastifyRequest, reply: FastifyReply) => {
    if (onlyReads(request) || isOpen(request)) return
    request.ongoing!.checkAuthority = async (tx) => {
      if (!reply.sent) await admit(tx, request)
    }
    await admit(deps.db, request)
  })
}
