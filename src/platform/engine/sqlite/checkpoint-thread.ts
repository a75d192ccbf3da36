// The code of the thread that checkpoints the SQLite log.

type ThreadData = { file: string; settings: string }

/** The thread gets this function as text. It imports nothing, because an update may have removed the files of the running server. */
const copyWhenTold = ({ DatabaseSync }: typeof import('node:sqlite'), threads: typeof import('node:worker_threads')): void => {
  const { file, settings } = threads.workerData as ThreadData
  const port = threads.parentPort!
  const database = new DatabaseSync(file, { timeout: 0 })
  database.exec(settings)

  /** Copies the log into the store's file. Returns the error message, or null on success. */
  const copy = (): string | null => {
    try {
      database.exec('pragma wal_checkpoint(passive)')
      return null
    } catch (error) {
      return (error as Error).message
    }
  }

  const end = (): void => {
    database.close()
    port.close()
  }

  port.on('message', (order: 'copy' | 'end') => (order === 'copy' ? port.postMessage(copy()) : end()))
}

export const CHECKPOINT_THREAD = `(${copyWhenTold})(require('node:sqlite'), require('node:worker_threads'))`
