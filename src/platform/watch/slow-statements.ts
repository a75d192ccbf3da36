// Reports slow statements by their text, and slow transactions including their waiting time.

import type { Observe, Operation } from '../engine/db.ts'

/** A statement of this duration makes a page noticeably slow. */
const SLOW_MS = 500
/** Long enough to find the statement in the source. Values are placeholders. */
const STATEMENT_CHARACTERS = 300

type Slow = { operation: Operation; ms: number; statement?: string }

const shortened = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim().slice(0, STATEMENT_CHARACTERS)

export const reportSlow =
  (report: (slow: Slow) => void): Observe =>
  (operation, ms, sql) => {
    if (ms >= SLOW_MS) report({ operation, ms: Math.round(ms), ...(sql === null ? {} : { statement: shortened(sql) }) })
  }
