// Checkpoints the SQLite log in a thread: in a commit, it would delay every request.

import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { CHECKPOINT_THREAD } from './checkpoint-thread.ts'
import { SETTINGS } from './connection.ts'

/** The thread starts when this many pages of the log are not copied yet. A page has 4 KiB. */
const COPIED_PAGES = 1_000
/**
 * The most pages that the main thread copies itself, which takes a millisecond or two. These pages were written while the thread copied.
 */
const FINISHED_PAGES = 250
/** From this length of the log on, SQLite copies it during commits, because the thread has failed or cannot keep up. */
const LOG_MAX_PAGES = 8_000
/** The pause after an error of the thread. */
const RETRY_MS = 10_000
/** The pause after a reader has prevented copying. It doubles with each further attempt. */
const PAUSE_FIRST_MS = 20
const PAUSE_MAX_MS = 1_000
/** The thread holds one connection and little else, so it needs little memory. */
const RESOURCES = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

type Log = { log: number; checkpointed: number }

export type Report = (what: string, details: object) => void
type Options = { report?: Report | undefined; thread?: string; retryMs?: number }

/** `database`: the connection that writes. */
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
  /** The number of copied pages when the thread last started. If it has not grown at the next start, a reader prevents copying. */
  let copiedAtStart: number | null = null
  let pauseMs = PAUSE_FIRST_MS
  let pause: NodeJS.Timeout | undefined

  const failed = (reason: string): void => {
    triesAgainAtMs = performance.now() + retryMs
    copiedAtStart = null
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

  const startCopying = (checkpointed: number): void => {
    if (copiedAtStart !== null) pauseMs = PAUSE_FIRST_MS
    copiedAtStart = checkpointed
    thread ??= start()
    thread.postMessage('copy')
    isCopying = true
  }

  /** Waits for a commit, or for a timer, because the reader may end without a commit. */
  const waitForReader = (): void => {
    triesAgainAtMs = performance.now() + pauseMs
    pause = setTimeout(committed, pauseMs + 1).unref()
    pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2)
    copiedAtStart = null
  }

  /**
   * Starts the thread if much is left to copy, and copies a small rest here. SQLite reuses the log from its beginning once all pages are
   * copied.
   */
  const check = (): void => {
    if (isCopying || performance.now() < triesAgainAtMs || !database.isOpen || database.isTransaction) return
    const { log, checkpointed } = logNow.get() as Log
    const left = log - checkpointed
    if (left >= COPIED_PAGES) {
      if (checkpointed === copiedAtStart) waitForReader()
      else startCopying(checkpointed)
      return
    }
    copiedAtStart = null
    pauseMs = PAUSE_FIRST_MS
    if (log >= COPIED_PAGES && left > 0 && left <= FINISHED_PAGES) database.exec('pragma wal_checkpoint(passive)')
  }

  /** Call this after each commit. */
  const committed = (): void => {
    try {
      check()
    } catch (error) {
      // If pages cannot be copied, for example to a full disk, they are still safe in the log.
      failed((error as Error).message)
    }
  }

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      clearTimeout(pause)
      if (!thread) return resolve()
      // The thread did not keep the process alive until now, but its end must be waited for.
      thread.ref()
      thread.once('exit', () => resolve())
      thread.postMessage('end')
    })

  return { committed, close }
}
