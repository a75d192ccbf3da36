// The worker thread that checkpoints the SQLite log.

import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './connection.ts'

const { database } = connect(workerData, { readOnly: false, busyTimeoutMs: 0 })

const copy = (): void => {
  try {
    database.exec('pragma wal_checkpoint(passive)')
  } catch {
    // What cannot be copied, on a full disk for one, is as safe in the log. A commit tries again.
  }
  parentPort!.postMessage('copied')
}

const end = (): void => {
  database.close()
  parentPort!.close()
}

parentPort!.on('message', (order: 'copy' | 'end') => (order === 'copy' ? copy() : end()))
