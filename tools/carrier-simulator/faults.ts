// Faults on demand: queued faults first, then random faults drawn from the seed.
import type { Seeded } from './seeded.ts'

export const OPERATIONS = ['rate', 'rerate', 'read', 'buy', 'refund', 'track', 'label'] as const
export type Operation = (typeof OPERATIONS)[number]

// The operations in which each fault can occur. `_before`: the operation does not take effect. `_after`: the operation takes effect, but
// the client is not told.
const APPLIES = {
  slow: OPERATIONS,
  hang: OPERATIONS,
  hang_after: ['buy', 'refund'],
  error_before: OPERATIONS,
  error_after: ['rate', 'rerate', 'buy', 'refund'],
  cut_before: OPERATIONS,
  cut_after: ['rate', 'rerate', 'buy', 'refund'],
  late: ['buy'], // answers with a gateway time-out now, buys later
  duplicate: ['buy'], // buys, but answers that the shipment was already bought
  malformed: OPERATIONS, // takes effect, then answers with truncated JSON
  rate_limited: OPERATIONS,
  rejected: ['buy', 'refund'],
  rate_forgotten: ['buy'],
  wrong_currency: ['rate', 'rerate', 'buy'],
  zero_rates: ['rate', 'rerate'],
} as const satisfies Record<string, readonly Operation[]>

export type FaultName = keyof typeof APPLIES
export const FAULTS = Object.keys(APPLIES) as FaultName[]

export type Fault = { fault: FaultName; delayMs?: number; status?: number }
export type OrderedFault = Fault & { on?: Operation; times?: number }
export type RandomFaults = { rate: number; faults?: readonly FaultName[]; on?: readonly Operation[]; delayMs?: number }

export type Faults = {
  order(fault: OrderedFault): void
  atRandom(random: RandomFaults | null): void
  clear(): void
  next(operation: Operation, key: string): Fault | null
  pending(): { ordered: readonly OrderedFault[]; random: RandomFaults | null }
}

export const appliesTo = (fault: FaultName, operation: Operation): boolean => (APPLIES[fault] as readonly Operation[]).includes(operation)

const usualOperation = (fault: FaultName): Operation => (appliesTo(fault, 'buy') ? 'buy' : APPLIES[fault][0])

export const createFaults = (seeded: Seeded): Faults => {
  let ordered: (OrderedFault & { times: number })[] = []
  let random: RandomFaults | null = null
  const asked = new Map<string, number>()

  const takeOrdered = (operation: Operation): Fault | null => {
    const found = ordered.find((fault) => fault.on === operation)
    if (!found) return null
    found.times -= 1
    ordered = ordered.filter((fault) => fault.times > 0)
    return found
  }

  // Each draw depends only on the seed, the operation, the object, and the number of earlier requests with this operation and object. The
  // order of concurrent requests for different objects therefore does not matter.
  const takeRandom = (operation: Operation, key: string): Fault | null => {
    if (!random || (random.on && !random.on.includes(operation))) return null
    const nth = asked.get(`${operation} ${key}`) ?? 0
    asked.set(`${operation} ${key}`, nth + 1)
    if (seeded.draw(operation, key, nth, 'whether') >= random.rate) return null
    const possible = (random.faults ?? FAULTS).filter((fault) => appliesTo(fault, operation))
    const fault = possible[Math.floor(seeded.draw(operation, key, nth, 'which') * possible.length)]
    return fault ? { fault, ...(random.delayMs === undefined ? {} : { delayMs: random.delayMs }) } : null
  }

  return {
    order: (fault) => ordered.push({ ...fault, on: fault.on ?? usualOperation(fault.fault), times: fault.times ?? 1 }),
    atRandom: (next) => {
      random = next
    },
    clear: () => {
      ordered = []
      random = null
    },
    next: (operation, key) => takeOrdered(operation) ?? takeRandom(operation, key),
    pending: () => ({ ordered, random }),
  }
}
