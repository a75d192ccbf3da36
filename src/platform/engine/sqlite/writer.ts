// Group commit: concurrent transactions run one after another and share one commit and its fsync.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Observe, Principal, Schema, Value } from '../db.ts'
import { OutcomeUnknown, onlyReads, StoreUnavailable } from '../db.ts'
import { sqliteDdl } from '../ddl.ts'
import type { Secrets } from '../secrets.ts'
import type { Ran, Session } from '../transaction.ts'
import { runTransaction } from '../transaction.ts'
import type { Report } from './checkpoints.ts'
import { createCheckpoints } from './checkpoints.ts'
import { connect, primaryCode, SQLITE_BUSY, SQLITE_IOERR, translate } from './connection.ts'
import { createTurns } from './turns.ts'

/** How long a group accepts further transactions. The callers of its first transactions wait that long for the commit. */
const GROUP_MS = 20
/** How long to wait for another process that holds the write lock. */
const BUSY_TIMEOUT_MS = 5_000
const BUSY_POLL_MS = 2
/**
 * How long `close` tries to empty the log while another process reads it. If this fails, the log is emptied when the other process closes
 * the store.
 */
const EMPTY_LOG_MS = 250

interface Job {
  queuedAtMs: number
  /** True if the job must not share a commit. Jobs that share a commit may run a second time because another job failed. */
  isAlone: boolean
  isInNoAnswer: boolean
  run(): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** Thrown if a job fails after it has written. All started jobs of the same group are then run again, each with a savepoint. */
class Spoilt extends Error {}

export const openWriter = async (file: string, secrets: Secrets, observe: Observe, report?: Report) => {
  // `patiently` waits for other processes, because SQLite's own busy handler would block the event loop.
  const { database, all, run, translated } = await patiently(file, () => connect(file, { readOnly: false, busyTimeoutMs: 0 }))
  const checkpoints = createCheckpoints(file, database, { report })
  const queue: Job[] = []
  let draining: Promise<void> | undefined
  let closed = false
  let commits = 0
  let hasWritten = false

  const writing = <T>(work: () => T): T => {
    hasWritten = true
    return work()
  }
  const turns = createTurns()
  const observed = <T>(sql: string, statement: () => T): T | Promise<T> => {
    const startedAtMs = performance.now()
    return turns.take(() => {
      try {
        return statement()
      } finally {
        observe('statement', performance.now() - startedAtMs, sql)
      }
    })
  }
  const session: Session = {
    isPipelined: false,
    query: async <R extends object>(sql: string, params?: readonly Value[]) =>
      observed(sql, () => (onlyReads(sql) ? all(sql, params) : writing(() => all(sql, params))) as R[]),
    execute: async (sql, params) => observed(sql, () => writing(() => run(sql, params))),
    script: async (sql) => turns.take(() => writing(() => translated(() => database.exec(sqliteDdl(sql))))),
    secrets,
  }

  const transaction = <T>(
    by: Principal,
    fn: (tx: Schema) => Promise<T>,
    { isAlone = false, isInNoAnswer = false } = {},
  ): Promise<Ran<T>> => {
    if (closed) return Promise.reject(new StoreUnavailable('the store is closed'))
    const { promise, resolve, reject } = Promise.withResolvers<Ran<T>>()
    const runOnce = () => runTransaction(session, by, fn).finally(turns.end)
    queue.push({ queuedAtMs: performance.now(), isAlone, isInNoAnswer, run: runOnce, resolve: resolve as Job['resolve'], reject })
    draining ??= drain()
    return promise
  }

  const drain = async () => {
    while (queue.length > 0) {
      // Waits one turn of the event loop, so that requests that were read in the same turn join the group.
      await nextTurn()
      await runGroup()
    }
    draining = undefined
  }

  /** Takes jobs from the queue while the group is open. */
  function* arriving(): Generator<Job> {
    const closesAtMs = performance.now() + GROUP_MS
    for (let first = true; queue.length > 0 && performance.now() < closesAtMs; first = false) {
      if (queue[0]!.isAlone && !first) return
      const job = queue.shift()!
      yield job
      if (job.isAlone) return
    }
  }

  const runGroup = async () => {
    try {
      await begin()
    } catch (error) {
      for (const job of queue.splice(0)) job.reject(error)
      return
    }
    const ran: Job[] = []
    try {
      await commitTogether(arriving(), ran, runJob)
    } catch (error) {
      if (error instanceof Spoilt && ran.length > 1) await runApart(ran)
      else for (const job of ran) job.reject(error instanceof Spoilt ? error.cause : error)
    }
  }

  const runApart = async (jobs: readonly Job[]) => {
    try {
      await begin()
      await commitTogether(jobs, [], runUndoable)
    } catch (error) {
      for (const job of jobs) job.reject(error)
    }
  }

  /**
   * Runs jobs and commits them together. Adds each started job to `ran`. Even a job that throws is answered only after the commit, because
   * its error may depend on data that an earlier job wrote.
   */
  const commitTogether = async (jobs: Iterable<Job>, ran: Job[], runOne: (job: Job) => Promise<() => void>) => {
    const answers: (() => void)[] = []
    let isInAnswers = false
    try {
      for (const job of jobs) {
        ran.push(job)
        isInAnswers ||= !job.isInNoAnswer
        answers.push(await runOne(job))
        if (!database.isTransaction) throw new StoreUnavailable('SQLite rolled back the group that this transaction was in')
      }
      commit()
      if (isInAnswers) commits++
    } catch (error) {
      rollBack()
      throw error
    }
    for (const answer of answers) answer()
    checkpoints.committed()
  }

  /**
   * Commits the group. After an I/O error, the log may still contain the whole group, which a restart would then apply. The outcome is
   * therefore unknown.
   */
  const commit = () => {
    try {
      database.exec('commit')
    } catch (error) {
      if (primaryCode(error) === SQLITE_IOERR) throw new OutcomeUnknown(`SQLite: ${(error as Error).message}`, { cause: error })
      throw translate(error, file)
    }
  }

  const rollBack = () => {
    try {
      if (database.isTransaction) database.exec('rollback')
    } catch {
      // A failed rollback is ignored here. The next group then cannot begin, and reports an error.
    }
  }

  /**
   * Runs a job without a savepoint, because savepoints would make every job a tenth slower. If a job fails after it has written, all
   * started jobs of its group are run again with savepoints.
   */
  const runJob = async (job: Job): Promise<() => void> => {
    hasWritten = false
    try {
      const value = await job.run()
      return () => job.resolve(value)
    } catch (error) {
      if (hasWritten && database.isTransaction) throw new Spoilt('a transaction failed after it had written', { cause: error })
      return () => job.reject(error)
    }
  }

  const runUndoable = async (job: Job): Promise<() => void> => {
    try {
      run('savepoint job')
      const value = await job.run()
      run('release job')
      return () => job.resolve(value)
    } catch (error) {
      if (database.isTransaction) database.exec('rollback to job; release job')
      return () => job.reject(error)
    }
  }

  const begin = async () => {
    await patiently(file, () => database.exec('begin immediate'))
    turns.start()
  }

  /** Accepts no more transactions, and waits for the queued ones. */
  const finish = async () => {
    closed = true
    await draining
  }

  /**
   * Empties the log before closing. SQLite deletes the log when the last connection closes. But if two connections close at the same
   * moment, the log may remain.
   */
  const emptyLog = async (): Promise<void> => {
    const givesUpAtMs = performance.now() + EMPTY_LOG_MS
    const emptying = database.prepare('pragma wal_checkpoint(truncate)')
    while ((emptying.get() as { busy: number }).busy !== 0 && performance.now() < givesUpAtMs) await sleep(Math.random() * BUSY_POLL_MS)
  }

  const close = async () => {
    await finish()
    await checkpoints.close()
    if (!database.isOpen) return
    // If emptying the log fails, for example on a full disk, the changes are still safe in the log.
    await emptyLog().catch(() => {})
    database.close()
  }

  const waitingMs = () => (queue[0] ? performance.now() - queue[0].queuedAtMs : 0)

  // `data_version` changes only when another connection commits.
  const dataVersion = database.prepare('pragma data_version')
  let elsewhere = 0
  const writtenElsewhere = () => {
    if (database.isOpen) elsewhere = (dataVersion.get() as { data_version: number }).data_version
    return elsewhere
  }

  // Both numbers only grow, so their sum changes whenever one of them changes.
  const lastChange = () => commits + elsewhere

  return { transaction, waitingMs, writtenElsewhere, lastChange, finish, close }
}

const patiently = async <T>(file: string, work: () => T): Promise<T> => {
  const givesUpAtMs = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (primaryCode(error) !== SQLITE_BUSY || performance.now() > givesUpAtMs) throw translate(error, file)
      await sleep(Math.random() * BUSY_POLL_MS)
    }
  }
}
