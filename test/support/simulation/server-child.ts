// The process of a killable server: `node server-child.ts <store as json>`. Every request carries the simulated time in a header.

import type { IncomingMessage } from 'node:http'
import pino from 'pino'
import { buildApp } from '../../../src/http/app.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import { systemDeps } from '../../../src/system.ts'

const CLOCK_HEADER = 'x-simulated-now'

const { databaseUrl, dataDir } = JSON.parse(process.argv[2]!)
let now = 0
const db = await openDb(databaseUrl === undefined ? { dataDir } : { databaseUrl, dataDir })
const clock = () => now
const deps = { ...systemDeps(), db, clock, monotonic: clock, queueClock: clock }
const app = await buildApp({ deps, logger: pino({ level: 'silent' }), publicUrl: null, rateLimitPerMinute: 0, version: '0.0.0-test' })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
// Sets the clock before any other listener handles the request.
app.server.prependListener('request', ({ headers }: IncomingMessage) => {
  now = Number(headers[CLOCK_HEADER])
})
process.send!({ url })
// This process ends when the parent is gone.
process.once('disconnect', () => process.exit())
