// Starts the import of a file in the background.

import { hash } from 'node:crypto'
import { readOpeningCsv } from '../../domain/billing/debt/opening-csv.ts'
import { readInboundCsv } from '../../domain/inbound/inbound-csv.ts'
import type { CsvMistake } from '../../domain/values/csv-text.ts'
import { requireNoMistakes } from '../../domain/values/errors.ts'
import { csvOf, readTable } from '../../domain/values/import-table.ts'
import * as tasks from '../../store/tasks/tasks.ts'
import type { Caller, Deps } from '../deps.ts'
import type { ImportInput, ImportKind } from './import-rows.ts'

const READERS = { opening_balances: readOpeningCsv, announcements: readInboundCsv } as const

/** Mistakes that concern all rows, such as a missing column. */
const ofWholeFile = (kind: ImportKind, csv: string): CsvMistake[] => READERS[kind](csv).mistakes.filter(({ row }) => row <= 1)

/** Starts the import. If an import of the same file for the same business is already running, returns the running import. */
export const startImport = async (deps: Deps, caller: Caller, kind: ImportKind, csv: string): Promise<tasks.Started> => {
  const { header, rows, wrong: unread } = readTable(csv)
  const wrong = unread.length > 0 ? unread : ofWholeFile(kind, csvOf([header, rows[0]!.cells]))
  requireNoMistakes(wrong)
  const { businessId, mode, actor, requestId } = caller
  const subject = `${kind} ${mode} ${businessId} ${hash('sha256', csv)}`
  const input: ImportInput = { csv }
  const given = {
    kind,
    mode,
    businessId,
    subject,
    startedBy: actor,
    requestId,
    total: rows.length,
    input: JSON.stringify(input),
    header: JSON.stringify(header),
  }
  return deps.db.transaction(caller, (tx) => tasks.start(tx, { id: deps.newId('tsk'), ...given }, deps.clock()))
}
