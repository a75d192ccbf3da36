// A whole Waybill in this process, with a real store, a real port and a clock that tests control.

import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import type { Business } from '../../../src/domain/businesses/business.ts'
import type { Mode } from '../../../src/domain/values/scope.ts'
import { beginTrail } from '../../../src/flows/audit/begin-trail.ts'
import { issueKey } from '../../../src/flows/businesses/api-keys.ts'
import type { NewBusiness } from '../../../src/flows/businesses/create-business.ts'
import { createBusiness } from '../../../src/flows/businesses/create-business.ts'
import { addSamples } from '../../../src/flows/demo/first-start.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { beginSites } from '../../../src/flows/sites/change-sites.ts'
import type { AppOptions } from '../../../src/http/app.ts'
import { buildApp } from '../../../src/http/app.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { systemDeps } from '../../../src/system.ts'
import type { Engine } from '../engine/engines.ts'
import { isThroughClient, preparedDb } from '../engine/engines.ts'
import { byTest } from '../samples/authors.ts'
import { checkAnswers } from './answer-check.ts'
import { createClientCaller } from './client-caller.ts'
import type { Answer, CallOptions } from './http-client.ts'
import { createHttpClient } from './http-client.ts'

export type { Answer, CallOptions } from './http-client.ts'

/** A business with a test key and a live key. Calls use the test key by default. */
export type Tenant = {
  business: Business
  testKey: string
  liveKey: string
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
}

export type Waybill = {
  url: string
  deps: Deps
  /** Real time, changed by tests: freeze() stops it, advance() lets time pass, and setBack() changes now() but not steady(). */
  time: { now(): number; steady(): number; advance(ms: number): void; setBack(ms: number): void; freeze(at?: number): number }
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  newTenant(options?: Partial<NewBusiness>): Promise<Tenant>
  close(): Promise<void>
}

const createTime = () => {
  let offsetMs = 0
  let frozenAt: number | null = null
  let setBackMs = 0
  const steady = (): number => (frozenAt ?? Date.now()) + offsetMs
  const now = (): number => steady() - setBackMs
  return {
    now,
    steady,
    setBack: (ms: number): void => {
      setBackMs += ms
    },
    advance: (ms: number): void => {
      offsetMs += ms
    },
    freeze: (at = now()): number => {
      frozenAt = at
      offsetMs = 0
      setBackMs = 0
      return at
    },
  }
}

const randomPrefix = (): string => Array.from(randomBytes(6), (byte) => String.fromCharCode(65 + (byte % 26))).join('')

/** Builds an application on the store of a test, without logging or rate limits. */
export const silentApp = (options: Pick<AppOptions, 'deps'> & Partial<AppOptions>): Promise<FastifyInstance> =>
  buildApp({ logger: pino({ level: 'silent' }), publicUrl: null, rateLimitPerMinute: 0, version: '0.0.0-test', ...options })

export const startWaybill = async (
  engine: Engine,
  options: Partial<
    Pick<
      AppOptions,
      | 'rateLimitPerMinute'
      | 'publicUrl'
      | 'consoleDir'
      | 'portalDir'
      | 'trustedProxies'
      | 'watch'
      | 'unreadTimeoutMs'
      | 'freeDiskMinBytes'
      | 'requestLog'
    >
  > = {},
): Promise<Waybill> => {
  const time = createTime()
  const depsOf = (db: Db): Deps => ({ ...systemDeps(), db, clock: time.now, monotonic: time.steady, queueClock: time.steady })
  const start = async (db: Db): Promise<void> => {
    await beginTrail(depsOf(db))
    await addSamples(depsOf(db))
    await beginSites(depsOf(db))
  }
  const store = await preparedDb(engine, start)
  const deps = depsOf(store.db)
  const answers = checkAnswers()
  const watch = (server: FastifyInstance): void => {
    answers.watch(server)
    options.watch?.(server)
  }
  let app: FastifyInstance | null = await silentApp({ deps, ...options, watch })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  const client = createHttpClient()
  const throughClient = isThroughClient ? createClientCaller(url, client) : async () => null
  const call: Waybill['call'] = async (method, path, body, options = {}) => {
    const answered = (await throughClient(method, path, body, options)) ?? (await callRaw(method, path, body, options))
    answers.assertNone()
    return answered
  }
  const callRaw: Waybill['call'] = async (method, path, body, { key = null, headers = {}, rawBody } = {}) => {
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const received = await client.send(new URL(path, url), {
      method,
      headers: {
        ...(key === null ? {} : { 'x-api-key': key }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const isJson = received.headers.get('content-type')?.includes('json') ?? false
    return { ...received, json: isJson && received.text !== '' ? JSON.parse(received.text) : undefined }
  }

  const newTenant: Waybill['newTenant'] = async (given = {}) => {
    const business = await createBusiness(deps, byTest(deps), { name: 'Acme Imports', prefix: randomPrefix(), ...given })
    const keyFor = async (mode: Mode): Promise<string> =>
      (await deps.db.transaction(SYSTEM, (tx) => issueKey(deps, tx, byTest(deps), { businessId: business.id, mode }))).key
    const [testKey, liveKey] = [await keyFor('test'), await keyFor('live')]
    return {
      business,
      testKey,
      liveKey,
      get: (path, more) => call('GET', path, undefined, { key: testKey, ...more }),
      post: (path, body, more) => call('POST', path, body, { key: testKey, ...more }),
    }
  }

  const close = async (): Promise<void> => {
    client.close()
    await app?.close()
    // The test runner keeps every suite, and so this Waybill, in memory until the process ends. Dropping the application frees the memory
    // of its routes.
    app = null
    await store.drop()
    answers.assertNone()
  }
  return { url, deps, time, call, newTenant, close }
}
