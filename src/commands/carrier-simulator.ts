// waybill carrier-simulator: runs a simulated carrier that sells nothing.

import closeWithGrace from 'close-with-grace'
import { runSimulator } from '../carriers/simulator/run.ts'
import { visible } from './output.ts'
import { numberIn } from './simulator-options.ts'

type Options = { port: string; seed?: string; faultRate: string; webhookUrl?: string; webhookSecret?: string }

export const simulateCarrier = async ({ port, seed, faultRate, webhookUrl, webhookSecret }: Options): Promise<void> => {
  const simulator = await runSimulator({
    port: numberIn('--port', port, 65_535),
    faultRate: numberIn('--fault-rate', faultRate, 1),
    ...(seed === undefined ? {} : { seed }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    now: Date.now,
    print: (line) => console.log(visible(line)),
  })
  closeWithGrace({ logger: false }, () => simulator.close())
}
