// A worker thread that runs simulations for the soak.

import { parentPort } from 'node:worker_threads'
import { postgres, sqlite } from '../engine/engines.ts'
import type { Run } from './run.ts'
import { simulate } from './run.ts'

export type Task = Run & { engine: string }
export type Result = { counts: Record<string, number>; requests: number } | { failed: string }

parentPort!.on('message', async ({ engine, ...run }: Task) => {
  const result: Result = await simulate(engine === 'postgres' ? postgres : sqlite, run).catch((error: Error) => ({ failed: error.message }))
  parentPort!.postMessage(result)
})
