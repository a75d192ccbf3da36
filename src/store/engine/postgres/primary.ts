// Finds the primary among the servers of a URL, and searches again when it is lost.

import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StoreUnavailable } from '../db.ts'
import { mayHaveMoved, translate } from './errors.ts'
import { hostUrls } from './hosts.ts'
import { setSession } from './session-settings.ts'

const ASK_TIMEOUT_MS = 1_000
const CONNECT_TIMEOUT_MS = 5_000
/** How long those who need a primary that was lost wait for another, before they are told to come back later. */
const SEARCH_FOR_MS = 3_000
const LOOK_EVERY_MS = 100
/** A primary that falls silent breaks no connection, and one that was replaced may live on: both are found by looking. */
const WATCH_EVERY_MS = 3_000

/** A promotion starts a new timeline, with the next higher number. */
const STANDING = `select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
  else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`

/** A server that accepts writes, and since which promotion. */
type PrimaryServer = { host: string; port: number; timeline: number }

type Primary = {
  /** Connects to whichever server is the primary; is cut off when it no longer is. */
  Client: typeof pg.Client
  /** To be told of every failure of the store: some mean that the primary may be another one by now. */
  doubt(error: unknown): void
  close(): void
}

export const followPrimary = (url: string): Primary => {
  const urls = hostUrls(url)
  const connected = new Map<Socket, PrimaryServer>()
  let latest: PrimaryServer | null = null
  let isDoubtful = true
  let withSearch: Promise<PrimaryServer> | null = null

  /** Of several that accept writes all but the last promoted are relics, so is one older than what we have seen. One alone is trusted. */
  const look = async (): Promise<{ found?: PrimaryServer; failures: unknown[] }> => {
    const answers = await Promise.allSettled(urls.map(ask))
    const [found] = answers
      .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      .filter(({ timeline }) => urls.length === 1 || timeline >= (latest?.timeline ?? 0))
      .sort((a, b) => b.timeline - a.timeline)
    if (found) adopt(found)
    return { ...(found && { found }), failures: answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])) }
  }

  const isSame = (one: PrimaryServer, other: PrimaryServer): boolean =>
    one.host === other.host && one.port === other.port && one.timeline === other.timeline

  const adopt = (found: PrimaryServer): void => {
    latest = found
    isDoubtful = false
    for (const [socket, reached] of connected) if (!isSame(reached, found)) socket.destroy()
  }

  /** At a start nobody waits: whoever starts the program wants to know. */
  const search = async (): Promise<PrimaryServer> => {
    const deadline = AbortSignal.timeout(SEARCH_FOR_MS)
    for (;;) {
      const { found, failures } = await look()
      if (found) return found
      if (!latest) throw failures.find(isRefusal) ?? (failures.length === urls.length ? failures[0] : new Error(NO_PRIMARY))
      if (deadline.aborted) throw new Error(NO_PRIMARY, { cause: failures[0] })
      await sleep(LOOK_EVERY_MS)
    }
  }

  const find = async (): Promise<PrimaryServer> => {
    if (latest && !isDoubtful) return latest
    withSearch ??= search().finally(() => {
      withSearch = null
    })
    return withSearch
  }

  const doubt = (error: unknown): void => {
    if (mayHaveMoved(error)) isDoubtful = true
  }

  class PrimaryClient extends pg.Client {
    readonly #socket: Socket

    constructor(config?: string | pg.ClientConfig) {
      const socket = new Socket()
      const settings = typeof config === 'string' ? { connectionString: config } : config
      super({ ...settings, connectionString: urls[0]!, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, stream: () => socket })
      this.#socket = socket
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#reach()
      if (!callback) return connecting
      connecting.then(() => callback(null as unknown as Error), callback)
      return undefined
    }

    async #reach(): Promise<pg.Client> {
      const found = await find()
      this.host = found.host
      this.port = found.port
      connected.set(this.#socket, found)
      this.#socket.once('close', () => connected.delete(this.#socket))
      try {
        await super.connect()
      } catch (error) {
        doubt(translate(error))
        throw error
      }
      setSession(this)
      // Another may have been found while this one was being reached.
      if (latest && !isSame(found, latest)) this.#socket.destroy()
      return this
    }
  }

  const watch = urls.length > 1 ? setInterval(() => look().catch(() => {}), WATCH_EVERY_MS).unref() : undefined
  return { Client: PrimaryClient as unknown as typeof pg.Client, doubt, close: () => clearInterval(watch) }
}

const NO_PRIMARY = 'no server of this store accepts writes'

/** A wrong password, a database that is not there: waiting would not help. */
const isRefusal = (failure: unknown): boolean => !(translate(failure) instanceof StoreUnavailable)

/** Nothing from a server that is there and accepts no writes. */
const ask = async (url: string): Promise<PrimaryServer[]> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'waybill',
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(STANDING)
    const timeline = rows[0]?.timeline
    return timeline ? [{ host: client.host, port: client.port, timeline: Number.parseInt(timeline, 16) }] : []
  } finally {
    // Not waited for: one that fell silent would keep us.
    client.end().catch(() => {})
  }
}
