// Starts the simulator and prints how to use it.
import type { Simulator } from './simulator.ts'
import { startSimulator } from './simulator.ts'

export type SimulatorArgs = {
  port?: number
  seed?: string
  faultRate?: number // share of requests that get a fault, 0 to 1
  webhookUrl?: string
  webhookSecret?: string
  now: () => number
  print: (line: string) => void
}

// Without a seed, every start makes new ids. If ids repeated, Waybill would mistake new purchases for purchases of an earlier run.
export const runSimulator = async ({
  port = 0,
  seed,
  faultRate = 0,
  webhookUrl,
  webhookSecret,
  now,
  print,
}: SimulatorArgs): Promise<Simulator> => {
  if (!(faultRate >= 0 && faultRate <= 1)) throw new Error('--fault-rate must be from 0 to 1')
  if ((webhookUrl === undefined) !== (webhookSecret === undefined)) throw new Error('--webhook-url and --webhook-secret go together')
  const usedSeed = seed ?? String(now())
  const simulator = await startSimulator({
    port,
    seed: usedSeed,
    now,
    ...(faultRate > 0 ? { faults: { random: { rate: faultRate } } } : {}),
    ...(webhookUrl !== undefined && webhookSecret !== undefined ? { webhook: { url: webhookUrl, secret: webhookSecret } } : {}),
  })
  print(`Simulated EasyPost at ${simulator.url}, seed ${usedSeed}, faults on ${faultRate * 100} % of requests. It sells no postage.`)
  print(`Start Waybill with EASYPOST_API_KEY=simulated EASYPOST_BASE_URL=${simulator.url}`)
  print(`Order a fault:  curl -d '{"fault":"cut_after","on":"buy"}' ${simulator.url}/_faults   (GET lists them)`)
  print(`Move a parcel:  curl -d '{"tracking_code":"…","status":"in_transit"}' ${simulator.url}/_track`)
  print(`Read the books: curl ${simulator.url}/_ledger`)
  return simulator
}
