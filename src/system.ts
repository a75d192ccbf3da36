// Time, randomness and new ids from the system: the one place that asks for them, so that everything else can be simulated.

import { randomBytes } from 'node:crypto'
import { makeId, uuidV7 } from './domain/ids.ts'
import { CLEAN_LOOKS_MS } from './domain/purchase.ts'
import type { Deps } from './flows/deps.ts'

const UUID_RANDOM_BYTES = 10
/** A purchase is given a minute, and ten seconds for its answer to be written down. */
const BUY_LEASE_MS = 70_000

export const systemDeps = (): Omit<Deps, 'db'> => ({
  clock: Date.now,
  random: (bytes) => randomBytes(bytes),
  newId: (prefix) => makeId(prefix, uuidV7(Date.now(), randomBytes(UUID_RANDOM_BYTES))),
  carriers: [],
  patience: { buyLeaseMs: BUY_LEASE_MS, cleanLooksMs: CLEAN_LOOKS_MS },
  report: () => {},
})
