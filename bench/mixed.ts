// The mixed load of a working day: 60 requests a second. 50 % read one quote, 25 % read lists, 15 % search and 10 % create quotes.

import type { Call, Generator } from './load.ts'
import { overTheWire } from './load.ts'
import type { Served } from './server.ts'
import type { Subject, Workload } from './workloads.ts'

const PER_SECOND = 60
const CONNECTIONS = 16
const UNCOUNTED_MS = 2_000
/** Number of requests of each workload in every 20 requests. */
const SHARES: Record<string, number> = {
  'get quote, booked': 10,
  'list packages, page 1': 5,
  'search packages by number': 3,
  'create quote, import air': 2,
}
const ROUNDS = 50

export type Mixed = { p50Ms: number; p99Ms: number; refused: number; processorUs: number; residentMb: number }

const requestsOf = async (workloads: readonly Workload[], subject: Subject): Promise<string[]> => {
  const shares: { calls: Call[]; count: number }[] = []
  for (const [name, count] of Object.entries(SHARES)) {
    const workload = workloads.find((each) => each.name === name)!
    shares.push({ calls: await workload.calls(subject, 1), count })
  }
  return Array.from({ length: ROUNDS }, (_, round) =>
    shares.flatMap(({ calls, count }) => Array.from({ length: count }, (_, n) => overTheWire(calls[(round * count + n) % calls.length]!))),
  ).flat()
}

export const runMixed = async (
  generator: Generator,
  { served, subject, workloads }: { served: Served; subject: Subject; workloads: readonly Workload[] },
  seconds: number,
): Promise<Mixed> => {
  const requests = await requestsOf(workloads, subject)
  const before = await served.processorSeconds()
  const { p50Ms, p99Ms, refused, used } = await generator.run({
    ports: [served.port],
    requests,
    isUsedUp: false,
    connections: CONNECTIONS,
    durationMs: UNCOUNTED_MS + seconds * 1000,
    uncountedMs: UNCOUNTED_MS,
    perSecond: PER_SECOND,
  })
  const processorUs = (((await served.processorSeconds()) - before) / used) * 1_000_000
  return { p50Ms, p99Ms, refused, processorUs, residentMb: await served.residentMb() }
}
