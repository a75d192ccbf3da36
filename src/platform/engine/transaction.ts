// Rules for transactions of both engines. A transaction stops at the first failure, is retried after a write conflict, and is unusable after its end.

import { setTimeout as sleep } from 'node:timers/promises'
import type { AfterCommit, Announce, Principal, Query, Schema, Tx, Value } from './db.ts'
import { onlyReads, StaleWrite, UniqueViolation } from './db.ts'
import type { Columns } from './rows.ts'
import { insertStatements } from './rows.ts'

/** How long a transaction is retried after a write conflict. */
const RETRY_FOR_MS = 10_000
/**
 * A transaction with write conflicts gets at least this many attempts, even if one of them spends RETRY_FOR_MS waiting for a connection or
 * a lock.
 */
const ATTEMPTS_MIN = 3
/** Upper limit of the random pause before the second attempt. The limit doubles with each further attempt, up to PAUSE_MAX_MS. */
const PAUSE_FIRST_MS = 4
const PAUSE_MAX_MS = 250
/** The maximum number of attempts if a random code is already in use. Ten duplicates in a row are a bug, not chance. */
const DRAWS_MAX = 10

/**
 * Columns with a random code or a sequential number that the transaction chooses. After a duplicate, the retry chooses another value, or
 * finds the row that was inserted first.
 */
const CHOSEN_CODES = ['reference', 'reference_key', 'parcel_number', 'label_token', 'number', 'suffix_key', 'line_key', 'source']

/** The maximum number of rows collected for inserts into one table. Further rows are collected after these have been sent. */
const ROWS_TOGETHER_MAX = 100
/** The maximum number of unanswered writes. When it is reached, the transaction waits for the answers. */
const UNANSWERED_MAX = 100

/** A transaction that an engine has opened. `runTransaction` adds the rules that both engines share. */
export type Session = Pick<Schema, 'query' | 'execute' | 'script' | 'secrets'> & {
  /** Whether statements can be sent before earlier ones are answered. */
  readonly isPipelined: boolean
}

export type Ran<T> = { result: T; afterCommit: readonly AfterCommit[] }

type Engine = {
  /**
   * Acquires locks before all other statements. The call is not awaited, so that the lock statements share a packet with the statements
   * that follow.
   */
  lock?: ((tx: Query) => Promise<unknown>) | undefined
  /**
   * Commits after the statements in `unanswered`, whose answers may still be outstanding. The SQLite engine has no `commit`, because it
   * commits after `runTransaction` has returned.
   */
  commit?(unanswered: readonly Promise<unknown>[]): Promise<void>
}

const createBatch = (send: (table: string, rows: readonly Columns[]) => void) => {
  const waiting = new Map<string, Columns[]>()
  const flush = (): void => {
    for (const [table, rows] of waiting) {
      waiting.delete(table)
      send(table, rows)
    }
  }
  return {
    flush,
    add: (table: string, rows: readonly Columns[]): void => {
      if ((waiting.get(table)?.length ?? 0) + rows.length > ROWS_TOGETHER_MAX) flush()
      const others = waiting.get(table)
      if (others) others.push(...rows)
      else waiting.set(table, [...rows])
    },
    isMentionedIn: (sql: string): boolean => waiting.size > 0 && waiting.keys().some((table) => sql.includes(table)),
  }
}

/** Runs `fn` once in a transaction that an engine has opened. Calls the engine's `commit` at the end, if it has one. */
export const runTransaction = async <T>(
  session: Session,
  by: Principal,
  fn: (tx: Schema) => Promise<T>,
  { lock, commit = waitForAll }: Engine = {},
): Promise<Ran<T>> => {
  let isOver = false
  let failure: { error: unknown } | null = null
  let hasWritten = false
  const unanswered: Promise<unknown>[] = []
  const afterCommit: AfterCommit[] = []

  /**
   * Sends a statement. After a statement has failed, all later statements throw the same error. PostgreSQL would refuse the later
   * statements anyway, but SQLite would run them.
   */
  const guarded = async <R>(sql: string, send: () => Promise<R>, subject?: string): Promise<R> => {
    if (isOver) throw new Error('this transaction is over: await every statement')
    if (failure) throw failure.error
    if (batch.isMentionedIn(sql)) batch.flush()
    hasWritten ||= !onlyReads(sql)
    try {
      return await send()
    } catch (error) {
      // `subject` is the row's id. The id is added to the error here, because the engine does not name the row of a failed compare-and-set.
      if (error instanceof StaleWrite && subject !== undefined) error.subject ??= subject
      failure ??= { error }
      throw failure.error
    }
  }

  const sendAhead = (answer: Promise<unknown>): void => {
    // The error is ignored here, because `guarded` has stored it.
    answer.catch(ignore)
    unanswered.push(answer)
  }

  const write = async (sql: string, params?: readonly Value[], subject?: string): Promise<void> => {
    const answer = guarded(sql, () => session.execute(sql, params), subject)
    if (!session.isPipelined) return void (await answer)
    sendAhead(answer)
    if (unanswered.length < UNANSWERED_MAX) return
    await answer
    // Answers arrive in order. Statements that were sent later may still be unanswered.
    unanswered.splice(0, unanswered.indexOf(answer) + 1)
  }

  const batch = createBatch((table, rows) => {
    for (const { sql, params } of insertStatements(table, rows)) sendAhead(guarded(sql, () => session.execute(sql, params)))
  })

  const tx: Schema = {
    query: (sql, params) => guarded(sql, () => session.query(sql, params)),
    execute: (sql, params) => guarded(sql, () => session.execute(sql, params)),
    script: (sql) => guarded(sql, () => session.script(sql)),
    secrets: session.secrets,
    write,
    insertTogether: (table, rows) => {
      if (isOver) throw new Error('this transaction is over: await every statement')
      hasWritten = true
      batch.add(table, rows)
    },
    afterCommit: (work) => void afterCommit.push(work),
  }

  try {
    if (lock) sendAhead(lock(tx))
    await by.request?.checkAuthority?.(tx)
    const result = await fn(tx)
    if (failure) throw (failure as { error: unknown }).error
    batch.flush()
    const { request } = by
    if (hasWritten && request) {
      await request.markKey?.(tx)
      afterCommit.push(() => {
        request.hasCommitted = true
      })
    }
    await commit(unanswered)
    return { result, afterCommit }
  } finally {
    isOver = true
  }
}

const waitForAll = async (unanswered: readonly Promise<unknown>[]): Promise<void> => void (await Promise.all(unanswered))

export const finish = <T>(announce: Announce, { result, afterCommit }: Ran<T>): T => {
  for (const work of afterCommit) work(announce)
  return result
}

/**
 * Runs `attempt` again after a write conflict or a duplicate random code. `attempt` receives the id of the row that caused the last
 * conflict, or null.
 */
export const retrying = async <T>(attempt: (subject: string | null) => Promise<T>, forMs = RETRY_FOR_MS): Promise<T> => {
  const giveUpAtMs = performance.now() + forMs
  let subject: string | null = null
  for (let tries = 1; ; tries++) {
    try {
      return await (subject === null ? attempt(null) : inTurn(subject, attempt))
    } catch (error) {
      const mayTryAgain = isConflict(error)
        ? tries < ATTEMPTS_MIN || performance.now() < giveUpAtMs
        : isDuplicateCode(error) && tries < DRAWS_MAX
      if (!mayTryAgain) throw error
      subject = isConflict(error) ? error.subject : null
      await sleep(Math.random() * Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** (tries - 1)))
    }
  }
}

/** For each row, the promise of the last retry in its queue. */
const turns = new Map<string, Promise<unknown>>()

/** Retries for the same row run one at a time. Fifty at once would conflict until some of them give up. */
const inTurn = <T>(subject: string, work: (subject: string) => Promise<T>): Promise<T> => {
  const result = (turns.get(subject) ?? Promise.resolve()).then(() => work(subject))
  const over: Promise<void> = result.then(ignore, ignore).then(() => {
    if (turns.get(subject) === over) turns.delete(subject)
  })
  turns.set(subject, over)
  return result
}

const ignore = (): void => {}

const isConflict = (error: unknown): error is StaleWrite => error instanceof StaleWrite

const isDuplicateCode = (error: unknown): boolean => error instanceof UniqueViolation && CHOSEN_CODES.some((code) => error.concerns(code))

/** Checks the caller's authority again. Call this after the transaction has waited for a lock. */
export const requireAuthority = async (tx: Tx, by: Principal): Promise<void> => by.request?.checkAuthority?.(tx)
