// Creates a big store by copying a small history with new ids, names, numbers and times. The copied audit records get new hashes and seals.

import { addDays } from '../src/domain/values/calendar.ts'
import { beginTrail } from '../src/flows/audit/begin-trail.ts'
import { sealAudit } from '../src/flows/audit/seal-audit.ts'
import { issueKey } from '../src/flows/businesses/api-keys.ts'
import { addSamples } from '../src/flows/demo/first-start.ts'
import type { Deps } from '../src/flows/deps.ts'
import type { Db, Snapshot, Value } from '../src/platform/engine/db.ts'
import { SYSTEM } from '../src/platform/engine/db.ts'
import { migrate } from '../src/platform/engine/migrate.ts'
import type { Columns } from '../src/platform/engine/rows.ts'
import { insert } from '../src/platform/engine/rows.ts'
import { readTables } from '../src/platform/engine/tables.ts'
import type { RecordRow } from '../src/store/audit/audit.ts'
import { fromRow, NO_HASH, recordHash } from '../src/store/audit/audit.ts'
import { hashRecords, hashSeal, SEAL_RECORDS_MAX, sealsAfter } from '../src/store/audit/audit-seals.ts'
import { byTest } from '../test/support/samples/authors.ts'
import {
  beginOperator,
  CUSTOMERS,
  callerOf,
  DAY_MS,
  EARLIER_DAYS_MAX,
  HISTORIES,
  HOUR_MS,
  makeHistory,
  PACKAGES,
  STORED_DAYS,
} from './big-history.ts'
import { inBulk } from './bulk.ts'
import { READING_KEY, READING_PREFIX, WRITING_KEY, WRITING_PREFIX } from './seed.ts'

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'
const CODE_SUFFIX_LENGTH = 3

/** Writes the number of a copy as three characters that are valid in ids and in printed codes. */
const suffixOf = (copy: number): string => [copy >> 10, (copy >> 5) & 31, copy & 31].map((digit) => CROCKFORD[digit]!).join('')

const SYLLABLES = ['ba', 'ku', 'ro', 'mi', 'ta', 'le', 'no', 'sa', 'vi', 'du', 'fe', 'go', 'ya', 'zu', 'pe', 'wo']
const wordOf = (copy: number): string => [copy & 15, (copy >> 4) & 15, (copy >> 8) & 15].map((n) => SYLLABLES[n]!).join('')

type Rename = (copy: number) => string

const ID_TIME_LENGTH = 10
const ID_STEP_MS = 7 * HOUR_MS

/** Returns a function that makes the id of each copy. Ids begin with a time, and each copy gets an earlier time than the previous copy. */
const idAt = (id: string): Rename => {
  const start = id.indexOf('_') + 1
  const [prefix, time, rest] = [id.slice(0, start), id.slice(start, start + ID_TIME_LENGTH), id.slice(start + ID_TIME_LENGTH)]
  const ms = [...time].reduce((sum, digit) => sum * 32 + CROCKFORD.indexOf(digit), 0)
  return (copy) => {
    let text = ''
    for (let left = ms - copy * ID_STEP_MS; text.length < ID_TIME_LENGTH; left = Math.floor(left / 32)) text = CROCKFORD[left % 32] + text
    return prefix + text + rest
  }
}

const ID = /^[a-z]+_[0-9a-z]{26}$/
const CODE = /^[A-Z][0-9A-Z]{11}$/
const PAPER_NUMBER = /^([A-Z]{3}-\d{4}-)(\d{6})$/
const MOBILE = /^\+?(23480\d)(\d{7})$/
const NAME = /^(Trader|trader)\d+$/
const CUSTOMER_NUMBER = /^(BA|ba)(1\d{3})$/
const REFERENCE = /^FT[AB]000$/
const TOKEN = /\+?[A-Za-z0-9_]+(?:-\d{4}-\d{6})?/g
const FIRST_CUSTOMER_NUMBER = 1001

/**
 * Returns a function that rewrites a word of the history for a copy, or null if the word stays unchanged. `own`: the ids of the rows in the
 * history.
 */
const renamingOf = (word: string, own: ReadonlySet<string>): Rename | null => {
  if (own.has(word)) return idAt(word)
  if (CODE.test(word) || CODE.test(word.toUpperCase())) {
    const isUpper = word === word.toUpperCase()
    // The suffix may contain vowels and look-alike characters. Generated codes never contain these, but stored codes are not checked for
    // them.
    return (copy) => word.slice(0, -CODE_SUFFIX_LENGTH) + (isUpper ? suffixOf(copy).toUpperCase() : suffixOf(copy))
  }
  const paper = PAPER_NUMBER.exec(word)
  // The original histories use the first numbers, one number each. The copies get the numbers that follow.
  if (paper) return (copy) => paper[1]! + String(HISTORIES + copy).padStart(6, '0')
  const mobile = MOBILE.exec(word)
  if (mobile)
    return (copy) =>
      `${word.startsWith('+') ? '+' : ''}${mobile[1]}${String(Number(mobile[2]) + copy * HISTORIES * CUSTOMERS).padStart(7, '0')}`
  if (NAME.test(word)) return (copy) => word + wordOf(copy)
  const customer = CUSTOMER_NUMBER.exec(word)
  if (customer) return (copy) => customer[1]! + (Number(customer[2]) + copy * HISTORIES * CUSTOMERS)
  if (REFERENCE.test(word)) return (copy) => word.slice(0, -CODE_SUFFIX_LENGTH) + suffixOf(copy).toUpperCase()
  return null
}

/** Returns a column's value for the copy with the number `copy`. Times in the value are moved back by `days`. */
type Copied = (copy: number, days: number) => Value

const DATE = /^\d{4}-\d{2}-\d{2}$/
const EPOCH_MS = { from: 1_600_000_000_000, to: 2_000_000_000_000 }

const copiedText = (text: string, own: ReadonlySet<string>): Copied => {
  if (DATE.test(text)) return (_copy, days) => addDays(text, -days)
  const parts: (string | Rename)[] = []
  let end = 0
  for (const found of text.matchAll(TOKEN)) {
    const rename = renamingOf(found[0], own)
    if (!rename) continue
    parts.push(text.slice(end, found.index), rename)
    end = found.index + found[0].length
  }
  if (parts.length === 0) return () => text
  parts.push(text.slice(end))
  return (copy) => parts.map((part) => (typeof part === 'string' ? part : part(copy))).join('')
}

const copiedValue = (value: Value, own: ReadonlySet<string>): Copied => {
  if (typeof value === 'string') return copiedText(value, own)
  if (typeof value === 'number' && value > EPOCH_MS.from && value < EPOCH_MS.to) return (_copy, days) => value - days * DAY_MS
  return () => value
}

/** Copies a JSON object. Each value in the object is copied like the value of a column. */
const copiedObject = (text: string, own: ReadonlySet<string>): Copied => {
  const entries = Object.entries(JSON.parse(text) as Columns).map(([name, value]) => [name, copiedValue(value, own)] as const)
  return (copy, days) => JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [name, value(copy, days)])))
}

type TableCopy = { table: string; rows: (readonly (readonly [name: string, value: Copied])[])[] }
type History = { tables: TableCopy[]; records: (readonly (readonly [name: string, value: Copied])[])[] }

const COUNTERS = new Set(['customer_numbers', 'number_series'])

/**
 * True for live rows of the business and for all live shipments. Shipment rows name no business, but all shipments in the store belong to
 * the histories.
 */
const isOwn = (table: string, row: Columns, businessId: string): boolean =>
  !COUNTERS.has(table) && (row.business_id === businessId || table === 'shipments') && row.mode === 'live'

type Rows = Map<string, Columns[]>

const ownRows = async (view: Pick<Snapshot, 'query'>, engine: Db['engine'], businessId: string): Promise<Rows> => {
  const rows: Rows = new Map()
  for (const { name, columns } of await readTables(view, engine)) {
    if (!columns.some((column) => column.name === 'mode')) continue
    const list = columns.map((column) => column.name).join(', ')
    const found = (await view.query<Columns>(`select ${list} from ${name}`)).filter((row) => isOwn(name, row, businessId))
    if (found.length > 0) rows.set(name, found)
  }
  return rows
}

/** The audit records of the business and of all shipments. Audit records of shipments name no business. */
const recordsOf = async (view: Pick<Snapshot, 'query'>, businessId: string): Promise<RecordRow[]> =>
  view.query<RecordRow>(
    `select * from audit_records where (business_id = $1 and mode = 'live') or object_type = 'shipment' order by business_id, mode, object_id, version`,
    [businessId],
  )

const keyOf = (row: Columns): string => Object.values(row).join(' ')

/** Returns the rows and audit records that one history added to the store, prepared for copying. */
const compiled = (before: Rows, after: Rows, recordsBefore: readonly RecordRow[], recordsAfter: readonly RecordRow[]): History => {
  const added = [...after].map(([table, rows]) => {
    const known = new Set((before.get(table) ?? []).map(keyOf))
    return { table, rows: rows.filter((row) => !known.has(keyOf(row))) }
  })
  const own = new Set(added.flatMap(({ rows }) => rows.flatMap(({ id }) => (typeof id === 'string' && ID.test(id) ? [id] : []))))
  const compile = (row: Columns, asObject?: string) =>
    Object.entries(row).map(
      ([name, value]) => [name, name === asObject ? copiedObject(value as string, own) : copiedValue(value, own)] as const,
    )
  const knownRecords = new Set(recordsBefore.map((row) => `${row.object_id} ${row.version}`))
  const records = recordsAfter.filter((row) => !knownRecords.has(`${row.object_id} ${row.version}`))
  const tables = added.filter(({ table, rows }) => rows.length > 0 && table !== 'audit_records')
  return {
    tables: tables.map(({ table, rows }) => ({ table, rows: rows.map((row) => compile(row)) })),
    records: records.map((row) => compile(row as unknown as Columns, 'changes')),
  }
}

const rowOf = (row: readonly (readonly [string, Copied])[], copy: number, days: number): Columns => {
  const values: Columns = {}
  for (const [name, value] of row) values[name] = value(copy, days)
  return values
}

/** Gives each audit record of the copies a hash and an authentication code, and adds one seal per SEAL_RECORDS_MAX records. */
const createSealer = async (db: Db) => {
  let last = { number: 0, hash: '' }
  for (;;) {
    const seals = await sealsAfter(db, last.number, SEAL_RECORDS_MAX)
    if (seals.length === 0) break
    last = seals.at(-1)!
  }
  let open: RecordRow[] = []
  const closeSeal = (now: number): { seal: Columns; records: RecordRow[] } => {
    const number = last.number + 1
    const records = open.map((row) => ({ ...row, seal: number }))
    const body = { number, records: records.length, recordsHash: hashRecords(records.map(fromRow)), sealedAt: now }
    last = { number, hash: hashSeal(last.hash, body) }
    open = []
    const seal = { number, records: body.records, records_hash: body.recordsHash, sealed_at: now, hash: last.hash }
    return { seal, records }
  }
  let previous: { object: string; hash: string } | null = null
  const add = (row: RecordRow): boolean => {
    const object = `${row.business_id} ${row.mode} ${row.object_id}`
    const record = fromRow(row)
    const hash = recordHash(previous?.object === object ? previous.hash : NO_HASH, record)
    previous = { object, hash }
    const place = { businessId: record.businessId, mode: record.mode, objectId: record.objectId, column: 'audit record' }
    open.push({ ...row, hash, mac: db.secrets.keyId === null ? null : db.secrets.digest(place, hash), seal: null })
    return open.length === SEAL_RECORDS_MAX
  }
  return { add, closeSeal, hasOpen: () => open.length > 0 }
}

/** Rows per insert statement. SQLite is faster if each statement has few parameters. */
const ROWS_AT_ONCE: Record<Db['engine'], number> = { sqlite: 1, postgres: 400 }
const COPIES_PER_COMMIT = 10

const copyAll = async (
  db: Db,
  histories: readonly [stored: History, delivered: History],
  copies: number,
  now: number,
  onProgress: (share: number) => void,
): Promise<void> => {
  const sealer = await createSealer(db)
  for (let from = 1; from <= copies; from += COPIES_PER_COMMIT) {
    await db.transaction(SYSTEM, async (tx) => {
      const write = async (table: string, rows: readonly Columns[], onConflict = ''): Promise<void> => {
        for (let start = 0; start < rows.length; start += ROWS_AT_ONCE[db.engine])
          await insert(tx, table, rows.slice(start, start + ROWS_AT_ONCE[db.engine]), onConflict)
      }
      const writeSeal = async (): Promise<void> => {
        const { seal, records } = sealer.closeSeal(now)
        await write('audit_seals', [seal])
        await write('audit_records', records as unknown as Columns[])
      }
      for (let copy = from; copy < Math.min(copies + 1, from + COPIES_PER_COMMIT); copy++) {
        const days = Math.floor((copy / (copies + 1)) * EARLIER_DAYS_MAX)
        const history = histories[days <= STORED_DAYS ? 0 : 1]
        for (const { table, rows } of history.tables)
          await write(
            table,
            rows.map((row) => rowOf(row, copy, days)),
            table === 'package_names' ? 'on conflict do nothing' : '',
          )
        for (const row of history.records) if (sealer.add(rowOf(row, copy, days) as unknown as RecordRow)) await writeSeal()
      }
      if (sealer.hasOpen()) await writeSeal()
    })
    onProgress(Math.min(1, from / copies))
  }
}

/** Advances the number counters past the numbers of the copies. Customers and documents that are created later then get unused numbers. */
const moveCounters = async (db: Db, copies: number): Promise<void> => {
  await db.execute('update customer_numbers set next_number = $1', [FIRST_CUSTOMER_NUMBER + (copies + 1) * HISTORIES * CUSTOMERS])
  await db.execute('update number_series set last = last + $1', [copies])
}

/** Fills the store with `count` packages and their customers, quotes, shipments, charges and audit records. */
export const seedBigStore = async (deps: Deps, count: number, onProgress: (share: number) => void): Promise<void> => {
  const { db } = deps
  await migrate(db)
  await beginTrail(deps)
  await addSamples(deps)
  await beginOperator(deps)
  const caller = await callerOf(deps, READING_PREFIX)
  const neighbour = await callerOf(deps, WRITING_PREFIX)
  for (const [{ businessId }, secret] of [
    [caller, READING_KEY],
    [neighbour, WRITING_KEY],
  ] as const)
    await db.transaction(SYSTEM, (tx) => issueKey(deps, tx, byTest(deps), { businessId, mode: 'live', secret }))
  const histories: History[] = []
  for (const isDelivered of [false, true]) {
    const [before, recordsBefore] = [await ownRows(db, db.engine, caller.businessId), await recordsOf(db, caller.businessId)]
    await makeHistory(deps, caller, isDelivered)
    const [after, recordsAfter] = [await ownRows(db, db.engine, caller.businessId), await recordsOf(db, caller.businessId)]
    histories.push(compiled(before, after, recordsBefore, recordsAfter))
  }
  await sealAudit(deps)
  const copies = Math.max(0, Math.ceil(count / PACKAGES) - HISTORIES)
  await inBulk(db, async () => {
    await copyAll(db, [histories[0]!, histories[1]!], copies, deps.clock(), onProgress)
    await moveCounters(db, copies)
  })
}
