// Announces many parcels from a CSV file: all or none, after a preview that names every mistake.

import { courierKey } from '../../domain/inbound/courier-number.ts'
import type { CsvMistake } from '../../domain/inbound/inbound-csv.ts'
import { columnOfField, readInboundCsv } from '../../domain/inbound/inbound-csv.ts'
import type { InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Query } from '../../store/engine/db.ts'
import type { Caller, Deps } from '../deps.ts'
import type { Announcement } from './announce-parcel.ts'
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
    const made: InboundParcel[] = []
    for (const announcement of announcements) made.push(await announceInTransaction(deps, tx, caller, announcement))
    return made
  })

const fieldOf = ({ row, column }: CsvMistake): string => (row === 0 ? 'csv' : `csv row ${row}, column ${column}`)

const plan = async (db: Query, caller: Caller, csv: string): Promise<Plan> => {
  const { rows, mistakes } = readInboundCsv(csv)
  const announcements: Announcement[] = []
  const numbers = new Map<string, number>()
  for (const { row, request } of rows) {
    const problems = new Problems()
    const planned = await orProblems(planAnnouncement(db, caller, request, problems, 'row'), problems)
    for (const number of planned?.draft.numbers ?? []) {
      const earlier = numbers.get(courierKey(number))
      if (earlier !== undefined && earlier !== row) problems.add('courier_numbers', `is in row ${earlier}, too`)
      else numbers.set(courierKey(number), row)
    }
    mistakes.push(...problems.list.map(({ field, message }) => ({ row, column: columnOfField(field), message })))
    if (planned) announcements.push(planned)
  }
  return { rows: rows.length, announcements, mistakes: mistakes.sort((a, b) => a.row - b.row) }
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
