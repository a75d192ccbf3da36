// The SQLite engine: one file, one connection for writes, and one connection for reads of committed data.
import { rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inBatches, jsonBatches, rowBytes } from '../batches.ts'
import type { Announce, Db, Observe, SignalListener, Snapshot, Tx, Value } from '../db.ts'
import { assertRead, SYSTEM } from '../db.ts'
import { createNotificationBatches } from '../notification-batches.ts'
import type { Secrets } from '../secrets.ts'
import { columnList } from '../tables.ts'
import { finish, retrying } from '../transaction.ts'
import type { Report } from './checkpoints.ts'
import type { Connection } from './connection.ts'
import { connect } from './connection.ts'
import { copyName, createOwnerOnly, fileSize, followLink, prepareFile } from './file.ts'
import { loadAlone } from './load.ts'
import { narrow } from './search.ts'
import { collectStatistics } from './statistics.ts'
import { createTurns } from './turns.ts'
import { openWriter } from './writer.ts'

const READ_TIMEOUT_MS = 5_000

/** `keyFile`: path of the key file. If this file exists but the store is missing, opening the store fails. */
type SqliteOptions = {
  keyFile?: string | undefined
  findSecrets: () => Promise<Secrets>
  report?: Report | undefined
  observe?: Observe | undefined
}

export const openSqlite = async (path: string, { keyFile, findSecrets, report, observe = () => {} }: SqliteOptions): Promise<Db> => {
  const file = await followLink(path)
  await prepareFile(file, keyFile)
  const secrets = await findSecrets()
  let writer = await openWriter(file, secrets, observe, report)
  const readers = new Set<Connection>()
  const openReader = (): Connection => {
    const opened = connect(file, { readOnly: true, busyTimeoutMs: READ_TIMEOUT_MS })
    readers.add(opened)
    return opened
  }
  const closeReader = (opened: Connection): void => {
    readers.delete(opened)
    if (opened.database.isOpen) opened.database.close()
  }
  let reader = openReader()
  // Lets other requests run during a long series of reads, such as an export.
  const turns = createTurns()
  const close = async (): Promise<void> => {
    await writer.finish()
    notifications.flush()
    // The writer closes last. The last connection to close merges the log into the file, and a read-only connection cannot do this.
    for (const opened of [...readers]) closeReader(opened)
    await writer.close()
  }
  const write = async <T>(sql: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const startedAtMs = performance.now()
    try {
      return (await writer.transaction(SYSTEM, work)).result
    } finally {
      observe('write', performance.now() - startedAtMs, sql)
    }
  }
  const subscriptions = new Set<{ topic: string; listener: SignalListener }>()
  const tell = (topic: string, subjects: readonly string[]): void => {
    for (const subscription of subscriptions) if (subscription.topic === topic) subscription.listener(subjects)
  }
  const notifications = createNotificationBatches(tell)
  const announce: Announce = (topic, subject) => (subject === undefined ? tell(topic, []) : notifications.add(topic, subject))
  return {
    engine: 'sqlite',
    secrets,
    // SQLite has one writer at a time, so there are no locked rows to skip.
    skipLocked: '',
    jsonText: (column, field) => `json_extract(${column}, '$.${field}')`,
    announce,
    listen: async (topic, listener) => {
      const subscription = { topic, listener }
      subscriptions.add(subscription)
      return async () => void subscriptions.delete(subscription)
    },
    narrow: async (table, key, scope) => narrow(reader, table, key, scope),
    query: async <R extends object>(sql: string, params?: readonly Value[]) => {
      assertRead(sql)
      const startedAtMs = performance.now()
      return turns.take(() => {
        try {
          return reader.all(sql, params) as R[]
        } finally {
          observe('read', performance.now() - startedAtMs, sql)
        }
      })
    },
    execute: (sql, params) => write(sql, (tx) => tx.execute(sql, params)),
    executeReturning: <R extends object>(sql: string, params?: readonly Value[]) => write(sql, (tx) => tx.query<R>(sql, params)),
    transaction: async (by, fn, { isLong = false, isInNoAnswer = false } = {}) => {
      const startedAtMs = performance.now()
      try {
        return finish(announce, await retrying(() => writer.transaction(by, fn, { isAlone: isLong, isInNoAnswer })))
      } finally {
        observe('transaction', performance.now() - startedAtMs, null)
      }
    },
    exclusively: async (by, fn) => finish(announce, await writer.transaction(by, fn, { isAlone: true })),
    loading: async (fn) => {
      await close()
      try {
        return finish(announce, await loadAlone(file, secrets, fn))
      } finally {
        writer = await openWriter(file, secrets, observe, report)
        reader = openReader()
      }
    },
    snapshot: async (fn) => {
      const view = openReader()
      try {
        view.database.exec('begin')
        // `begin` alone takes no snapshot. This first read takes it.
        view.all('select count(*) from sqlite_schema')
        return await fn({
          query: async <R extends object>(sql: string, params?: readonly Value[]) => turns.take(() => view.all(sql, params) as R[]),
          batches: (sql) => batches(view, sql),
          tableBatches: (table) => batches(view, `select ${columnList(table)} from ${table.name}`),
          jsonBatches: (table) => jsonBatches(batches(view, `select json_array(${columnList(table)}) as json from ${table.name}`)),
        })
      } finally {
        closeReader(view)
      }
    },
    writtenElsewhere: () => writer.writtenElsewhere(),
    lastChange: () => writer.lastChange(),
    waitingMs: (kind) => (kind === 'read' ? 0 : writer.waitingMs()),
    vitals: async () => {
      const [walBytes, { bavail, bsize }] = await Promise.all([fileSize(`${file}-wal`), statfs(dirname(file))])
      return { walBytes: walBytes ?? 0, freeBytes: bavail * bsize, isFull: false, connections: null }
    },
    keepCopy: async (name) => {
      const copy = copyName(file, name)
      // The temporary file has the process ID in its name, because several processes may start at the same time.
      const part = `${copy}.${process.pid}`
      await rm(part, { force: true })
      try {
        // The file is created here with access for its owner only. SQLite would create a file that everyone can read.
        await createOwnerOnly(part)
        await backup(reader.database, part)
        await rename(part, copy)
      } finally {
        await rm(part, { force: true })
      }
    },
    refreshStatistics: async () => {
      if (!(await collectStatistics(file))) return
      // A connection reads new statistics only when it is opened, or when it runs `analyze` itself. The reader is therefore replaced, and
      // the writer runs `analyze`.
      const replaced = reader
      reader = openReader()
      closeReader(replaced)
      await writer.transaction(SYSTEM, (tx) => tx.script('analyze sqlite_schema'), { isAlone: true })
    },
    close,
  }
}

async function* batches({ database }: Connection, sql: string): ReturnType<Snapshot['batches']> {
  for (const batch of inBatches(database.prepare(sql).iterate() as Iterable<Record<string, Value>>, rowBytes)) {
    yield batch
    await nextTurn()
  }
}
