// The ceiling of the engine: records the statements of requests, rolls them back, and then sends them through the driver alone.

import type { Db, Query, TransactionOptions, Value } from '../src/store/engine/db.ts'
import type { Columns } from '../src/store/engine/rows.ts'
import { insert } from '../src/store/engine/rows.ts'
import { sendLast } from '../src/store/engine/transaction.ts'
import { serveInProcess } from './in-process.ts'
import type { Call } from './load.ts'

type Statement = { method: 'query' | 'execute'; sql: string; params: readonly Value[] }

/** Reads between transactions, a statement that is a transaction of its own, or a transaction. */
type Step = { kind: 'reads' | 'alone' | 'transaction'; statements: Statement[]; options: TransactionOptions; changed: number }

type Left = Map<string, Columns[]>

/** Ends the transaction of a request that is only recorded. */
class RolledBack extends Error {}

/** A store that executes reads and rolls back transactions. `take` returns the steps recorded since the last call. */
const recording = (db: Db): { db: Db; take(): Step[] } => {
  let steps: Step[] = []
  const stepOf = (kind: Step['kind'], options: TransactionOptions = {}): Step => {
    const step = { kind, statements: [], options, changed: 0 }
    steps.push(step)
    return step
  }
  const note = (step: Step, method: Statement['method'], sql: string, params: readonly Value[] = []): void =>
    void step.statements.push({ method, sql, params: [...params] })
  const inStep = (tx: Query, step: Step, left: Left, sent: Promise<unknown>[]): Query => ({
    secrets: tx.secrets,
    query: (sql, params) => {
      note(step, 'query', sql, params)
      return tx.query(sql, params)
    },
    execute: (sql, params) => {
      note(step, 'execute', sql, params)
      const changing = tx.execute(sql, params).then((changed) => {
        step.changed += changed
        return changed
      })
      sent.push(changing)
      return changing
    },
    insertTogether: (table, rows) => {
      left.set(table, [...(left.get(table) ?? []), ...rows])
      step.changed += rows.length
    },
  })
  /** Records the inserts that the engine would send together at the end of the transaction. */
  const noteLeft = async (tx: Query, step: Step, left: Left): Promise<void> => {
    const execute: Query['execute'] = async (sql, params) => {
      note(step, 'execute', sql, params)
      return 0
    }
    for (const [table, rows] of left) await insert({ ...tx, execute }, table, rows)
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
      step.changed = await db.execute(sql, params)
      return step.changed
    },
    executeReturning: (sql, params) => {
      note(stepOf('alone'), 'query', sql, params)
      return db.executeReturning(sql, params)
    },
    transaction: async <T>(fn: (tx: Query) => Promise<T>, options: TransactionOptions = {}) => {
      const step = stepOf('transaction', options)
      let result: { value: T } | undefined
      const attempt = async (tx: Query): Promise<never> => {
        step.statements = []
        step.changed = 0
        const left: Left = new Map()
        const sent: Promise<unknown>[] = []
        result = { value: await fn(inStep(tx, step, left, sent)) }
        // The flow leaves its last statements to the commit. There is no commit here, so wait for them.
        await Promise.all(sent)
        await noteLeft(tx, step, left)
        throw new RolledBack('only recorded')
      }
      await db.transaction(attempt, options).catch((error) => {
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

/** Records the statements of each call in a server in this process. The calls can be sent again: everything is rolled back. */
const record = async (db: Db, calls: readonly Call[]): Promise<Step[][]> => {
  const recorder = recording(db)
  const server = await serveInProcess(recorder.db)
  const recorded: Step[][] = []
  try {
    // The first call is sent once before recording, because it fills the caches of the server.
    for (const call of [calls[0]!, ...calls]) {
      await server.answer(call)
      recorded.push(recorder.take())
    }
  } finally {
    await server.close()
  }
  return recorded.slice(1)
}

const sendAll = async (to: Pick<Query, 'query' | 'execute'>, statements: readonly Statement[]): Promise<number> => {
  const answers = await Promise.all(statements.map(({ method, sql, params }) => to[method](sql, params)))
  return answers.reduce<number>((sum, answer) => sum + (typeof answer === 'number' ? answer : 0), 0)
}

/** The statements of a transaction are sent together, without waiting for answers: no server could be faster. */
const sendAgain = async (db: Db, steps: readonly Step[]): Promise<void> => {
  for (const { kind, statements, options, changed } of steps) {
    if (kind === 'reads') await sendAll(db, statements)
    else if (kind === 'alone') for (const { sql, params } of statements) await db.executeReturning(sql, params)
    else {
      let now = 0
      const write = async (tx: Query): Promise<void> => {
        const count = (rows: number): void => {
          now = rows
        }
        sendLast(() => [sendAll(tx, statements).then(count)])
      }
      await db.transaction(write, options)
      if (now !== changed) throw new Error(`a transaction changed ${changed} rows when it was recorded, and ${now} when it was replayed`)
    }
  }
}

/** Requests per second that the engine can serve, with one caller per connection of the server. */
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
