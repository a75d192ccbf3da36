// Statistics for SQLite's planner, collected in a thread. Without statistics, the planner picks poor indexes for large tables.

import { Worker } from 'node:worker_threads'

/** How many rows of each index are read to collect its statistics. */
const ANALYSIS_LIMIT = 400
/** How long the thread waits for other writers. */
const BUSY_TIMEOUT_MS = 5_000
const RESOURCES = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

/**
 * Lists the ANALYZE statements that are needed, without running them: for tables without statistics, and for tables that have grown tenfold
 * since their last statistics.
 */
const OUTDATED = 'pragma optimize = 0x10003'

type ThreadData = { file: string; settings: string; outdated: string }

/** The thread gets this function as text. Each table has its own transaction, so that other writers wait for one table at most. */
const collect = ({ DatabaseSync }: typeof import('node:sqlite'), threads: typeof import('node:worker_threads')): void => {
  const { file, settings, outdated } = threads.workerData as ThreadData
  const database = new DatabaseSync(file)
  try {
    database.exec(settings)
    const statements = database.prepare(outdated).all() as { optimize: string }[]
    for (const { optimize } of statements) database.exec(optimize)
    threads.parentPort!.postMessage(statements.length)
  } finally {
    database.close()
  }
}

const CODE = `(${collect})(require('node:sqlite'), require('node:worker_threads'))`

/** Collects statistics, and returns whether any were outdated. Open connections do not use the new statistics yet. */
export const collectStatistics = async (file: string): Promise<boolean> => {
  const settings = `pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma analysis_limit = ${ANALYSIS_LIMIT}`
  const workerData: ThreadData = { file, settings, outdated: OUTDATED }
  const thread = new Worker(CODE, { eval: true, workerData, resourceLimits: RESOURCES, execArgv: [] })
  let tables = 0
  thread.on('message', (collected: number) => {
    tables = collected
  })
  await new Promise<void>((resolve, reject) => {
    thread.once('error', reject)
    thread.once('exit', () => resolve())
  })
  return tables > 0
}
