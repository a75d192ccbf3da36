// Access rights of /ops/v1: every route declares which roles may call it; a route without a declaration is not served.

import type { FastifySchema } from 'fastify'
import type { Role } from '../../domain/staff/staff.ts'
import { ROLES } from '../../domain/staff/staff.ts'
import type { ErrorCode } from '../../domain/values/errors.ts'
import type { Operation, SchemasOf } from '../operation.ts'
import { operation } from '../operation.ts'

/** `token`: personal access tokens are accepted too; accounts and what opens them take a person who signed in. */
export type Access = { roles: readonly Role[]; token: boolean } | 'anyone'

export const ANYONE: Access = 'anyone'
export const STAFF: Access = { roles: ROLES, token: true }
export const ADMINS: Access = { roles: ['admin'], token: true }
/** Whoever handles parcels; support only looks. */
export const WAREHOUSE: Access = { roles: ['admin', 'warehouse'], token: true }
export const STAFF_IN_PERSON: Access = { roles: ROLES, token: false }
export const ADMINS_IN_PERSON: Access = { roles: ['admin'], token: false }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

export const SESSION_COOKIE = '__Host-waybill'

/** How staff show who they are, in the document's words. */
export const STAFF_SECURITY_SCHEMES = {
  staffSession: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
  accessToken: { type: 'http', scheme: 'bearer' },
} as const

type NullEmpties = { nullEmpties?: true | readonly string[] }
type OpsOperation = Omit<Operation, 'tag'> & NullEmpties
type RouteConfig = { access: Access } & NullEmpties

const publicSchema = (described: OpsOperation): FastifySchema => {
  const { security: _none, ...schema } = operation({ ...described, tag: 'Operations' })
  const more: ErrorCode[] = described.body ? ['VALIDATION_FAILED'] : []
  return { ...schema, errors: ['INTERNAL', 'RATE_LIMITED', 'UNAVAILABLE', ...(described.errors ?? []), ...more] }
}

const staffSchema = (described: OpsOperation, token: boolean): FastifySchema => {
  const schema = operation({ ...described, tag: 'Operations', errors: ['FORBIDDEN', ...(described.errors ?? [])] })
  return { ...schema, security: [{ staffSession: [] }, ...(token ? [{ accessToken: [] }] : [])] }
}

/** The options of a route under /ops/v1. */
export const opsOperation = <O extends OpsOperation>(access: Access, described: O) => {
  const config: RouteConfig = { access, ...(described.nullEmpties ? { nullEmpties: described.nullEmpties } : {}) }
  const schema = access === 'anyone' ? publicSchema(described) : staffSchema(described, access.token)
  return { config, schema: schema as FastifySchema & SchemasOf<O> }
}
