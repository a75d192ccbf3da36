// Transaction rules of both engines: not nested, not used after the end, retried on a write conflict.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Announce, Query, Schema } from './db.ts'
import { onlyReads, StaleWrite, UniqueViolation } from './db.ts'
import type { Columns } from './rows.ts'
import { insert } from './rows.ts'

/** Whoever is outrun tries again for so long: a row that servers fight over is still written by all of them, one after another. */
const RETRY_FOR_MS = 10_000
/** At least so often, however long an attempt waited: one that waits for a connection or a row for all of its time has had no chance yet. */
const ATTEMPTS_MIN = 3
/** Up to so long before the second attempt, twice as long before each further one. */
const PAUSE_FIRST_MS = 4
const PAUSE_MAX_MS = 250
/** Of such codes: more bad luck than that is none. */
const DRAWS_MAX = 10

/** What a transaction chooses, by chance or by number, or charges for: a duplicate is rare, and the retry chooses another, or finds what was first. */
const CHOSEN_CODES = ['reference', 'parcel_number', 'label_token', 'number', 'suffix_key', 'line_key', 'source']

interface Scope {
  over: boolean
  failure?: { error: unknown }
  /** Set once the last statements have been sent. */
  last?: Promise<unknown>
  gathered: Gathered
}

/** Rows that wait to be inserted together, and their inserts that were sent. */
type Gathered = { readonly sent: Promise<unknown>[]; add: NonNullable<Query['insertTogether']>; isOf(sql: string): boolean; send(): void }

/** Of one statement, unless more are given at once: engines take only so many parameters. */
const ROWS_TOGETHER_MAX = 100

const gatherRows = (tx: () => Query): Gathered => {
  const rows = new Map<string, Columns[]>()
  const sent: Promise<unknown>[] = []
  const send = (): void => {
    for (const [table, ofTable] of rows) {
      rows.delete(table)
      const inserted = insert(tx(), table, ofTable)
      // Whoever ends the transaction waits for it.
      inserted.catch(ignore)
      sent.push(inserted)
    }
  }
  return {
    sent,
    send,
    add: (table, added) => {
      if ((rows.get(table)?.length ?? 0) + added.length > ROWS_TOGETHER_MAX) send()
      const others = rows.get(table)
      if (others) others.push(...added)
      else rows.set(table, [...added])
    },
    isOf: (sql) => rows.size > 0 && rows.keys().some((table) => sql.includes(table)),
  }
}

const current = new AsyncLocalStorage<Scope>()
type AfterCommit = (announce: Announce) => void
const afterwards = new AsyncLocalStorage<AfterCommit[]>()
const endings = new AsyncLocalStorage<(tx: Query) => Promise<void>>()
const beginnings = new AsyncLocalStorage<(tx: Query) => Promise<void>>()

/** Every transaction that `work` starts begins with this check, and does nothing if it throws. */
export const beginningWith = (check: (tx: Query) => Promise<void>, work: () => void): void => beginnings.run(check, work)

/** The same check again, for a transaction that has waited for a row since it began. */
export const checkAgain = async (tx: Query): Promise<void> => beginnings.getStore()?.(tx)

/** Every transaction that `work` starts and that writes something commits with what `write` adds at its end, or not at all. */
export const endingWith = (write: (tx: Query) => Promise<void>, work: () => void): void => endings.run(write, work)

/** Whether a transaction that some work started has committed what it wrote. */
export type Commits = { any: boolean }

const noted = new AsyncLocalStorage<Commits>()

export const notingCommits = (commits: Commits, work: () => void): void => noted.run(commits, work)

/** For what serves several requests, or none: it is no part of the one that happens to start it, and not under its key or its authority. */
export const outsideRequests = AsyncLocalStorage.snapshot()

/** Waiting for a second connection from inside a transaction would deadlock, and would not see the transaction's own writes. */
export const assertOutsideTransaction = () => {
  if (current.getStore()?.over === false) throw new Error('inside a transaction, use only its own tx: transactions do not nest')
}

/**
 * Sends the last statements of the transaction under way. Nothing may depend on their answers but whether they fail, so that PostgreSQL gets
 * the commit in the same packet: for inserts and `updateVersioned`, which fail by themselves, not for what may find no row. All of them have
 * to be sent before `send` returns.
 */
export const sendLast = (send: () => readonly Promise<unknown>[]): void => {
  const scope = current.getStore()
  if (!scope || scope.over || scope.last) throw new Error('no transaction is under way, or its last statements were sent')
  const sent = send()
  scope.gathered.send()
  const last = Promise.all([...sent, ...scope.gathered.sent])
  // Whoever ends the transaction waits for it.
  last.catch(ignore)
  scope.last = last
}

/** Sends the commit behind statements that are still under way, and waits for all of them. */
type CommitBehind = (last: Promise<unknown>) => Promise<void>

/** What a transaction waits for before anything else in it is read. It sends all its statements at once, ahead of any other. */
export type TakeLock = (tx: Query) => Promise<unknown>

const NO_LOCK: TakeLock = async () => {}

/** Runs fn once over an engine's open transaction. After a failed statement PostgreSQL goes on failing and SQLite does not: here both stop. */
export const runInScope = async <T>(
  session: Schema,
  fn: (tx: Schema) => Promise<T>,
  { lock = NO_LOCK, commitBehind }: { lock?: TakeLock | undefined; commitBehind?: CommitBehind } = {},
): Promise<T> => {
  const gathered = gatherRows(() => tx)
  const scope: Scope = { over: false, gathered }
  let notLocked: { error: unknown } | undefined
  // What an earlier run of it left for after a commit that never was.
  const waiting = afterwards.getStore()
  waiting?.splice(0)
  const commits = noted.getStore()
  let hasWritten = false
  if (commits)
    waiting?.push(() => {
      if (hasWritten) commits.any = true
    })
  const requireOpen = (): void => {
    if (scope.over) throw new Error('this transaction is over: await every statement')
    if (scope.failure) throw scope.failure.error
    if (scope.last) throw new Error('the last statements of this transaction have been sent')
  }
  const guarded =
    <A extends [sql: string, ...unknown[]], R>(method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      requireOpen()
      if (gathered.isOf(args[0])) gathered.send()
      hasWritten ||= !onlyReads(args[0])
      try {
        return await method(...args)
      } catch (error) {
        // Of several that fail the first says why: PostgreSQL refuses all that follow it.
        scope.failure ??= { error }
        throw scope.failure.error
      }
    }
  const tx: Schema = {
    query: guarded(session.query) as Schema['query'],
    execute: guarded(session.execute),
    script: guarded(session.script),
    secrets: session.secrets,
    insertTogether: (table, rows) => {
      requireOpen()
      gathered.add(table, rows)
    },
  }
  try {
    const result = await current.run(scope, async () => {
      // Not awaited: the engine runs statements in turn, so that these share a round trip with the first that follow.
      lock(tx).catch((error) => (notLocked = { error }))
      const check = beginnings.getStore()
      if (check) await check(tx)
      return fn(tx)
    })
    if (scope.failure) throw scope.failure.error
    if (!scope.last) gathered.send()
    const last = scope.last ?? (gathered.sent.length > 0 ? Promise.all(gathered.sent) : undefined)
    const end = hasWritten ? endings.getStore() : undefined
    if (last && commitBehind && !end) await commitBehind(last)
    else {
      delete scope.last
      await Promise.all([last, end?.(tx)])
      gathered.send()
      await Promise.all(gathered.sent)
    }
    return result
  } catch (error) {
    // PostgreSQL refuses whatever was sent after a statement that failed: that one says why.
    throw notLocked ? notLocked.error : error
  } finally {
    scope.over = true
  }
}

/** For what may be done only once the transaction under way has committed; if it fails, nothing is. `announce` is that of its store. */
export const afterCommit = (work: AfterCommit): void => {
  const waiting = current.getStore()?.over === false ? afterwards.getStore() : undefined
  if (!waiting) throw new Error('no transaction is under way: nothing would ever be done after its commit')
  waiting.push(work)
}

/** Answers with what gives its result, after doing what was left for after its commit. */
const committed = async <T>(announce: Announce, attempt: () => Promise<T>): Promise<() => T> => {
  const waiting: AfterCommit[] = []
  const result = await afterwards.run(waiting, attempt)
  return () => {
    for (const work of waiting) work(announce)
    return result
  }
}

export const once = async <T>(announce: Announce, attempt: () => Promise<T>): Promise<T> => (await committed(announce, attempt))()

/** `attempt` is told at which row it was outrun, if it was. */
export const retrying = async <T>(
  announce: Announce,
  attempt: (subject: string | null) => Promise<T>,
  forMs = RETRY_FOR_MS,
): Promise<T> => {
  const giveUpAtMs = performance.now() + forMs
  let subject: string | null = null
  for (let tries = 1; ; tries++) {
    let finish: () => T
    try {
      finish = await committed(announce, () => (subject === null ? attempt(null) : inTurn(subject, attempt)))
    } catch (error) {
      const mayTryAgain = isOutrun(error)
        ? tries < ATTEMPTS_MIN || performance.now() < giveUpAtMs
        : isUnluckyDraw(error) && tries < DRAWS_MAX
      if (!mayTryAgain) throw error
      subject = isOutrun(error) ? error.subject : null
      await sleep(Math.random() * Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** (tries - 1)))
      continue
    }
    return finish()
  }
}

/** The last who waits for a row. */
const turns = new Map<string, Promise<unknown>>()

/** Those who were outrun at one row go one at a time: fifty callers would otherwise outrun one another until some give up. */
const inTurn = <T>(subject: string, work: (subject: string) => Promise<T>): Promise<T> => {
  const result = (turns.get(subject) ?? Promise.resolve()).then(() => work(subject))
  const over: Promise<void> = result.then(ignore, ignore).then(() => {
    if (turns.get(subject) === over) turns.delete(subject)
  })
  turns.set(subject, over)
  return result
}

const ignore = (): void => {}

const isOutrun = (error: unknown): error is StaleWrite => error instanceof StaleWrite

const isUnluckyDraw = (error: unknown): boolean => error instanceof UniqueViolation && CHOSEN_CODES.some((code) => error.concerns(code))
