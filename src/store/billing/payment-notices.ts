// Payment notices from payment providers. Each notice is stored once, then checked with the provider, then recorded as a payment or decided by a person.

import type { NoticeState, PaymentNotice } from '../../domain/billing/payment-notice.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/engine/paging.ts'
import { parameters, readRow } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { loadRow, lockRow } from '../values/rows-by-token.ts'

const plain = columnsOf<PaymentNotice>()(
  'id, mode, provider, event, reference, body_digest, state, reason, amount, currency, business_id, payment_id, looks, next_look_at, decided_by, decision_note, decided_at, created_at',
)
type NoticeRow = ReturnType<typeof plain.toRow>

export const insert = (tx: Tx, author: Author, notice: PaymentNotice): Promise<void> =>
  insertRecorded(tx, author, 'payment_notice', plain.toRow(notice))

type Told = Pick<PaymentNotice, 'mode' | 'provider' | 'event' | 'reference' | 'bodyDigest'>

export const find = (db: Query, { mode, provider, event, reference, bodyDigest }: Told): Promise<PaymentNotice | null> => {
  const sql = 'select * from payment_notices where mode = $1 and provider = $2 and event = $3 and reference = $4 and body_digest = $5'
  return readRow(db, sql, [mode, provider, event, reference, bodyDigest], plain.fromRow)
}

export const load = async (db: Query, id: string): Promise<PaymentNotice> => plain.fromRow(await loadRow<NoticeRow>(db, 'ntf', id))

/** Like `load`, but also locks the notice until the transaction ends. */
export const lock = async (tx: Tx, id: string): Promise<PaymentNotice> => plain.fromRow(await lockRow<NoticeRow>(tx, 'ntf', id))

/** Saves a notice, which must be locked. */
export const save = async (tx: Tx, author: Author, notice: PaymentNotice): Promise<PaymentNotice> => {
  const { id, ...changes } = plain.toRow(notice)
  await changeRecorded<NoticeRow>(tx, author, 'payment_notice', { id }, () => changes)
  return notice
}

/** Notices whose payment is due to be looked up at the provider. Only notices in one of `modes` are returned. */
export const due = async (db: Query, modes: readonly Mode[], now: number, limit: number): Promise<PaymentNotice[]> => {
  const rows = await db.query<NoticeRow>(
    `select * from payment_notices where next_look_at <= $1 and mode in (${parameters(modes.length, 3)}) order by next_look_at limit $2`,
    [now, limit, ...modes],
  )
  return rows.map(plain.fromRow)
}

/** Reserves a due notice for this server until the time `until`. Returns false if another server reserved the notice first. */
export const claim = async (tx: Tx, { id, nextLookAt }: PaymentNotice, until: number): Promise<boolean> =>
  (await tx.execute('update payment_notices set next_look_at = $3 where id = $1 and next_look_at = $2', [id, nextLookAt, until])) === 1

export type NoticeFilter = { mode: Mode; state?: NoticeState }

export const list = (db: Query, { mode, state }: NoticeFilter, page: PageRequest): Promise<Page<PaymentNotice>> => {
  const params: Value[] = [mode]
  const where = `mode = $1${state === undefined ? '' : ` and state = $${params.push(state)}`}`
  return listPage(db, 'select * from payment_notices', where, params, page, plain.fromRow)
}
