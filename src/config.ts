// The only reader of process.env: every setting, its default and its meaning.

import cluster from 'node:cluster'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { databaseUrl, ignoredReplica } from './database-config.ts'
import { isDemoKey } from './domain/businesses/api-key.ts'
import { RETRY_SCHEDULE_MS, SEND_TIMEOUT_MS } from './domain/events/webhook.ts'
import type { DemoKeys } from './flows/demo/first-start.ts'
import type { Keeping } from './flows/events/prune-history.ts'
import type { ChannelsConfig } from './messages-config.ts'
import { channelsConfig } from './messages-config.ts'
import { DATABASE_CONNECTIONS } from './platform/engine/open.ts'
import { parseKeys } from './platform/engine/secret-key.ts'
import { isLoopback } from './platform/remote/origin.ts'
import type { EasyPostConfig, PaystackConfig } from './providers-config.ts'
import { easyPostConfig, paystackConfig } from './providers-config.ts'
import type { Env } from './settings.ts'
import {
  ConfigError,
  flag,
  listed,
  noHosts,
  oneOf,
  read,
  readSecret,
  timeLimitMs,
  unknownNames,
  wholeNumber,
  withNames,
} from './settings.ts'

export type Config = {
  /** PORT, by default 8080. With 0, a free port is chosen. */
  port: number
  /** HOST, by default 127.0.0.1. */
  host: string
  /**
   * Whether systemd passed a listening socket (LISTEN_FDS, LISTEN_PID; see deploy/waybill.socket). The socket then replaces HOST and PORT.
   */
  hasSocket: boolean
  /** DATABASE_URL: the PostgreSQL server that accepts writes. If it is unset, the embedded store in dataDir is used. */
  databaseUrl: string | undefined
  /** WAYBILL_DATABASE_CONNECTIONS: the maximum number of PostgreSQL connections per process, by default 16. */
  databaseConnections: number
  /** WAYBILL_DATA: the directory of the SQLite store and of the file secret.key, by default ./data. */
  dataDir: string
  /**
   * WAYBILL_SECRET_KEY or WAYBILL_SECRET_KEY_FILE: one or more keys, separated by commas or line breaks. The first key encrypts new secrets
   * in the store. The keys also protect digests of secrets in the audit trail. By default, the first start of a new store makes a key in
   * the file secret.key in `dataDir`.
   */
  secretKeys: readonly string[]
  /** WAYBILL_LOG_LEVEL, by default info. */
  logLevel: string
  /** WAYBILL_RATE_LIMIT: requests per minute for each API key, by default 60,000. 0 turns the limit off. */
  rateLimitPerMinute: number
  /** WAYBILL_REQUEST_LOG_DAYS: how many days the request log for staff is kept, by default 7. 0 turns the request log off. */
  requestLogDays: number
  /** WAYBILL_INBOUND_DAYS: an announced parcel expires if it has not arrived after this many days, by default 60. */
  inboundDays: number
  /**
   * How many days events (WAYBILL_EVENTS_DAYS, default 730) and webhook deliveries (WAYBILL_DELIVERIES_DAYS, default 90) are kept. 0 means
   * no limit.
   */
  keeping: Keeping
  /** WAYBILL_PUBLIC_URL: the URL that clients use. If it is not set, the URL of each request is used. */
  publicUrl: string | null
  /**
   * WAYBILL_TRUSTED_PROXIES: IP addresses and networks of proxies whose forwarded headers are trusted, separated by commas; by default
   * empty.
   */
  trustedProxies: readonly string[]
  /** WAYBILL_DEMO: if false, the first start creates no demo business, no sample prices and no set-up link. */
  demo: boolean
  /** WAYBILL_DEMO_TEST_KEY, WAYBILL_DEMO_LIVE_KEY: the keys of the demo business. */
  demoKeys: DemoKeys
  /** EASYPOST_API_KEY enables EasyPost in live mode. Null if it is not set. */
  easyPost: EasyPostConfig | null
  /**
   * PAYSTACK_SECRET_KEY enables Paystack in live mode, PAYSTACK_TEST_SECRET_KEY in test mode. PAYSTACK_BASE_URL: another origin with
   * Paystack's API, such as a simulator.
   */
  paystack: PaystackConfig
  channels: ChannelsConfig
  webhooks: WebhookConfig
  metrics: MetricsConfig
  /** WAYBILL_SHED_LOAD: if true (the default), an overloaded server answers 503 early. If false, requests wait. */
  shedsLoad: boolean
  /** WAYBILL_TRACES: if true, creates OpenTelemetry spans. The SDK that exports the spans is loaded by NODE_OPTIONS=--import=…. */
  traces: boolean
  /** Warnings about settings that have no effect, such as misspelt names. */
  warnings: readonly string[]
}

type WebhookConfig = {
  /**
   * WAYBILL_WEBHOOK_ALLOW: hosts or host:port pairs, separated by commas. Webhooks to these hosts may use http and private IP addresses.
   */
  allow: readonly string[]
  /**
   * WAYBILL_WEBHOOK_LOOPBACK: whether webhooks in test mode may reach this machine. By default, only if no other machine can reach the
   * server, because remote users with a test key could otherwise read from every service on this machine.
   */
  loopbackInTest: boolean
  /** WAYBILL_WEBHOOK_TIMEOUT_MS, by default 15,000. */
  timeoutMs: number
  /** WAYBILL_WEBHOOK_RETRY_SECONDS: the pause in seconds before each delivery attempt, separated by commas. Example: 0,5,300. */
  retryScheduleMs: readonly number[]
}

type MetricsConfig = {
  /** WAYBILL_METRICS_PORT: serves /metrics on a separate port of HOST, without authentication. By default there is no such port. */
  port: number | null
  /** WAYBILL_METRICS_TOKEN: serves /metrics on the API's port, to requests with this bearer token. */
  token: string | null
}

const DEFAULT_PORT = 8080
const PORT_MAX = 65_535
const DATABASE_CONNECTIONS_MAX = 500
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const DEFAULT_RATE_LIMIT = 60_000
const REQUEST_LOG_DAYS = 7
const REQUEST_LOG_MAX_DAYS = 90
const INBOUND_DAYS = 60
const EVENTS_DAYS = 730
const DELIVERIES_DAYS = 90
const HUNDRED_YEARS_DAYS = 36_500

const publicUrl = (env: Env): string | null => {
  const text = read(env, 'WAYBILL_PUBLIC_URL')
  if (text === undefined) return null
  // The URL must have no query and no fragment, because links append a path to it.
  if (!URL.canParse(text) || !/^https?:\/\/[^/?#@]+(?:\/[^?#@]*)?$/.test(text))
    throw new ConfigError(`WAYBILL_PUBLIC_URL must be an http or https address without a password, ? and #, not "${text}".`)
  return text.replace(/(?<!\/)\/+$/, '')
}

const ADDRESS_BITS: Record<number, number> = { 4: 32, 6: 128 }

/**
 * Whether a text is an IP address, or a network such as 10.0.0.0/8. A network of all addresses (/0) is refused, because every client would
 * then be trusted.
 */
const isNetwork = (text: string): boolean => {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const bitsMax = ADDRESS_BITS[isIP(address)]
  return bitsMax !== undefined && (bits === undefined || (Number(bits) > 0 && Number(bits) <= bitsMax))
}

const trustedProxies = (env: Env): readonly string[] => {
  const proxies = listed(env, 'WAYBILL_TRUSTED_PROXIES')
  const wrong = proxies.find((proxy) => !isNetwork(proxy))
  if (wrong !== undefined)
    throw new ConfigError(`WAYBILL_TRUSTED_PROXIES must be addresses or networks, such as 127.0.0.1,10.0.0.0/8, not "${wrong}".`)
  return proxies
}

const demoKey = (env: Env, mode: 'test' | 'live'): string | undefined => {
  const name = `WAYBILL_DEMO_${mode.toUpperCase()}_KEY`
  const key = readSecret(env, name)
  if (key !== undefined && !isDemoKey(mode, key)) {
    throw new ConfigError(`${name} must begin with wb_${mode}_ and have 24 to 128 letters, digits, - or _.`)
  }
  return key
}

const SCHEDULE = /^\d+(\.\d+)?(,\d+(\.\d+)?)*$/
const RETRY_MAX_SECONDS = 30 * 24 * 60 * 60

const retrySchedule = (env: Env): readonly number[] => {
  const text = read(env, 'WAYBILL_WEBHOOK_RETRY_SECONDS')?.replaceAll(' ', '')
  if (text === undefined) return RETRY_SCHEDULE_MS
  if (!SCHEDULE.test(text)) throw new ConfigError('WAYBILL_WEBHOOK_RETRY_SECONDS must be seconds separated by commas, such as 0,5,300.')
  const pauses = text.split(',').map(Number)
  if (Math.max(...pauses) > RETRY_MAX_SECONDS)
    throw new ConfigError(`WAYBILL_WEBHOOK_RETRY_SECONDS must have pauses of at most ${RETRY_MAX_SECONDS} seconds, 30 days.`)
  return pauses.map((seconds) => Math.round(seconds * 1000))
}

/** An address that only this machine can reach. */
const DEFAULT_HOST = '127.0.0.1'

const portOf = (env: Env): number => wholeNumber(env, 'PORT', DEFAULT_PORT, PORT_MAX)

const hostOf = (env: Env): string => read(env, 'HOST') ?? DEFAULT_HOST

/** Whether systemd passed a socket. LISTEN_PID must be the ID of this process or, in a worker, of the worker's parent. */
const hasSocket = (env: Env): boolean =>
  read(env, 'LISTEN_FDS') === '1' && read(env, 'LISTEN_PID') === String(cluster.isWorker ? process.ppid : process.pid)

/**
 * Whether only this machine can reach the server. A public URL, a socket from systemd, or trusted proxies mean that other machines can
 * reach the server.
 */
const isForThisMachineOnly = (env: Env): boolean =>
  publicUrl(env) === null && isLoopback(hostOf(env)) && !hasSocket(env) && trustedProxies(env).length === 0

const webhooks = (env: Env): WebhookConfig => ({
  allow: listed(env, 'WAYBILL_WEBHOOK_ALLOW').map((host) => host.toLowerCase()),
  loopbackInTest: flag(env, 'WAYBILL_WEBHOOK_LOOPBACK', isForThisMachineOnly(env)),
  timeoutMs: timeLimitMs(env, 'WAYBILL_WEBHOOK_TIMEOUT_MS', SEND_TIMEOUT_MS),
  retryScheduleMs: retrySchedule(env),
})

const SECRET_KEY_MIN_CHARACTERS = 32

const secretKeys = (env: Env): readonly string[] => {
  const given = readSecret(env, 'WAYBILL_SECRET_KEY')
  const keys = parseKeys(given ?? '')
  if ((given !== undefined && keys.length === 0) || keys.some((key) => key.length < SECRET_KEY_MIN_CHARACTERS))
    throw new ConfigError(
      `WAYBILL_SECRET_KEY must have ${SECRET_KEY_MIN_CHARACTERS} characters or more, as "openssl rand -base64 32" makes them.`,
    )
  return keys
}

const METRICS_TOKEN_MIN_CHARACTERS = 16

const metrics = (env: Env): MetricsConfig => {
  const token = readSecret(env, 'WAYBILL_METRICS_TOKEN') ?? null
  if (token !== null && token.length < METRICS_TOKEN_MIN_CHARACTERS)
    throw new ConfigError(`WAYBILL_METRICS_TOKEN must have ${METRICS_TOKEN_MIN_CHARACTERS} characters or more.`)
  const port = read(env, 'WAYBILL_METRICS_PORT') === undefined ? null : wholeNumber(env, 'WAYBILL_METRICS_PORT', 0, PORT_MAX)
  if (port && port === portOf(env)) throw new ConfigError(`WAYBILL_METRICS_PORT must differ from PORT, which is ${port}, too.`)
  return { port, token }
}

/** Reads all settings. Booleans are 0, 1, true or false. Secrets may be in files, such as DATABASE_URL_FILE=/run/secrets/database. */
export const readConfig = (env: Env): Config => {
  const { settings, names } = withNames(env, readSettings)
  const unmatched = noHosts('WAYBILL_WEBHOOK_ALLOW', settings.webhooks.allow)
  return Object.freeze({ ...settings, warnings: [...unknownNames(env, names), ...ignoredReplica(env), ...unmatched] })
}

const readSettings = (env: Env): Omit<Config, 'warnings'> => ({
  port: portOf(env),
  host: hostOf(env),
  hasSocket: hasSocket(env),
  databaseUrl: databaseUrl(env),
  databaseConnections: wholeNumber(env, 'WAYBILL_DATABASE_CONNECTIONS', DATABASE_CONNECTIONS, DATABASE_CONNECTIONS_MAX, 2),
  dataDir: resolve(read(env, 'WAYBILL_DATA') ?? './data'),
  secretKeys: secretKeys(env),
  logLevel: oneOf(env, 'WAYBILL_LOG_LEVEL', LOG_LEVELS, 'info'),
  rateLimitPerMinute: wholeNumber(env, 'WAYBILL_RATE_LIMIT', DEFAULT_RATE_LIMIT, 1_000_000_000),
  requestLogDays: wholeNumber(env, 'WAYBILL_REQUEST_LOG_DAYS', REQUEST_LOG_DAYS, REQUEST_LOG_MAX_DAYS),
  inboundDays: wholeNumber(env, 'WAYBILL_INBOUND_DAYS', INBOUND_DAYS, HUNDRED_YEARS_DAYS, 1),
  keeping: {
    eventsDays: wholeNumber(env, 'WAYBILL_EVENTS_DAYS', EVENTS_DAYS, HUNDRED_YEARS_DAYS),
    deliveriesDays: wholeNumber(env, 'WAYBILL_DELIVERIES_DAYS', DELIVERIES_DAYS, HUNDRED_YEARS_DAYS),
  },
  publicUrl: publicUrl(env),
  trustedProxies: trustedProxies(env),
  demo: flag(env, 'WAYBILL_DEMO', true),
  demoKeys: { test: demoKey(env, 'test'), live: demoKey(env, 'live') },
  easyPost: easyPostConfig(env),
  paystack: paystackConfig(env),
  channels: channelsConfig(env),
  webhooks: webhooks(env),
  metrics: metrics(env),
  shedsLoad: flag(env, 'WAYBILL_SHED_LOAD', true),
  traces: flag(env, 'WAYBILL_TRACES', false),
})

export const config = (): Config => readConfig(process.env)
