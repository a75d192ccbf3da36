// Reads large results from PostgreSQL in batches, in one snapshot.

import { BATCH_ROWS, inBatches } from '../batches.ts'
import type { Column, Snapshot, Table, Value } from '../db.ts'
import { columnList } from '../tables.ts'

type Row = Record<string, Value>
type Read = (sql: string, params?: readonly Value[]) => Promise<Row[]>

type RowLocation = { ctid: string; bytes: number }

const LOCATIONS_AT_ONCE = 5_000

/** Fetches batches ahead: PostgreSQL reads the next batch while the caller works on the current one. */
const fetched = async function* (read: Read, cursor: string, sql: string, rowsAtOnce: number): AsyncGenerator<Row[]> {
  await read(`declare ${cursor} no scroll cursor for ${sql}`)
  const fetchRows = (): Promise<Row[]> => {
    const rows = read(`fetch ${rowsAtOnce} from ${cursor}`)
    // A caller that stops early never awaits this batch. Without a handler, its failure would end the process.
    rows.catch(() => {})
    return rows
  }
  let next = fetchRows()
  for (;;) {
    const rows = await next
    if (rows.length === 0) break
    next = fetchRows()
    yield rows
  }
  await read(`close ${cursor}`)
}

export const batches = (read: Read, sql: string): ReturnType<Snapshot['batches']> => fetched(read, 'batch', sql, BATCH_ROWS)

/** SQL for the size of a value. PostgreSQL knows the size of a large value without reading it. */
const bytesSql = ({ name, isBytes }: Column): string => `coalesce(octet_length(${isBytes ? name : `cast(${name} as text)`}), 0)`

/**
 * Reads all rows of a table. Only binary columns, such as photos, make rows large. For a table with binary columns, the row sizes are
 * fetched first, because a fetch can be limited in rows but not in bytes. Rows are then read by `ctid`, which is stable within the
 * snapshot.
 */
export async function* tableBatches(read: Read, table: Table): ReturnType<Snapshot['tableBatches']> {
  if (!table.columns.some(({ isBytes }) => isBytes)) {
    yield* batches(read, `select ${columnList(table)} from ${table.name}`)
    return
  }
  const sizes = `select ctid, ${table.columns.map(bytesSql).join(' + ')} as bytes from ${table.name}`
  const rowsAt = `select ${columnList(table)} from ${table.name} where ctid = any(cast($1 as tid[]))`
  for await (const locations of fetched(read, 'locations', sizes, LOCATIONS_AT_ONCE)) {
    for (const batch of inBatches(locations as RowLocation[], ({ bytes }) => bytes)) {
      yield await read(rowsAt, [`{${batch.map(({ ctid }) => `"${ctid}"`).join()}}`])
    }
  }
}
