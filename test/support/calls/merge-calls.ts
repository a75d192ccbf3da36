// Test support for merging customers: creates many records for a customer, and checks the records after a merge has moved them.

import assert from 'node:assert/strict'
import { Problems } from '../../../src/domain/values/errors.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { announceParcel } from '../../../src/flows/inbound/announce-parcel.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { StoreUnavailable, SYSTEM } from '../../../src/platform/engine/db.ts'
import * as packages from '../../../src/store/packages/packages.ts'
import * as quotes from '../../../src/store/quotes/quotes.ts'
import { tellingStatements } from '../engine/told-statements.ts'
import { byTest } from '../samples/authors.ts'

/** A unique text for the numbers of copied parcels and quotes, so that no number occurs twice. */
const newMark = (deps: Deps): string => deps.newId('mrg').slice(-8).toUpperCase()

export const addPackages = async (deps: Deps, caller: Caller, packageId: string, count: number): Promise<void> => {
  const parcel = await packages.load(deps.db, caller, packageId)
  const mark = newMark(deps)
  const copies = Array.from({ length: count }, (_, index) => ({
    ...parcel,
    id: deps.newId('pkg'),
    version: 1,
    parcelNumber: `${mark}${index}`,
    cargoIndex: index + 1,
  }))
  await deps.db.transaction(SYSTEM, (tx) => packages.insert(tx, caller, copies))
}

/** Adds `count` copies of a package and of its quote, and announces `count` parcels. */
export const addRecords = async (deps: Deps, caller: Caller, customerId: string, packageId: string, count: number): Promise<void> => {
  await addPackages(deps, caller, packageId, count)
  const { quoteId } = await packages.load(deps.db, caller, packageId)
  const quote = await quotes.load(deps.db, caller, quoteId!)
  const mark = newMark(deps)
  for (let number = 1; number <= count; number++) {
    const copy = { ...quote, id: deps.newId('pq'), version: 1, reference: `Q${mark}${number}` }
    await deps.db.transaction(SYSTEM, (tx) => quotes.insert(tx, caller, copy))
    const announced = { customer_id: customerId, courier_numbers: [`${mark}9${10_000 + number}`] }
    await announceParcel(deps, caller, announced, new Problems())
  }
}

export const testCaller = (deps: Deps, businessId: string, mode: 'test' | 'live' = 'test'): Promise<Caller> =>
  callerFor(deps.db, { businessId, mode }, byTest(deps))

const TABLES = ['quotes', 'packages', 'inbound_parcels', 'charges'] as const
type Owned = Record<(typeof TABLES)[number], number>

/** Counts the records of a customer. Charges that were reversed, or are on an invoice, are left out. */
export const ownedBy = async (db: Db, customerId: string): Promise<Owned> => {
  const counts = await Promise.all(
    TABLES.map(async (table) => {
      const waiting = table === 'charges' ? ' and reversed_at is null and invoice_id is null' : ''
      const [row] = await db.query<{ count: number }>(`select count(*) as count from ${table} where customer_id = $1${waiting}`, [
        customerId,
      ])
      return [table, row!.count] as const
    }),
  )
  return Object.fromEntries(counts) as Owned
}

/** Asserts that each move gave every package of the customer one more version and one `package.changed` event. */
export const assertMovedOnce = async (db: Db, customerId: string, moves: number): Promise<void> => {
  const told = await db.query<{ id: string; version: number; told: number }>(
    `select packages.id, packages.version,
       (select count(*) from events where events.object_id = packages.id and events.type = 'package.changed') as told
     from packages where customer_id = $1`,
    [customerId],
  )
  assert.ok(told.length > 0)
  for (const row of told) assert.deepEqual([row.version, row.told], [1 + moves, moves], row.id)
}

/** A copy of `deps` whose store fails at SQL statements that start with `statement`. */
export const failingAt = (deps: Deps, statement: string): Deps => {
  const db = tellingStatements(deps.db, (sql) => {
    if (sql.startsWith(statement)) throw new StoreUnavailable('the store failed')
  })
  return { ...deps, db }
}
