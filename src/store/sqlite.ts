// The embedded engine: one SQLite file, one connection that writes and one that reads what is committed.
import { rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db, Snapshot, Value } from './db.ts'
import { assertRead } from './db.ts'
import type { Connection } from './sqlite-connection.ts'
import { connect } from './sqlite-connection.ts'
import { narrow } from './sqlite-search.ts'
import { openWriter } from './sqlite-writer.ts'
import { assertOutsideTransaction, retrying } from './transaction.ts'

const READ_TIMEOUT_MS = 5_000
const BATCH_ROWS = 500

export const openSqlite = async (file: string): Promise<Db> => {
  const writer = await openWriter(file)
  const reader = connect(file, { readOnly: true, busyTimeoutMs: READ_TIMEOUT_MS })
  const listeners = new Set<{ topic: string; told: () => void }>()
  return {
    engine: 'sqlite',
    hasReplica: false,
    // Writers take turns anyway.
    skipLocked: '',
    announce: (topic) => {
      for (const listener of listeners) if (listener.topic === topic) listener.told()
    },
    listen: async (topic, told) => {
      const listener = { topic, told }
      listeners.add(listener)
      return async () => void listeners.delete(listener)
    },
    narrow: async (table, key, scope) => narrow(reader, table, key, scope),
    query: async <R extends object>(sql: string, params?: readonly Value[]) => {
      assertOutsideTransaction()
      assertRead(sql)
      return reader.all(sql, params) as R[]
    },
    execute: async (sql, params) => {
      assertOutsideTransaction()
      return writer.transaction((tx) => tx.execute(sql, params))
    },
    transaction: async (fn) => {
      assertOutsideTransaction()
      return retrying(() => writer.transaction(fn))
    },
    exclusively: async (fn) => {
      assertOutsideTransaction()
      return writer.transaction(fn, { isAlone: true })
    },
    snapshot: async (fn) => {
      const view = connect(file, { readOnly: true, busyTimeoutMs: READ_TIMEOUT_MS })
      try {
        view.database.exec('begin')
        // A deferred transaction fixes its moment only with its first read.
        view.all('select count(*) from sqlite_schema')
        return await fn({
          query: async <R extends object>(sql: string, params?: readonly Value[]) => view.all(sql, params) as R[],
          batches: (sql) => batches(view, sql),
        })
      } finally {
        view.database.close()
      }
    },
    writtenElsewhere: writer.writtenElsewhere,
    lastChange: writer.lastChange,
    waitingMs: writer.waitingMs,
    keepCopy: async (name) => {
      const copy = join(dirname(file), `${basename(file, '.db')}-${name}.db`)
      // Several servers may start at once.
      const part = `${copy}.${process.pid}`
      await backup(reader.database, part)
      await rename(part, copy)
    },
    close: async () => {
      await writer.close()
      if (reader.database.isOpen) reader.database.close()
    },
  }
}

async function* batches({ database }: Connection, sql: string): ReturnType<Snapshot['batches']> {
  let batch: Record<string, Value>[] = []
  for (const row of database.prepare(sql).iterate()) {
    batch.push(row as Record<string, Value>)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
    await nextTurn()
  }
  if (batch.length > 0) yield batch
}
