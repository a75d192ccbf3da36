// /ops/v1/audit: the audit trail of an object or a request.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidField } from '../../domain/values/errors.ts'
import type { TrailEntry } from '../../flows/audit/read-trail.ts'
import { readTrail } from '../../flows/audit/read-trail.ts'
import type { Deps } from '../../flows/deps.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import type { AuditedType } from '../../store/audit/audit.ts'
import type { TrailFilter } from '../../store/audit/audit-trail.ts'
import { hasUnseen } from '../../store/sites/seen-records.ts'
import type { OpsRegister } from '../register.ts'
import { opsRoute, STAFF } from '../staff/access.ts'
import { seesMoney } from '../staff/auth.ts'
import { presentEntry } from './ops-present.ts'
import { AUDIT_EXAMPLE, AuditEntry, AuditQuery } from './ops-schemas.ts'

const RECORDS_PER_PAGE = 25

const KEYS: readonly AuditedType[] = ['api_key', 'webhook_endpoint']
const PAPERS: readonly AuditedType[] = [
  'charge',
  'invoice',
  'credit_note',
  'payment',
  'payment_allocation',
  'refund',
  'money_request',
  'cash_count',
  'payer_tax',
  'withheld_tax',
  'certificate',
  'ledger_entry',
]

/**
 * Returns the kinds of records that a role may not see. Accountants and cashiers do not see records of API keys and webhook endpoints.
 * Warehouse staff see records of money only if the operator allows it.
 */
const hiddenFrom = async (deps: Deps, caller: FastifyRequest['staff']): Promise<ReadonlySet<AuditedType>> => {
  if (caller.role === 'accountant' || caller.role === 'cashier') return new Set(KEYS)
  return new Set((await seesMoney(deps.db, caller)) ? [] : PAPERS)
}

/** Keeps only the records of sites that the caller may see. One request may have changed records of several sites. */
const atSeenSites = async ({ db }: Deps, { seen }: FastifyRequest['staff'], entries: readonly TrailEntry[]): Promise<TrailEntry[]> => {
  if (seen === null) return [...entries]
  const isSeen = await Promise.all(entries.map(async ({ record }) => !(await hasUnseen(db, seen, [record.objectId]))))
  return entries.filter((_, index) => isSeen[index])
}

const readFilter = ({ object_id: objectId, request_id: requestId }: AuditQuery): TrailFilter => {
  if ((objectId === undefined) === (requestId === undefined)) throw invalidField('object_id', 'or request_id is required, but not both')
  return objectId === undefined ? { requestId: requestId! } : { objectId }
}

const linkTo = (asked: AuditQuery, baseUrl: string, page: number, rel: string): string => {
  const query = new URLSearchParams(Object.entries({ ...asked, page }).map(([name, value]) => [name, String(value)]))
  return `<${baseUrl}/ops/v1/audit?${query}>; rel="${rel}"`
}

const auditRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/audit', STAFF, {
    id: 'listAuditRecords',
    summary: 'Read the audit trail of an object, or of a request',
    description:
      'Every change with its author and time, newest first, 25 a page. `waybill audit verify` proves that the trail is complete.',
    query: AuditQuery,
    answers: { 200: goodAnswer('A page of records', Type.Array(AuditEntry), [AUDIT_EXAMPLE]) },
    handler: async (request, reply) => {
      const { page = 1 } = request.query
      const { entries, hasMore } = await readTrail(deps.db, readFilter(request.query), { number: page, size: RECORDS_PER_PAGE })
      const links = [
        ...(hasMore ? [linkTo(request.query, request.baseUrl, page + 1, 'next')] : []),
        ...(page > 1 ? [linkTo(request.query, request.baseUrl, page - 1, 'prev')] : []),
      ]
      if (links.length > 0) reply.header('link', links.join(', '))
      const hidden = await hiddenFrom(deps, request.staff)
      const shown = entries.filter(({ record }) => !hidden.has(record.objectType))
      return (await atSeenSites(deps, request.staff, shown)).map(presentEntry)
    },
  })
}

export const register: OpsRegister = { ops: [auditRoutes] }
