// Runs `waybill serve` with the simulated carrier. Tests kill and restart the server while clients use it.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Simulator } from '../../../tools/carrier-simulator/simulator.ts'
import type { FreshDb } from '../engine/engines.ts'
import type { ServerProcess } from './server-process.ts'
import { startServerProcess } from './server-process.ts'
import type { Answer } from './waybill.ts'

const LIVE_KEY = 'wb_live_carrier_scenario_0000000000'

/**
 * `BUY_TIMEOUT_MS`: time limit of a purchase. `CLEAN_LOOKS_MS`: how long look-ups must find no purchase before the server concludes that
 * nothing was bought. Both are short, to save time.
 */
const BUY_TIMEOUT_MS = 1_500
const CLEAN_LOOKS_MS = 2_500

export type CarrierServer = {
  /** Returns null if the server died before it answered. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer | null>
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>
  /** Kills the server with SIGKILL, and starts a new one on the same store. */
  restart(): Promise<void>
}

export const startCarrierServer = async (
  store: Pick<FreshDb, 'env'>,
  simulator: Pick<Simulator, 'url'>,
  buyTimeoutMs = BUY_TIMEOUT_MS,
): Promise<CarrierServer> => {
  const start = (): Promise<ServerProcess> =>
    startServerProcess({
      ...store.env,
      WAYBILL_DEMO_LIVE_KEY: LIVE_KEY,
      EASYPOST_API_KEY: 'simulated',
      EASYPOST_BASE_URL: simulator.url,
      EASYPOST_CUSTOMS_USD_PER_KG: '20',
      EASYPOST_CUSTOMS_SIGNER: 'Sample Forwarding',
      EASYPOST_BUY_TIMEOUT_MS: String(buyTimeoutMs),
      EASYPOST_CLEAN_LOOKS_MS: String(CLEAN_LOOKS_MS),
    })
  let server = await start()
  return {
    call: (method, path, body) => send(server.url, method, path, body),
    kill: async () => {
      await server.kill('SIGKILL')
    },
    restart: async () => {
      await server.kill('SIGKILL')
      server = await start()
    },
  }
}

const send = async (url: string, method: string, path: string, body?: object): Promise<Answer | null> => {
  try {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-api-key': LIVE_KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) throw error
    return null
  }
}

/** Checks the condition again and again until it holds. Fails after the time limit. */
export const until = async (what: string, holds: () => Promise<boolean>, withinMs: number): Promise<void> => {
  const givesUpAt = performance.now() + withinMs
  while (!(await holds())) {
    assert.ok(performance.now() < givesUpAt, `stuck: ${what}`)
    await sleep(100)
  }
}
