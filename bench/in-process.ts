// A Waybill server in the benchmark's own process. Used to count what requests do, not to measure time.

import pino from 'pino'
import { buildApp } from '../src/http/app.ts'
import type { Db } from '../src/platform/engine/db.ts'
import { systemDeps } from '../src/system.ts'
import type { Call } from './load.ts'

type InProcess = { answer(call: Call): Promise<void>; close(): Promise<void> }

/** The request log is off, because its writes in the background would be counted too. */
export const serveInProcess = async (db: Db): Promise<InProcess> => {
  const deps = { ...systemDeps(), db }
  const logger = pino({ level: 'silent' })
  const app = await buildApp({ deps, logger, publicUrl: null, rateLimitPerMinute: 0, version: '0.0.0-bench', requestLog: false })
  return {
    answer: async ({ method, path: url, key, body }) => {
      const answer = await app.inject({ method, url, headers: { 'x-api-key': key }, ...(body ? { payload: body } : {}) })
      if (answer.statusCode >= 400) throw new Error(`${method} ${url} was answered with ${answer.statusCode}: ${answer.body}`)
    },
    close: () => app.close(),
  }
}
