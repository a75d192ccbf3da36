// Announces many parcels from a CSV file: all or none, after a preview that names the mistakes.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Customer } from '../../domain/customers/customer.ts'
import { courierKey } from '../../domain/inbound/courier-number.ts'
import type { CsvMistake, CsvRow } from '../../domain/inbound/inbound-csv.ts'
import { columnOfField, readInboundCsv } from '../../domain/inbound/inbound-csv.ts'
import type { InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import { PROBLEMS_MAX, Problems, Rejection } from '../../domain/values/errors.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Query } from '../../store/engine/db.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import type { Caller, Deps } from '../deps.ts'
import type { Announcement, Known } from './announce-parcel.ts'
import { announceInTransaction, planAnnouncement } from './announce-parcel.ts'

export type ImportPreview = { rows: number; mistakes: CsvMistake[] }

type Plan = ImportPreview & { announcements: Announcement[] }

export const previewImport = async (deps: Deps, caller: Caller, csv: string): Promise<ImportPreview> => {
  const { rows, mistakes } = await plan(deps.db, caller, csv)
  return { rows, mistakes }
}

export const importInbound = (deps: Deps, caller: Caller, csv: string): Promise<InboundParcel[]> =>
  deps.db.transaction(async (tx) => {
    const { announcements, mistakes } = await plan(tx, caller, csv)
    if (mistakes.length > 0)
      throw new Rejection('VALIDATION_FAILED', undefined, {
        problems: mistakes.map((mistake) => ({ field: fieldOf(mistake), ...mistake })),
      })
    return announceInTransaction(deps, tx, caller, announcements)
  })

const fieldOf = ({ row, column }: CsvMistake): string => (row === 0 ? 'csv' : `csv row ${row}, column ${column}`)

/** Both engines bound the parameters of one statement. */
const NUMBERS_AT_ONCE_MAX = 1_000

/** Numbers are looked up many at a time, each customer once: a file may have thousands of rows. */
const readForAll = async (db: Query, caller: Caller, rows: readonly CsvRow[]): Promise<Known> => {
  const keys = [...new Set(rows.flatMap(({ request }) => request.courier_numbers ?? []).map(courierKey))]
  const open = new Map<string, string>()
  for (let from = 0; from < keys.length; from += NUMBERS_AT_ONCE_MAX)
    for (const [key, id] of await inboundParcels.openNumbers(db, caller, keys.slice(from, from + NUMBERS_AT_ONCE_MAX))) open.set(key, id)
  const found = new Map<string, Customer | null>()
  return {
    openNumbers: async () => open,
    customer: async (id) => {
      const customer = found.has(id) ? found.get(id)! : await customers.findByAnyId(db, caller, caller.business.prefix, id)
      found.set(id, customer)
      return customer
    },
  }
}

/** Between so many rows others have their turn. */
const ROWS_PER_TURN = 200

const plan = async (db: Query, caller: Caller, csv: string): Promise<Plan> => {
  const { rows, mistakes } = readInboundCsv(csv)
  const known = await readForAll(db, caller, rows)
  const announcements: Announcement[] = []
  const numbers = new Map<string, number>()
  for (const [index, { row, request }] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await nextTurn()
    const problems = new Problems()
    const planned = await orProblems(planAnnouncement(known, request, problems, 'row'), problems)
    for (const number of planned?.draft.numbers ?? []) {
      const earlier = numbers.get(courierKey(number))
      if (earlier !== undefined && earlier !== row) problems.add('courier_numbers', `is in row ${earlier}, too`)
      else numbers.set(courierKey(number), row)
    }
    mistakes.push(...problems.list.map(({ field, message }) => ({ row, column: columnOfField(field), message })))
    if (planned) announcements.push(planned)
  }
  return { rows: rows.length, announcements, mistakes: mistakes.sort((a, b) => a.row - b.row).slice(0, PROBLEMS_MAX) }
}

/** In a file an unknown customer is a mistake like any other. */
const orProblems = async (planned: Promise<Announcement | null>, problems: Problems): Promise<Announcement | null> => {
  try {
    return await planned
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    for (const { field, message } of error.problems) problems.add(field, message)
    return null
  }
}
