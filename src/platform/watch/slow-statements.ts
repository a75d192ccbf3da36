// Reports slow statements by their text, and slow transactions including their waiting time.

import type { Observe, Operation } from '../engine/db.ts'

/** The shortest duration of a slow statement. It makes a page noticeably slow. */
const SLOW_MS = 500
/** The logged length of a statement, which is enough to find it in the source. Its values are placeholders. */
const STATEMENT_CHARACTERS = 300

type Slow = { operation: Operation; ms: number; statement?: string }

const shortened = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim().slice(0, STATEMENT_CHARACTERS)

export const reportSlow =
  (report: (slow: Slow) => void): Observe =>
  (operation, ms, sql) => {
    if (ms >= SLOW_MS) report({ operation, ms: Math.round(ms), ...(sql === null ? {} : { statement: shortened(sql) }) })
  }
