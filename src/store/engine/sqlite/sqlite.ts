// The SQLite engine: one file, one connection for writes and one for committed reads.
import { rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inBatches, rowBytes } from '../batches.ts'
import type { Announce, Db, Snapshot, Told, Value } from '../db.ts'
import { assertRead, StoreDamaged, SYSTEM } from '../db.ts'
import { createNotificationBatches } from '../notification-batches.ts'
import type { Secrets } from '../secrets.ts'
import { createSecrets } from '../secrets.ts'
import { columnList } from '../tables.ts'
import { finish, retrying } from '../transaction.ts'
import type { Report } from './checkpoints.ts'
import type { Connection } from './connection.ts'
import { connect } from './connection.ts'
import type { Preparing } from './file.ts'
import { copyName, createOwnerOnly, find, followLink, prepareFile } from './file.ts'
import { loadAlone } from './load.ts'
import { narrow } from './search.ts'
import { createTurns } from './turns.ts'
import { openWriter } from './writer.ts'

const READ_TIMEOUT_MS = 5_000

type SqliteOptions = Preparing & { findSecrets?: () => Promise<Secrets>; report?: Report | undefined }

/** `findSecrets` is asked once there is a store: a key without one is what is left of a store that is gone. */
export const openSqlite = async (path: string, { findSecrets, report, ...preparing }: SqliteOptions = {}): Promise<Db> => {
  const file = await followLink(path)
  await prepareFile(file, preparing)
  const secrets = findSecrets ? await findSecrets() : createSecrets([])
  let writer = await openWriter(file, secrets, report)
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
  // What is read piece by piece, such as a file, would otherwise keep everybody waiting to its end.
  const turns = createTurns()
  const close = async (): Promise<void> => {
    await writer.finish()
    notifications.flush()
    // The last to close makes one file of the store and its log, which a reader cannot.
    for (const opened of [...readers]) closeReader(opened)
    await writer.close()
  }
  const listeners = new Set<{ topic: string; told: Told }>()
  const say = (topic: string, subjects: readonly string[]): void => {
    for (const listener of listeners) if (listener.topic === topic) listener.told(subjects)
  }
  const notifications = createNotificationBatches(say)
  const announce: Announce = (topic, subject) => (subject === undefined ? say(topic, []) : notifications.add(topic, subject))
  return {
    engine: 'sqlite',
    secrets,
    hasReplica: false,
    // Writers take turns anyway.
    skipLocked: '',
    jsonText: (column, field) => `json_extract(${column}, '$.${field}')`,
    announce,
    listen: async (topic, told) => {
      const listener = { topic, told }
      listeners.add(listener)
      return async () => void listeners.delete(listener)
    },
    narrow: async (table, key, scope) => narrow(reader, table, key, scope),
    query: async <R extends object>(sql: string, params?: readonly Value[]) => {
      assertRead(sql)
      return turns.take(() => reader.all(sql, params) as R[])
    },
    execute: async (sql, params) => (await writer.transaction(SYSTEM, (tx) => tx.execute(sql, params))).result,
    executeReturning: async <R extends object>(sql: string, params?: readonly Value[]) =>
      (await writer.transaction(SYSTEM, (tx) => tx.query<R>(sql, params))).result,
    transaction: async (by, fn, { isLong = false } = {}) =>
      finish(announce, await retrying(() => writer.transaction(by, fn, { isAlone: isLong }))),
    exclusively: async (by, fn) => finish(announce, await writer.transaction(by, fn, { isAlone: true })),
    loading: async (fn) => {
      await close()
      try {
        return finish(announce, await loadAlone(file, secrets, fn))
      } finally {
        writer = await openWriter(file, secrets, report)
        reader = openReader()
      }
    },
    snapshot: async (fn) => {
      const view = openReader()
      try {
        view.database.exec('begin')
        // A deferred transaction fixes its moment only with its first read.
        view.all('select count(*) from sqlite_schema')
        return await fn({
          query: async <R extends object>(sql: string, params?: readonly Value[]) => turns.take(() => view.all(sql, params) as R[]),
          batches: (sql) => batches(view, sql),
          tableBatches: (table) => batches(view, `select ${columnList(table)} from ${table.name}`),
        })
      } finally {
        closeReader(view)
      }
    },
    writtenElsewhere: () => writer.writtenElsewhere(),
    lastChange: () => writer.lastChange(),
    waitingMs: (kind) => (kind === 'read' ? 0 : writer.waitingMs()),
    vitals: async () => {
      const displaced = writer.displacement()
      if (displaced !== null) throw new StoreDamaged(displaced)
      const [wal, { bavail, bsize }] = await Promise.all([find(`${file}-wal`), statfs(dirname(file))])
      return { walBytes: wal?.size ?? 0, freeBytes: bavail * bsize, isFull: false, connections: null, isReplicaUsed: null }
    },
    keepCopy: async (name) => {
      const copy = copyName(file, name)
      // Several servers may start at once.
      const part = `${copy}.${process.pid}`
      await rm(part, { force: true })
      try {
        // SQLite would make it readable by all.
        await createOwnerOnly(part)
        await backup(reader.database, part)
        await rename(part, copy)
      } finally {
        await rm(part, { force: true })
      }
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
