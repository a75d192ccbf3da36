// Checkpoints the SQLite log in a thread. A checkpoint within a commit would delay every request.

import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { CHECKPOINT_THREAD } from './checkpoint-thread.ts'
import { SETTINGS } from './connection.ts'

/** The thread copies when at least this many pages of the log are not copied yet. A page has 4 KiB. */
const COPIED_PAGES = 1_000
/**
 * If at most this many pages are left to copy, the main thread copies them itself, in a millisecond or two. They were written while the
 * checkpoint thread was copying.
 */
const FINISHED_PAGES = 250
/** If the log reaches this length, SQLite copies it during commits. This happens only if the thread has failed or cannot keep up. */
const LOG_MAX_PAGES = 8_000
/** The pause after an error of the thread. */
const RETRY_MS = 10_000
/** The first pause after a reader has prevented copying. Each further pause is twice as long, up to PAUSE_MAX_MS. */
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
  /**
   * How many pages had been copied when the thread was last told to copy. If the number has not grown by the next time, a reader is
   * preventing copying.
   */
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

  /**
   * Called when a reader prevents copying: waits before the next attempt. A timer starts the attempt, because there may be no further
   * commit to start it.
   */
  const waitForReader = (): void => {
    triesAgainAtMs = performance.now() + pauseMs
    pause = setTimeout(committed, pauseMs + 1).unref()
    pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 2)
    copiedAtStart = null
  }

  /**
   * Lets the thread copy if many pages are left. If only a few are left, copies them here, in the main thread. Once all pages are copied,
   * SQLite reuses the log from its beginning.
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
      // `ref` keeps this process alive until the thread has exited. The thread was started with `unref`.
      thread.ref()
      thread.once('exit', () => resolve())
      thread.postMessage('end')
    })

  return { committed, close }
}
