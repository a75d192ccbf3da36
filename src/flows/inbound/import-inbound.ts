// Announces many parcels from a CSV file, all or none. A preview lists the mistakes.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Customer } from '../../domain/customers/customer.ts'
import { isWanted } from '../../domain/events/webhook.ts'
import { courierKey } from '../../domain/inbound/courier-number.ts'
import type { CsvRow } from '../../domain/inbound/inbound-csv.ts'
import { columnOfField, readInboundCsv } from '../../domain/inbound/inbound-csv.ts'
import type { InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import type { CsvMistake } from '../../domain/values/csv-text.ts'
import { listMistakes } from '../../domain/values/csv-text.ts'
import { PROBLEMS_MAX, Problems, Rejection, requireNoMistakes } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import * as customers from '../../store/customers/customers.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import { createBoundedQueue } from '../bounded-queue.ts'
import type { Caller, Deps } from '../deps.ts'
import { listenersOf } from '../events/record-events.ts'
import type { Announcement, Known } from './announce-parcel.ts'
import { announceInTransaction, planAnnouncement } from './announce-parcel.ts'

export type ImportPreview = { rows: number; mistakes: CsvMistake[] }

type Plan = ImportPreview & { announcements: Announcement[] }

/**
 * On SQLite, an import blocks all other writers, possibly for seconds. Only one import runs at a time, so that other writers can run
 * between two imports.
 */
const IMPORTS_AT_ONCE = 1
const IMPORTS_WAITING_MAX = 10

const enqueue = createBoundedQueue({
  atOnce: IMPORTS_AT_ONCE,
  waitingMax: IMPORTS_WAITING_MAX,
  refusal: 'Too many files are being imported right now.',
})

/** `requireAuthority` throws if the caller lost its authority while the request waited in the queue. */
export const previewImport = (deps: Deps, caller: Caller, csv: string, requireAuthority: () => Promise<void>): Promise<ImportPreview> =>
  enqueue(async () => {
    await requireAuthority()
    const { rows, mistakes } = await plan(deps.db, caller, await readInTurn(csv))
    return { rows, mistakes }
  })

export const importInbound = (deps: Deps, caller: Caller, csv: string, requireAuthority: () => Promise<void>): Promise<InboundParcel[]> =>
  enqueue(async () => {
    await requireAuthority()
    const file = await readInTurn(csv)
    const announceAll = async (tx: Tx): Promise<InboundParcel[]> => {
      const { announcements, mistakes } = await plan(tx, caller, file)
      requireNoMistakes(mistakes)
      return announceInTransaction(deps, tx, caller, announcements)
    }
    const announced = await deps.db.transaction(caller, announceAll, { isLong: true })
    await nextTurn()
    return announced
  })

/**
 * Announces the rows of the CSV file in the transaction `tx`. If a row has a mistake, nothing is announced, and the mistakes are returned.
 */
export const importInboundIn = async (deps: Deps, tx: Tx, caller: Caller, csv: string): Promise<CsvMistake[]> => {
  const { announcements, mistakes } = await plan(tx, caller, readInboundCsv(csv))
  if (mistakes.length === 0) await announceInTransaction(deps, tx, caller, announcements)
  return mistakes
}

/** Reads a CSV file, then lets other requests run, because reading a file blocks the server for tens of milliseconds. */
const readInTurn = async (csv: string): Promise<ReturnType<typeof readInboundCsv>> => {
  const file = readInboundCsv(csv)
  await nextTurn()
  return file
}

/** Maximum number of courier numbers in one statement. SQLite and PostgreSQL limit the number of parameters of a statement. */
const NUMBERS_AT_ONCE_MAX = 1_000

/** Looks up the courier numbers of all rows in batches. Each customer is looked up only once. */
const readForAll = async (db: Query, caller: Caller, rows: readonly CsvRow[]): Promise<Known> => {
  const keys = [...new Set(rows.flatMap(({ request }) => request.courier_numbers ?? []).map(courierKey))]
  const open = new Map<string, string>()
  for (let from = 0; from < keys.length; from += NUMBERS_AT_ONCE_MAX) {
    for (const [key, id] of await inboundParcels.openNumbers(db, caller, keys.slice(from, from + NUMBERS_AT_ONCE_MAX))) open.set(key, id)
    await nextTurn()
  }
  const found = new Map<string, Customer | null>()
  return {
    openNumbers: async () => open,
    customer: async (id) => {
      const customer = found.has(id) ? found.get(id)! : await customers.findByAnyId(db, caller, caller.business.prefix, id)
      found.set(id, customer)
      return customer
    },
    business: caller.business,
  }
}

/** Maximum number of webhook deliveries that one import may cause (rows times endpoints). All deliveries are written in one transaction. */
const IMPORT_DELIVERIES_MAX = 10_000

const deliveriesMistake = async (db: Query, caller: Caller, rows: number): Promise<CsvMistake | null> => {
  const told = (await listenersOf(db, caller)).filter((endpoint) => isWanted(endpoint, 'inbound_parcel.created')).length
  if (rows * told <= IMPORT_DELIVERIES_MAX) return null
  const message = `has ${rows} rows; with ${told} webhook endpoints one import takes at most ${Math.floor(IMPORT_DELIVERIES_MAX / told)}: split the file`
  return { row: 0, column: 'csv', message }
}

/** Number of rows that are checked before other requests get their turn. */
const ROWS_PER_TURN = 200

const plan = async (db: Query, caller: Caller, { rows, mistakes: misread }: ReturnType<typeof readInboundCsv>): Promise<Plan> => {
  const tooMany = await deliveriesMistake(db, caller, rows.length)
  if (tooMany) return { rows: rows.length, announcements: [], mistakes: [tooMany] }
  const mistakes = [...misread]
  const known = await readForAll(db, caller, rows)
  const announcements: Announcement[] = []
  const numbers = new Map<string, number>()
  for (const [index, { row, request }] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await nextTurn()
    const problems = new Problems()
    const planned = await orProblems(planAnnouncement(known, request, problems, 'row'), problems)
    for (const key of planned?.draft.numbers.map(courierKey) ?? []) {
      const earlier = numbers.get(key)
      if (earlier !== undefined && earlier !== row) problems.add('courier_numbers', `is also in row ${earlier}`)
      else numbers.set(key, row)
    }
    mistakes.push(...problems.list.map(({ field, message }) => ({ row, column: columnOfField(field), message })))
    if (planned) announcements.push(planned)
  }
  return { rows: rows.length, announcements, mistakes: listMistakes(mistakes, PROBLEMS_MAX) }
}

/**
 * If `planned` rejects because of an unknown or inactive customer, this mistake is added to `problems`, like any other mistake in the file.
 */
const orProblems = async (planned: Promise<Announcement | null>, problems: Problems): Promise<Announcement | null> => {
  try {
    return await planned
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    for (const { field, message } of error.problems) problems.add(field, message)
    return null
  }
}
