// A server starts all of its background work. The store always fails, and the reported failures show which chores ran.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RemoteCarrier } from './carriers/carrier.ts'
import type { Deps } from './flows/deps.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import type { Db } from './platform/engine/db.ts'
import { systemDeps } from './system.ts'
import { startWorkers } from './workers.ts'

/** The longest interval of the chores that this test expects. */
const TURN_MS = 10 * 60 * 1000

it('a server starts all of its background work', async (t) => {
  const failed = async (): Promise<never> => {
    throw new Error('the store is away')
  }
  const db = { query: failed, execute: failed, executeReturning: failed, transaction: failed, snapshot: failed } as unknown as Db
  const reported = new Set<unknown>()
  const report: Deps['report'] = (_what, details) => void reported.add((details as { worker?: unknown }).worker)
  // The providers are never called, because the store fails first.
  const remote = { carriers: [{} as RemoteCarrier], paymentProviders: { live: {} as PaymentProvider } }
  const deps: Deps = { ...systemDeps(), ...remote, db, report }
  t.mock.timers.enable({ apis: ['setInterval'] })
  const stop = startWorkers(deps, { measureClock: failed })
  t.mock.timers.tick(TURN_MS)
  await stop()
  assert.deepEqual([...reported].sort(), [
    'asking after parcels',
    'charging storage of the month',
    'expiring announcements',
    'forgetting carriers’ events',
    'forgetting rates shown long ago',
    'issuing invoices',
    'looking up payments',
    'measuring the database’s clock',
    'pruning events and deliveries',
    'pruning idempotency keys',
    'pruning sign-ins to the portal',
    'pruning tasks',
    'pruning the request log',
    'reminding of storage',
    'sealing the audit trail',
    'sending messages',
    'settling purchases',
    'working on tasks',
  ])
})
