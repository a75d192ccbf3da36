// Measures the database engine alone: records the SQL statements of requests, rolls them back, and sends them again through the driver.

import type { Db, Principal, Query, TransactionOptions, Tx, Value } from '../src/platform/engine/db.ts'
import { SYSTEM } from '../src/platform/engine/db.ts'
import type { Columns } from '../src/platform/engine/rows.ts'
import { insertStatements } from '../src/platform/engine/rows.ts'
import { serveInProcess } from './in-process.ts'
import type { Call } from './load.ts'

type Statement = { method: 'query' | 'execute'; sql: string; params: readonly Value[] }

/**
 * A step of a request: reads outside a transaction, a single statement that forms its own transaction, or a transaction of several
 * statements.
 */
type Step = { kind: 'reads' | 'alone' | 'transaction'; statements: Statement[]; options: TransactionOptions }

type Left = Map<string, Columns[]>

/** Thrown to roll back the transaction of a request that is only recorded. */
class RolledBack extends Error {}

/** A store that records all statements and rolls back all transactions. `take` returns the steps recorded since its last call. */
const recording = (db: Db): { db: Db; take(): Step[] } => {
  let steps: Step[] = []
  const stepOf = (kind: Step['kind'], options: TransactionOptions = {}): Step => {
    const step = { kind, statements: [], options }
    steps.push(step)
    return step
  }
  const note = (step: Step, method: Statement['method'], sql: string, params: readonly Value[] = []): void =>
    void step.statements.push({ method, sql, params: [...params] })
  const inStep = (tx: Tx, step: Step, left: Left): Tx => ({
    ...tx,
    query: (sql, params) => {
      note(step, 'query', sql, params)
      return tx.query(sql, params)
    },
    execute: (sql, params) => {
      note(step, 'execute', sql, params)
      return tx.execute(sql, params)
    },
    write: async (sql, params) => {
      note(step, 'execute', sql, params)
      await tx.execute(sql, params)
    },
    insertTogether: (table, rows) => void left.set(table, [...(left.get(table) ?? []), ...rows]),
  })
  /**
   * Records the inserts that the store would send at the commit. A recorded transaction never commits, so the store does not send them
   * itself.
   */
  const noteLeft = (step: Step, left: Left): void => {
    for (const [table, rows] of left) for (const { sql, params } of insertStatements(table, rows)) note(step, 'execute', sql, params)
  }
  const recorder: Db = {
    ...db,
    query: (sql, params) => {
      const last = steps.at(-1)
      note(last?.kind === 'reads' ? last : stepOf('reads'), 'query', sql, params)
      return db.query(sql, params)
    },
    execute: async (sql, params) => {
      const step = stepOf('alone')
      note(step, 'execute', sql, params)
      return db.execute(sql, params)
    },
    executeReturning: (sql, params) => {
      note(stepOf('alone'), 'query', sql, params)
      return db.executeReturning(sql, params)
    },
    transaction: async <T>(by: Principal, fn: (tx: Tx) => Promise<T>, options: TransactionOptions = {}) => {
      const step = stepOf('transaction', options)
      let result: { value: T } | undefined
      const attempt = async (tx: Tx): Promise<never> => {
        step.statements = []
        const left: Left = new Map()
        result = { value: await fn(inStep(tx, step, left)) }
        noteLeft(step, left)
        throw new RolledBack('only recorded')
      }
      await db.transaction(by, attempt, options).catch((error) => {
        if (!(error instanceof RolledBack)) throw error
      })
      return result!.value
    },
  }
  const take = (): Step[] => {
    const taken = steps
    steps = []
    return taken
  }
  return { db: recorder, take }
}

/**
 * Sends the calls to a server in this process and records their statements. Transactions are rolled back, so that the same statements can
 * be sent again later.
 */
const record = async (db: Db, calls: readonly Call[]): Promise<Step[][]> => {
  const recorder = recording(db)
  const server = await serveInProcess(recorder.db)
  const recorded: Step[][] = []
  try {
    // The first call is sent twice. The first recording is dropped, because it includes statements that only fill the server's caches.
    for (const call of [calls[0]!, ...calls]) {
      await server.answer(call)
      recorded.push(recorder.take())
    }
  } finally {
    await server.close()
  }
  return recorded.slice(1)
}

const readAll = (from: Pick<Query, 'query'>, statements: readonly Statement[]): Promise<unknown> =>
  Promise.all(statements.map(({ sql, params }) => from.query(sql, params)))

/**
 * Sends the recorded steps of a request again. All statements of a transaction are sent together, without waiting for answers. No server
 * could be faster.
 */
const sendAgain = async (db: Db, steps: readonly Step[]): Promise<void> => {
  for (const { kind, statements, options } of steps) {
    if (kind === 'reads') await readAll(db, statements)
    else if (kind === 'alone') for (const { sql, params } of statements) await db.executeReturning(sql, params)
    else {
      const write = async (tx: Tx): Promise<void> => {
        for (const { sql, params } of statements) await tx.write(sql, params)
      }
      await db.transaction(SYSTEM, write, options)
    }
  }
}

/** Returns how many requests per second the database engine alone can serve. `callers`: the number of concurrent callers. */
export const engineCeiling = async (db: Db, calls: readonly Call[], callers: number): Promise<number> => {
  const recorded = await record(db, calls)
  const startedAt = performance.now()
  const left = recorded.values()
  const caller = async (): Promise<void> => {
    for (const steps of left) await sendAgain(db, steps)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return recorded.length / ((performance.now() - startedAt) / 1000)
}
