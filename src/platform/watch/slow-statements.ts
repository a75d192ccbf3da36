// Reports slow statements with their text, and slow transactions. Durations include waiting time.

import type { Observe, Operation } from '../engine/db.ts'

/** Operations that take at least this long are reported as slow. A person who opens a page notices a delay of this length. */
const SLOW_MS = 500
/**
 * How many characters of a statement are logged. This is enough to find the statement in the source. The logged text has placeholders
 * instead of values.
 */
const STATEMENT_CHARACTERS = 300

type Slow = { operation: Operation; ms: number; statement?: string }

const shortened = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim().slice(0, STATEMENT_CHARACTERS)

export const reportSlow =
  (report: (slow: Slow) => void): Observe =>
  (operation, ms, sql) => {
    if (ms >= SLOW_MS) report({ operation, ms: Math.round(ms), ...(sql === null ? {} : { statement: shortened(sql) }) })
  }
