// The closing date of the operator's books. The table has at most one row. Earlier values are in the audit trail.

import type { BookClosing } from '../../domain/billing/closing/booking-day.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { readRow } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

const plain = columnsOf<BookClosing>()('closed_until, closed_before, closed_by, closed_at')

const ID = 'books'

const select = (db: Query, lock: '' | ' for share'): Promise<BookClosing | null> =>
  readRow(db, `select ${plain.list} from book_closing where id = $1${lock}`, [ID], plain.fromRow)

export const find = (db: Query): Promise<BookClosing | null> => select(db, '')

/**
 * Loads the closing date with a shared lock. Until the transaction ends, other transactions can read the closing date but not change it.
 */
export const loadShared = (tx: Tx): Promise<BookClosing | null> => select(tx, ' for share')

/** Saves the closing date. Call this inside `db.exclusively`. */
export const save = async (tx: Tx, author: Author, closing: BookClosing): Promise<void> => {
  const row = plain.toRow(closing)
  if (!(await changeRecorded(tx, author, 'book_closing', { id: ID }, () => row)))
    await insertRecorded(tx, author, 'book_closing', { id: ID, ...row })
}
