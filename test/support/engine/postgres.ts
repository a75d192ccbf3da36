// PostgreSQL for tests: the server of TEST_DATABASE_URL, else a temporary one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'

export const DIRECTORY_PREFIX = 'waybill-test-postgres-'
const STOP_TIMEOUT_MS = 60_000

/** The environment variable that tells the test processes the URL of the shared server. */
const URL_VARIABLE = 'TEST_DATABASE_URL'

let stop: (() => Promise<void>) | undefined

/** Starts one server for all test files. Used as `node --test --test-global-setup=test/support/engine/postgres.ts`. */
export const globalSetup = async () => {
  process.env[URL_VARIABLE] = await postgresUrl()
}

/**
 * Shifts the clock of every database that is created from now on. Waybill reads the database's time only with `clock_timestamp()`, which
 * this function replaces.
 */
export const shiftDatabaseClock = async (ms: number): Promise<void> => {
  const url = new URL(await postgresUrl())
  if (!isThrowaway(url.href)) throw new Error('TEST_CLOCK shifts the clock of a temporary PostgreSQL only.')
  url.pathname = 'template1'
  const server = new pg.Client(url.href)
  await server.connect()
  const shifted = `select pg_catalog.clock_timestamp() + interval '${ms} milliseconds'`
  await server.query(`create function public.clock_timestamp() returns timestamptz language sql as $$ ${shifted} $$`)
  await server.query('alter role current_user set search_path = public, pg_catalog')
  await server.end()
}

export const globalTeardown = async () => {
  await stop?.()
}

/** The server's URL. If a test file runs alone, the first call starts a server. That server stops with the process. */
export const postgresUrl = (): Promise<string> => {
  started ??= process.env[URL_VARIABLE] ? Promise.resolve(process.env[URL_VARIABLE]) : start()
  return started
}

let started: Promise<string> | undefined

export const isThrowaway = (url: string) => url.includes(DIRECTORY_PREFIX)

/**
 * Starts PostgreSQL in a session of its own, so that Ctrl-C does not stop the server before this process ends. The server stops when its
 * standard input closes.
 */
export const startKeeper = async (...args: string[]) => {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.ts'), ...args], { stdio: 'pipe', detached: true })
  const problems = text(keeper.stderr)
  const [answer] = await Promise.race([once(keeper.stdout, 'data'), once(keeper, 'exit')])
  if (!Buffer.isBuffer(answer)) throw new Error(`PostgreSQL did not start. ${await problems}`)
  return { keeper, url: answer.toString().trim() }
}

const start = async (): Promise<string> => {
  const { keeper, url } = await startKeeper()
  keeper.unref()
  // The keeper's streams must not keep a finished test process alive.
  for (const stream of [keeper.stdin, keeper.stdout, keeper.stderr]) (stream as unknown as { unref(): void }).unref()
  stop = async () => {
    keeper.ref()
    keeper.stdin.end()
    await once(keeper, 'exit', { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) })
  }
  return url
}
