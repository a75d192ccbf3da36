// Counts the pages and bytes of each write, independently of the machine's load: `node bench/writes.ts [--engines sqlite,postgres] [--size 10000]`.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { serveInProcess } from './in-process.ts'
import type { Call } from './load.ts'
import type { Store } from './stores.ts'
import { withStores } from './stores.ts'
import { independentCalls, subjectOf, WORKLOADS } from './workloads.ts'

const REQUESTS = 128
/** Number of concurrent requests, equal to the number of connections in the benchmark. On SQLite, concurrent requests share commits. */
const AT_ONCE = 32
const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

const { values } = parseArgs({
  options: { engines: { type: 'string', default: 'sqlite,postgres' }, size: { type: 'string', default: '10000' } },
})
const size = Number(values.size)

type Counts = Map<string, number>

type Meter = { stop(): Promise<{ pages: Counts; logBytes: number }>; bytes(): Promise<Counts>; close(): Promise<void> }

const counted = (names: Iterable<string>): Counts => {
  const counts: Counts = new Map()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const sumOf = (counts: Counts): number => counts.values().reduce((sum, count) => sum + count, 0)

/** Counts the pages in SQLite's write-ahead log. Each commit writes each changed page once. */
const meterSqlite = (file: string): Meter => {
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate)')
  const trees = () =>
    database.prepare('select name, pageno, pgsize from dbstat').all() as { name: string; pageno: number; pgsize: number }[]
  const { page_size: pageBytes } = database.prepare('pragma page_size').get() as { page_size: number }
  const pagesInLog = async (): Promise<number[]> => {
    const log = await readFile(`${file}-wal`)
    const pages: number[] = []
    for (let at = LOG_HEADER_BYTES; at < log.length; at += FRAME_HEADER_BYTES + pageBytes) pages.push(log.readUInt32BE(at))
    return pages
  }
  // As long as a read transaction is open, SQLite does not restart the write-ahead log.
  database.exec('begin')
  database.prepare('select count(*) from sqlite_schema').get()
  return {
    stop: async () => {
      const written = await pagesInLog()
      database.exec('commit')
      const nameOf = new Map(trees().map(({ name, pageno }) => [pageno, name]))
      return { pages: counted(written.map((page) => nameOf.get(page) ?? 'free pages')), logBytes: written.length * pageBytes }
    },
    bytes: async () => {
      const bytes: Counts = new Map()
      for (const { name, pgsize } of trees()) bytes.set(name, (bytes.get(name) ?? 0) + pgsize)
      return bytes
    },
    close: async () => database.close(),
  }
}

/** Counts the block references in PostgreSQL's write-ahead log, and the bytes of its records without full-page images. */
const meterPostgres = async (url: string): Promise<Meter> => {
  const client = new pg.Client(url)
  await client.connect()
  client.on('error', () => {})
  await client.query('create extension if not exists pg_walinspect')
  const position = async (): Promise<string> => (await client.query('select pg_current_wal_flush_lsn() as at')).rows[0].at
  const before = await position()
  return {
    stop: async () => {
      const range = [before, await position()]
      const { rows } = await client.query(
        `select coalesce(toasted.relname || ' (long values)', class.relname) as name, count(*)::int as pages
         from pg_get_wal_block_info($1, $2) as block join pg_class as class on class.relfilenode = block.relfilenode
         left join pg_class as toasted on toasted.reltoastrelid = class.oid
         where block.reldatabase = (select oid from pg_database where datname = current_database()) group by 1`,
        range,
      )
      const sum = await client.query('select sum(record_length - fpi_length)::int as bytes from pg_get_wal_records_info($1, $2)', range)
      return { pages: new Map(rows.map(({ name, pages }) => [name, pages])), logBytes: sum.rows[0].bytes }
    },
    bytes: async () => {
      const { rows } = await client.query(
        `select relname as name, pg_relation_size(oid)::float as bytes from pg_class
         where relkind in ('r', 'i', 't') and relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace) and oid >= 16384`,
      )
      return new Map(rows.map(({ name, bytes }) => [name, bytes]))
    },
    close: () => client.end(),
  }
}

const meterOf = async ({ engine, env }: Store): Promise<Meter> =>
  engine === 'sqlite' ? meterSqlite(join(env.WAYBILL_DATA!, 'waybill.db')) : meterPostgres(env.DATABASE_URL!)

/** Prints the count of each table and index, largest first. Counts below 2 % of the total are printed as one sum. */
const printCounts = (title: string, counts: Counts, per: number): void => {
  const all = sumOf(counts)
  console.log(`\n${title}: ${(all / per).toFixed(1)}`)
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  const small = sorted.filter(([, count]) => count < all / 50)
  for (const [name, count] of sorted.slice(0, sorted.length - small.length))
    console.log(`  ${(count / per).toFixed(2).padStart(8)}  ${name}`)
  if (small.length > 0) console.log(`  ${(sumOf(new Map(small)) / per).toFixed(2).padStart(8)}  ${small.length} others`)
}

const measure = async (store: Store): Promise<void> => {
  const first = await meterOf(store)
  const bytes = await first.bytes()
  await first.close()
  printCounts(`${store.engine}, bytes per package of ${size.toLocaleString('en')}, without events`, bytes, size)
  const subject = await subjectOf(store, () => Promise.reject(new Error('nothing is served')))
  const server = await serveInProcess(store.db)
  try {
    for (const workload of WORKLOADS.filter(({ isWriting }) => isWriting)) {
      const [warm, ...calls] = await independentCalls(workload, subject, 1 + 2 * REQUESTS)
      await server.answer(warm!)
      const count = async (requests: readonly Call[], atOnce: number): Promise<void> => {
        const meter = await meterOf(store)
        for (let from = 0; from < requests.length; from += atOnce)
          await Promise.all(requests.slice(from, from + atOnce).map((call) => server.answer(call)))
        const { pages, logBytes } = await meter.stop()
        await meter.close()
        const kilobytes = (logBytes / requests.length / 1000).toFixed(1)
        const what = store.engine === 'sqlite' ? 'pages written' : 'blocks changed'
        const title = `${store.engine}, ${workload.name}, ${atOnce} at once: log of ${kilobytes} kB, ${what}`
        if (atOnce === 1) printCounts(title, pages, requests.length)
        else console.log(`\n${title}: ${(sumOf(pages) / requests.length).toFixed(1)}`)
      }
      await count(calls.slice(0, REQUESTS), 1)
      await count(calls.slice(REQUESTS), AT_ONCE)
    }
  } finally {
    await server.close()
  }
}

await withStores(values.engines, size, measure)
