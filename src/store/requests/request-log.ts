// The request log. Entries are written in batches and listed newest first.

import { Rejection } from '../../domain/values/errors.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Db, Query, Value } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import { containing, insert as insertRows } from '../../platform/engine/rows.ts'
import { IN_SCOPE } from '../../platform/engine/scope.ts'

type LogMode = Mode | 'ops'

export type LoggedRequest = {
  id: string
  /** Null for a request by staff that concerns no business. */
  businessId: string | null
  mode: LogMode
  requestId: string
  /** The client that sent the request, for example an API key or a member of staff. */
  actor: string
  method: string
  route: string
  path: string
  status: number
  errorCode: string | null
  ignoredFields: string | null
  durationUs: number
  requestBody: string | null
  responseBody: string | null
  createdAt: number
}

const { fromRow: plainFrom, toRow: plainRow } = columnsOf<LoggedRequest>()(
  'id, business_id, mode, request_id, actor, method, route, path, status, error_code, ignored_fields, duration_us, request_body, response_body, created_at',
)
type LogRow = ReturnType<typeof plainRow> & { business_id: string }

const NO_BUSINESS = ''

const toRow = (logged: LoggedRequest): LogRow => ({ ...plainRow(logged), business_id: logged.businessId ?? NO_BUSINESS })
const fromRow = (row: LogRow): LoggedRequest => ({
  ...plainFrom(row),
  businessId: row.business_id === NO_BUSINESS ? null : row.business_id,
})

export const insert = (db: Db, logged: readonly LoggedRequest[]): Promise<void> =>
  db.transaction(SYSTEM, (tx) => insertRows(tx, 'request_log', logged.map(toRow)), { isInNoAnswer: true })

const SELECT = 'select * from request_log'
const FAILED_FROM = 400
/** The format of request ids, both generated ids and ids chosen by clients. */
const REQUEST_ID = /^[\w.:-]{1,128}$/

export type LogFilter = {
  businessId?: string
  mode?: LogMode
  /** The lowest and highest status, inclusive. */
  statuses?: readonly [number, number]
  method?: string
  pathContains?: string
  requestId?: string
  since?: number
  until?: number
}

const conditionsOf = (filter: LogFilter, params: Value[]): string[] => {
  const where: string[] = []
  const add = (column: string, operator: string, value: Value | undefined): void => {
    if (value !== undefined) where.push(`${column} ${operator} $${params.push(value)}`)
  }
  add('business_id', '=', filter.businessId)
  add('mode', '=', filter.mode)
  add('status', '>=', filter.statuses?.[0])
  add('status', '<=', filter.statuses?.[1])
  add('method', '=', filter.method)
  add('request_id', '=', filter.requestId)
  add('created_at', '>=', filter.since)
  add('created_at', '<=', filter.until)
  if (filter.pathContains !== undefined) where.push(`lower(path) like $${params.push(containing(filter.pathContains))} escape '\\'`)
  // Repeats the condition of the partial index on failed requests. Otherwise the index would not be used.
  if (filter.statuses && filter.statuses[0] >= FAILED_FROM) where.push(`status >= ${FAILED_FROM}`)
  return where
}

export const list = (db: Query, filter: LogFilter, page: PageRequest): Promise<Page<LoggedRequest>> => {
  const params: Value[] = []
  const where = conditionsOf(filter, params).join(' and ') || '1 = 1'
  return listPage(db, SELECT, where, params, page, fromRow)
}

/**
 * How many requests are listed at most for one request id. Clients may choose request ids, so requests of several businesses may have the
 * same id.
 */
export const MATCHES_MAX = 100

/** The newest requests with this id. */
export const withId = async (db: Query, requestId: string): Promise<LoggedRequest[]> =>
  (await list(db, { requestId }, { page: 1, perPage: MATCHES_MAX, cursor: null })).items

/**
 * Loads a request by request id. Several requests may have the same request id. `logId` selects one log entry. If `logId` is null, the
 * newest request is returned. Without `scope`, all businesses are searched.
 */
export const load = async (db: Query, requestId: string, logId: string | null, scope?: Scope): Promise<LoggedRequest> => {
  const params: Value[] = [requestId]
  const one = logId === null ? '' : `and id = $${params.push(logId)}`
  const own = scope === undefined ? '' : `and business_id = $${params.push(scope.businessId)} and mode = $${params.push(scope.mode)}`
  const sql = `${SELECT} where request_id = $1 ${one} ${own} order by created_at desc, id desc limit 1`
  const [row] = REQUEST_ID.test(requestId) ? await db.query<LogRow>(sql, params) : []
  if (!row) throw new Rejection('NOT_FOUND', 'No such request in the log: it may be too old, or not written yet.')
  return fromRow(row)
}

/** How many rows one transaction deletes at most. Short transactions keep the waiting time of other writers short. */
const PRUNE_ROWS_AT_ONCE = 5_000

const deleteAll = async (db: Db, where: string, params: readonly Value[]): Promise<void> => {
  const key = 'business_id, mode, created_at, id'
  const sql = `delete from request_log where (${key}) in (select ${key} from request_log where ${where} limit ${PRUNE_ROWS_AT_ONCE})`
  while ((await db.execute(sql, params)) === PRUNE_ROWS_AT_ONCE);
}

/** Deletes entries that were created at `olderThan` or earlier. Then keeps only the newest `rowsMax` entries of each business and mode. */
export const prune = async (db: Db, olderThan: number, rowsMax: number): Promise<void> => {
  await deleteAll(db, 'created_at <= $1', [olderThan])
  const full = await db.query<{ business_id: string; mode: LogMode }>(
    'select business_id, mode from request_log group by business_id, mode having count(*) > $1',
    [rowsMax],
  )
  for (const { business_id: businessId, mode } of full) {
    const [first] = await db.query<{ created_at: number; id: string }>(
      `select created_at, id from request_log where ${IN_SCOPE} order by created_at desc, id desc limit 1 offset $3`,
      [businessId, mode, rowsMax],
    )
    if (first) await deleteAll(db, `${IN_SCOPE} and (created_at, id) <= ($3, $4)`, [businessId, mode, first.created_at, first.id])
  }
}
