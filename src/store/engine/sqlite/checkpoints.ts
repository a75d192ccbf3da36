// Checkpoints the SQLite log in a thread. In a commit, it would delay every request.

import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { CHECKPOINT_THREAD } from './checkpoint-thread.ts'
import { SETTINGS } from './connection.ts'

/** The thread is told when so many pages, of 4 KiB each, are yet to be copied. */
const COPIED_PAGES = 1_000
/** What was written while the thread copied is copied here if it is no more than this: a matter of a millisecond or two. */
const FINISHED_PAGES = 250
/** A log as long as this is copied by commits after all: the thread is gone, or cannot keep up. */
const LOG_MAX_PAGES = 8_000
/** After a failure. */
const RETRY_MS = 10_000
/** After an attempt that copied nothing, because somebody reads: at first so long, twice as long after each further one. */
const PAUSE_FIRST_MS = 20
const PAUSE_MAX_MS = 1_000
/** It has a connection and little else. */
const RESOURCES = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

type Log = { log: number; checkpointed: number }

export type Report = (what: string, details: object) => void
type Options = { report?: Report | undefined; thread?: string; retryMs?: number }

/** For the connection that writes. */
export const createCheckpoints = (
  file: string,
  database: DatabaseSync,
  { report, thread: code = CHECKPOINT_THREAD, retryMs = RETRY_MS }: Options = {},
) => {
  database.exec(`pragma wal_autocheckpoint = ${LOG_MAX_PAGES}`)
  const logNow = database.prepare('pragma wal_checkpoint(noop)')
  let thread: Worker | null = null
  let isCopying = false
  let triesAgainAtMs = 0
  /** How much had been copied when the thread was told last; null where that says nothing of what comes next. */
  let copiedBefore: number | null = null
  let pauseMs = PAUSE_FIRST_MS
  let pause: NodeJS.Timeout | undefined

  const failed = (reason: string): void => {
    triesAgainAtMs = performance.now() + retryMs
    copiedBefore = null
    report?.('the log of the store could not be copied into its file; it is tried again', { reason })
  }

  const start = (): Worker => {
    const started = new Worker(code, { eval: true, workerData: { file, settings: SETTINGS }, resourceLimits: RESOURCES, execArgv: [] })
    started.unref()
    started.on('message', (failure: string | null) => {
      isCopying = false
      if (failure !== null) failed(failure)
      committed()
    })
    started.on('error', (error: Error) => failed(error.message))
    started.on('exit', () => {
      thread = null
      isCopying = false
    })
    return started
  }

  const tell = (checkpointed: number): void => {
    if (copiedBefore !== null) pauseMs = PAUSE_FIRST_MS
    copiedBefore = checkpointed
    thread ??= start()
    thread.postMessage('copy')
    isCopying = true
  }

  /** The reader may end without a commit. */
  const wait = (): void => {
    triesAgainAtMs = performance.now() + pauseMs
    pause = setTimeout(committed, pauseMs + 1).unref()
    pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2)
    copiedBefore = null
  }

  /** A log that has been copied to its last page is written from its beginning again. */
  const look = (): void => {
    if (isCopying || performance.now() < triesAgainAtMs || !database.isOpen || database.isTransaction) return
    const { log, checkpointed } = logNow.get() as Log
    const left = log - checkpointed
    if (left >= COPIED_PAGES) {
      if (checkpointed === copiedBefore) wait()
      else tell(checkpointed)
      return
    }
    copiedBefore = null
    pauseMs = PAUSE_FIRST_MS
    if (log >= COPIED_PAGES && left > 0 && left <= FINISHED_PAGES) database.exec('pragma wal_checkpoint(passive)')
  }

  /** To be told of each commit. */
  const committed = (): void => {
    try {
      look()
    } catch (error) {
      // What cannot be copied, on a full disk for one, is as safe in the log.
      failed((error as Error).message)
    }
  }

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      clearTimeout(pause)
      if (!thread) return resolve()
      // Waited for, where before it kept nobody.
      thread.ref()
      thread.once('exit', () => resolve())
      thread.postMessage('end')
    })

  return { committed, close }
}
