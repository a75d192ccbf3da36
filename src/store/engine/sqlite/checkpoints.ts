// Checkpoints the SQLite log in a thread. In a commit, it would delay every request.

import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** The thread is told when so many pages, of 4 KiB each, are yet to be copied. */
const COPIED_PAGES = 1_000
/** What was written while the thread copied is copied here if it is no more than this: a matter of a millisecond or two. */
const FINISHED_PAGES = 250
/** A log as long as this is copied by commits after all: the thread is gone, or cannot keep up. */
const LOG_MAX_PAGES = 8_000
const THREAD = new URL('./checkpoint-thread.ts', import.meta.url)
/** It has a connection and little else. */
const RESOURCES = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

type Log = { log: number; checkpointed: number }

/** For the connection that writes. */
export const createCheckpoints = (file: string, database: DatabaseSync, script = THREAD) => {
  database.exec(`pragma wal_autocheckpoint = ${LOG_MAX_PAGES}`)
  const logNow = database.prepare('pragma wal_checkpoint(noop)')
  let thread: Worker | null = null
  let isCopying = false
  let hasFailed = false

  const start = (): Worker => {
    const started = new Worker(script, { workerData: file, resourceLimits: RESOURCES, execArgv: [] })
    started.unref()
    started.on('message', () => {
      isCopying = false
      committed()
    })
    started.on('error', () => {
      hasFailed = true
    })
    started.on('exit', () => {
      thread = null
    })
    return started
  }

  /** A log that has been copied to its last page is written from its beginning again. */
  const look = (): void => {
    if (isCopying || hasFailed || !database.isOpen || database.isTransaction) return
    const { log, checkpointed } = logNow.get() as Log
    const left = log - checkpointed
    if (left >= COPIED_PAGES) {
      isCopying = true
      thread ??= start()
      thread.postMessage('copy')
    } else if (log >= COPIED_PAGES && left > 0 && left <= FINISHED_PAGES) {
      database.exec('pragma wal_checkpoint(passive)')
    }
  }

  /** To be told of each commit. */
  const committed = (): void => {
    try {
      look()
    } catch {
      // What cannot be copied, on a full disk for one, is as safe in the log.
    }
  }

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      if (!thread) return resolve()
      // Waited for, where before it kept nobody.
      thread.ref()
      thread.once('exit', () => resolve())
      thread.postMessage('end')
    })

  return { committed, close }
}
