// Webhook endpoints of businesses.

import type { WebhookEndpoint } from '../../domain/events/webhook.ts'
import type { Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import { changedColumns, countRows, insert as insertRows, parameters, updateVersioned } from '../../platform/engine/rows.ts'
import type { ScopeColumns } from '../../platform/engine/scope.ts'
import { IN_SCOPE, scopeColumns, scopeOf, scopeValues } from '../../platform/engine/scope.ts'
import type { SecretPlace } from '../../platform/engine/secrets.ts'
import type { Author } from '../audit/audit.ts'
import { recordChange, recordCreations } from '../audit/audit.ts'
import { digestsOf, recordedOf, secretsChanged } from '../audit/audited-rows.ts'
import { loadRow, loadScopedRow } from '../values/rows-by-token.ts'

const { fromRow: plainFrom, toRow } = columnsOf<Omit<WebhookEndpoint, 'eventTypes'>>()(
  'id, version, url, description, secret, previous_secret, previous_secret_until, failing_since, disabled_at, disabled_reason, created_at, updated_at',
)
type EndpointRow = ReturnType<typeof toRow> & { event_types: string }

const placeOf = ({ businessId, mode }: Scope, objectId: string, column: string): SecretPlace => ({ businessId, mode, objectId, column })

const fromRow = ({ secrets }: Pick<Query, 'secrets'>, scope: Scope, row: EndpointRow): WebhookEndpoint => ({
  ...plainFrom(row),
  eventTypes: JSON.parse(row.event_types) as string[],
  secret: secrets.decrypt(placeOf(scope, row.id, 'secret'), row.secret),
  previousSecret: row.previous_secret && secrets.decrypt(placeOf(scope, row.id, 'previous_secret'), row.previous_secret),
})

const columns = (endpoint: WebhookEndpoint) => {
  const { id: _id, version: _version, ...columns } = toRow(endpoint)
  return { ...columns, event_types: JSON.stringify(endpoint.eventTypes) }
}

const changingColumns = (endpoint: WebhookEndpoint): Columns => {
  const { created_at: _, ...changing } = columns(endpoint)
  return changing
}

const SELECT = 'select * from webhook_endpoints'
const UNDELETED = `${IN_SCOPE} and deleted_at is null`

const SECRET_COLUMNS = ['secret', 'previous_secret']

const encrypted = (tx: Tx, scope: Scope, id: string, row: Columns): Columns => {
  const written = { ...row }
  for (const column of SECRET_COLUMNS) {
    if (row[column]) written[column] = tx.secrets.encrypt(placeOf(scope, id, column), row[column] as string)
  }
  return written
}

const recordSaved = (tx: Tx, caller: Scope & Author, version: number, before: WebhookEndpoint, changes: Columns): Promise<void> => {
  const secrets = {
    ...secretsChanged('webhook_endpoint', changes, caller.at),
    ...digestsOf(tx, 'webhook_endpoint', caller, before.id, changes),
  }
  const after = { ...recordedOf('webhook_endpoint', { ...columns(before), ...changes }), ...secrets }
  return recordChange(tx, caller, caller, {
    type: 'webhook_endpoint',
    id: before.id,
    version,
    before: recordedOf('webhook_endpoint', columns(before)),
    after,
  })
}

export const insert = async (tx: Tx, caller: Scope & Author, endpoint: WebhookEndpoint): Promise<void> => {
  const { id, version } = endpoint
  const row = { ...scopeColumns(caller), id, version, ...columns(endpoint) }
  await insertRows(tx, 'webhook_endpoints', [encrypted(tx, caller, id, row)])
  const secrets = { ...secretsChanged('webhook_endpoint', row, caller.at), ...digestsOf(tx, 'webhook_endpoint', caller, id, row) }
  const after = { ...recordedOf('webhook_endpoint', row), ...secrets }
  await recordCreations(tx, caller, caller, [{ type: 'webhook_endpoint', id, version, before: null, after }])
}

/** The endpoints with these IDs, except deleted ones. */
export const ofIds = async (db: Query, scope: Scope, ids: readonly string[]): Promise<WebhookEndpoint[]> => {
  if (ids.length === 0) return []
  const rows = await db.query<EndpointRow>(
    `${SELECT} where ${UNDELETED} and id in (${parameters(ids.length, 3)})`,
    scopeValues(scope, ...ids),
  )
  return rows.map((row) => fromRow(db, scope, row))
}

/** Counts the endpoints under a lock. Without the lock, two transactions could each add an endpoint and together exceed the maximum. */
export const lockAndCount = async (tx: Tx, scope: Scope): Promise<number> => {
  await tx.execute('update businesses set prefix = prefix where id = $1', [scope.businessId])
  return countRows(tx, `webhook_endpoints where ${UNDELETED}`, scopeValues(scope))
}

export const load = async (db: Query, scope: Scope, id: string): Promise<WebhookEndpoint> =>
  fromRow(db, scope, await loadScopedRow<EndpointRow>(db, scope, 'whk', id, UNDELETED))

/** Saves an endpoint, without writing unchanged secrets again. */
const update = async (tx: Tx, caller: Scope & Author, before: WebhookEndpoint, columns: Columns): Promise<void> => {
  const { secret, previous_secret } = changingColumns(before)
  const changes = { ...columns }
  if (changes.secret === secret) delete changes.secret
  if (changes.previous_secret === previous_secret) delete changes.previous_secret
  await updateVersioned(tx, 'webhook_endpoints', caller, before, encrypted(tx, caller, before.id, changes))
  await recordSaved(tx, caller, before.version + 1, before, changes)
}

export const save = async (
  tx: Tx,
  caller: Scope & Author,
  before: WebhookEndpoint,
  endpoint: WebhookEndpoint,
): Promise<WebhookEndpoint> => {
  // Only changed columns are written. Writing all columns could overwrite `failing_since`, which deliveries update without raising the
  // version.
  await update(tx, caller, before, changedColumns(changingColumns(before), changingColumns(endpoint)))
  return { ...endpoint, version: before.version + 1 }
}

/** Deletes an endpoint and its secrets. Its deliveries stay listed. */
export const remove = (tx: Tx, caller: Scope & Author, endpoint: WebhookEndpoint, now: number): Promise<void> =>
  update(tx, caller, endpoint, { deleted_at: now, secret: '', previous_secret: null, updated_at: now })

export const list = (db: Query, scope: Scope, page: PageRequest): Promise<Page<WebhookEndpoint>> => {
  const read = (row: EndpointRow): WebhookEndpoint => fromRow(db, scope, row)
  return listPage(db, SELECT, UNDELETED, scopeValues(scope), page, read)
}

export type Listener = Pick<WebhookEndpoint, 'id' | 'eventTypes'>

/** The enabled endpoints, with the event types that each endpoint receives. */
export const listening = async (db: Query, scope: Scope): Promise<Listener[]> => {
  const rows = await db.query<{ id: string; event_types: string }>(
    `select id, event_types from webhook_endpoints where ${UNDELETED} and disabled_at is null`,
    scopeValues(scope),
  )
  return rows.map((row) => ({ id: row.id, eventTypes: JSON.parse(row.event_types) as string[] }))
}

export const findEnabled = async (db: Query, scope: Scope, id: string): Promise<WebhookEndpoint | null> => {
  const rows = await db.query<EndpointRow>(`${SELECT} where ${UNDELETED} and id = $3 and disabled_at is null`, scopeValues(scope, id))
  return rows[0] ? fromRow(db, scope, rows[0]) : null
}

/**
 * Locks the endpoint until the transaction ends, and returns its `failing_since`. Other delivery attempts cannot change the value until
 * then.
 */
export const lockFailingSince = async (tx: Tx, scope: Scope, id: string): Promise<number | null> => {
  const rows = await tx.query<{ failing_since: number | null }>(
    `update webhook_endpoints set id = id where ${UNDELETED} and id = $3 returning failing_since`,
    scopeValues(scope, id),
  )
  return rows[0]?.failing_since ?? null
}

/** Does not raise the version, so that this write does not conflict with an edit of the endpoint. */
export const setFailingSince = async (tx: Tx, scope: Scope, id: string, since: number): Promise<void> => {
  await tx.execute(
    `update webhook_endpoints set failing_since = $4 where ${UNDELETED} and id = $3 and failing_since is null`,
    scopeValues(scope, id, since),
  )
}

export const clearFailing = async (tx: Tx, scope: Scope, id: string): Promise<void> => {
  await tx.execute(
    `update webhook_endpoints set failing_since = null where ${UNDELETED} and id = $3 and failing_since is not null`,
    scopeValues(scope, id),
  )
}

/** Disables an endpoint. Returns false if it is already disabled or deleted. */
export const disableIfEnabled = async (tx: Tx, caller: Scope & Author, id: string, reason: string, now: number): Promise<boolean> => {
  const [row] = await tx.query<EndpointRow>(
    `update webhook_endpoints set disabled_at = $4, disabled_reason = $5, updated_at = $4, version = version + 1
     where ${UNDELETED} and id = $3 and disabled_at is null returning *`,
    scopeValues(caller, id, now, reason),
  )
  if (!row) return false
  const { disabled_at, disabled_reason, updated_at } = row
  const before = fromRow(tx, caller, { ...row, disabled_at: null, disabled_reason: null })
  await recordSaved(tx, caller, row.version, { ...before, updatedAt: 0 }, { disabled_at, disabled_reason, updated_at })
  return true
}

export const ofEndpoint = async (db: Query, id: string): Promise<Scope> =>
  scopeOf(await loadRow<ScopeColumns>(db, 'whk', id, 'id = $1 and deleted_at is null'))

export const ofDelivery = async (db: Query, id: string): Promise<Scope> => scopeOf(await loadRow<ScopeColumns>(db, 'whd', id))
