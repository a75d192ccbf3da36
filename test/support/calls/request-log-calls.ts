// Waits for the request log, which is written up to a second after the answer.

import { until } from '../server/carrier-server.ts'
import type { Answer } from '../server/waybill.ts'
import type { Json } from './quote-calls.ts'

const PATIENCE_MS = 60_000

/** Waits until `ask` finds the request in the log, and returns the logged request. */
export const whenLogged = async (ask: () => Promise<Answer>): Promise<Json> => {
  await until('the request is in the log', async () => (await ask()).status === 200, PATIENCE_MS)
  return (await ask()).json
}
