// waybill carrier-simulator: runs a simulated carrier that sells nothing.

import closeWithGrace from 'close-with-grace'
import { runSimulator } from '../carriers/simulator/run.ts'
import { ConfigError } from '../settings.ts'
import { visible } from './output.ts'

type Options = { port: string; seed?: string; faultRate: string; webhookUrl?: string; webhookSecret?: string }

const numberIn = (name: string, text: string, maximum: number): number => {
  const value = Number(text)
  if (!(value >= 0 && value <= maximum)) throw new ConfigError(`${name} must be from 0 to ${maximum}, not "${text}".`)
  return value
}

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
