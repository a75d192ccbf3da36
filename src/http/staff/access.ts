// Access rights of /ops/v1, and the session cookie. The server does not start if a route does not declare who may call it.

import type { FastifySchema } from 'fastify'
import type { Role } from '../../domain/staff/staff.ts'
import { ROLES, SESSION_ABSOLUTE_MS } from '../../domain/staff/staff.ts'
import type { ErrorCode } from '../../domain/values/errors.ts'
import type { Operation } from '../../platform/http/operation.ts'
import { operation, routesBy } from '../../platform/http/operation.ts'
import { createSessionCookie } from '../../platform/http/session-cookie.ts'

/**
 * `token`: whether access tokens are accepted. Routes for accounts and credentials accept only a session. `isMoney`: warehouse staff may
 * call the route only if the operator lets them see money.
 */
export type Access = { roles: readonly Role[]; token: boolean; isMoney?: true } | 'anyone'

export const ANYONE: Access = 'anyone'
export const STAFF: Access = { roles: ROLES, token: true }
export const ADMINS: Access = { roles: ['admin'], token: true }
/** Access to keys, webhooks and the request log. Accountants and cashiers do not have this access. */
export const TECHNICAL: Access = { roles: ['admin', 'warehouse', 'support'], token: true }
/** Access to invoices, payments and what is owed. */
export const MONEY: Access = { roles: ROLES, token: true, isMoney: true }
/** Access to the journal, to revenue, and to the debts of all payers. */
export const BOOKS: Access = { roles: ['admin', 'accountant', 'warehouse', 'support'], token: true, isMoney: true }
/** Access to the till and to the work of cashiers, such as recording payments. */
export const TILL: Access = { roles: ['admin', 'accountant', 'cashier', 'warehouse'], token: true, isMoney: true }
/** Access to accounting work, such as invoices, credit notes and refunds. */
export const ACCOUNTANTS: Access = { roles: ['admin', 'accountant'], token: true }
/** Access to parcel handling. Support may read about parcels, but not handle them. */
export const WAREHOUSE: Access = { roles: ['admin', 'warehouse'], token: true }
export const STAFF_IN_PERSON: Access = { roles: ROLES, token: false }
export const ADMINS_IN_PERSON: Access = { roles: ['admin'], token: false }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Whether the console calls the route in the background. Such a call does not extend the session. */
    isUnattended?: boolean
  }
}

/**
 * The size limit of request bodies on public routes. The limit is low, because these bodies are buffered in memory and anyone may send any
 * number of them.
 */
const OPEN_BODY_LIMIT_BYTES = 64 * 1024

const SESSION_COOKIE = '__Host-waybill'

export const STAFF_SECURITY_SCHEMES = {
  staffSession: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
  accessToken: { type: 'http', scheme: 'bearer' },
} as const

/** The errors that every public route can return. They replace the common errors of authenticated routes. */
const PUBLIC_ERRORS: readonly ErrorCode[] = ['INTERNAL', 'RATE_LIMITED', 'UNAVAILABLE']

const publicSchema = ({ errors = [] }: Operation, { security: _none, ...schema }: FastifySchema): FastifySchema => ({
  ...schema,
  errors: [...PUBLIC_ERRORS, ...errors, 'VALIDATION_FAILED'],
})

/** Adds NOT_FOUND if warehouse staff may call the route and it has a body or query. The body or query may name a record at another site. */
const namesRecords = (access: Access, { body, query }: Operation): readonly ErrorCode[] =>
  access !== 'anyone' && access.roles.includes('warehouse') && (body ?? query) !== undefined ? ['NOT_FOUND'] : []

const opsOperation = (access: Access, described: Operation) => {
  const { schema, config, ...options } = operation('Operations', {
    ...described,
    errors: ['FORBIDDEN', ...namesRecords(access, described), ...(described.errors ?? [])],
  })
  const opsSchema: FastifySchema =
    access === 'anyone'
      ? publicSchema(described, schema)
      : { ...schema, security: [{ staffSession: [] }, ...(access.token ? [{ accessToken: [] }] : [])] }
  const limit = access === 'anyone' ? { bodyLimit: OPEN_BODY_LIMIT_BYTES } : {}
  return { ...options, ...limit, config: { ...config, access }, schema: opsSchema }
}

/** Adds a route of the operator's API. */
export const opsRoute = routesBy(opsOperation)

export const STAFF_COOKIE = createSessionCookie(SESSION_COOKIE, SESSION_ABSOLUTE_MS)
