// The code of the thread that checkpoints the SQLite log.

type Given = { file: string; settings: string }

/** A thread gets it as text, and so imports nothing: an update may have removed the files of a server that runs. */
const copyWhenTold = ({ DatabaseSync }: typeof import('node:sqlite'), threads: typeof import('node:worker_threads')): void => {
  const { file, settings } = threads.workerData as Given
  const port = threads.parentPort!
  const database = new DatabaseSync(file, { timeout: 0 })
  database.exec(settings)

  /** What cannot be copied, on a full disk for one, is as safe in the log. */
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
