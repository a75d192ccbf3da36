// Time, randomness and new ids. All other code takes them from here, so that tests can replace them.

import { randomBytes } from 'node:crypto'
import { CLEAN_LOOKS_MS } from './domain/booking/purchase.ts'
import { makeId, uuidV7 } from './domain/values/ids.ts'
import type { Deps } from './flows/deps.ts'

const UUID_RANDOM_BYTES = 10
/** The lease of a purchase from a carrier: one minute for the call to the carrier, and ten seconds to save the answer. */
const BUY_LEASE_MS = 70_000

/** The size of the pool of random bytes, enough for hundreds of ids and codes. A system call for each id would be expensive. */
const POOL_BYTES = 4_096
let pool = randomBytes(POOL_BYTES)
let taken = 0

/** Takes random bytes, each of which is used only once. */
const takeRandom = (bytes: number): Uint8Array => {
  if (bytes > POOL_BYTES) return randomBytes(bytes)
  if (taken + bytes > POOL_BYTES) {
    pool = randomBytes(POOL_BYTES)
    taken = 0
  }
  taken += bytes
  return pool.subarray(taken - bytes, taken)
}

const COUNTER_MAX = 0xfff
let lastMs = 0
let counter = 0

/**
 * Makes a UUID. Twelve of its random bits are replaced by a counter for ids of the same millisecond, so that the ids of one process sort in
 * the order of creation.
 */
const nextUuid = (): Uint8Array => {
  const now = Math.max(Date.now(), lastMs)
  counter = now > lastMs ? 0 : counter + 1
  lastMs = counter > COUNTER_MAX ? now + 1 : now
  if (counter > COUNTER_MAX) counter = 0
  const random = takeRandom(UUID_RANDOM_BYTES)
  random[0] = counter >> 8
  random[1] = counter & 0xff
  return uuidV7(lastMs, random)
}

export const systemDeps = (): Omit<Deps, 'db'> => ({
  clock: Date.now,
  monotonic: () => performance.now(),
  queueClock: Date.now,
  random: takeRandom,
  newId: (prefix) => makeId(prefix, nextUuid()),
  carriers: [],
  purchaseTimeouts: { buyLeaseMs: BUY_LEASE_MS, cleanLooksMs: CLEAN_LOOKS_MS },
  paymentProviders: {},
  channels: {},
  report: () => {},
})
