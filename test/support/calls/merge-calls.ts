// Customers with many records, whose merge takes several transactions, and checks after the merge.

import assert from 'node:assert/strict'
import { Problems } from '../../../src/domain/values/errors.ts'
import { callerFor } from '../../../src/flows/caller-for.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { announceParcel } from '../../../src/flows/inbound/announce-parcel.ts'
import type { Db } from '../../../src/store/engine/db.ts'
import { StoreUnavailable } from '../../../src/store/engine/db.ts'
import * as packages from '../../../src/store/packages/packages.ts'
import * as quotes from '../../../src/store/quotes/quotes.ts'
import { byTest } from '../samples/authors.ts'

const INSERTED_AT_ONCE = 100

/** Adds `count` copies of a package and of its quote, and as many announcements. */
export const addBelongings = async (deps: Deps, caller: Caller, customerId: string, packageId: string, count: number): Promise<void> => {
  const parcel = await packages.load(deps.db, caller, packageId)
  const quote = await quotes.load(deps.db, caller, parcel.quoteId!)
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const mark = deps.newId('mrg').slice(-8).toUpperCase()
  for (let from = 0; from < count; from += INSERTED_AT_ONCE) {
    const some = numbers.slice(from, from + INSERTED_AT_ONCE)
    await deps.db.transaction(async (tx) => {
      await packages.insert(
        tx,
        caller,
        some.map((number) => ({ ...parcel, id: deps.newId('pkg'), version: 1, parcelNumber: `${mark}${number}`, cargoIndex: number })),
      )
      for (const number of some)
        await quotes.insert(tx, caller, { ...quote, id: deps.newId('pq'), version: 1, reference: `Q${mark}${number}` })
    })
  }
  for (const number of numbers) {
    const announced = { customer_id: customerId, courier_numbers: [`${mark}9${10_000 + number}`] }
    await announceParcel(deps, caller, announced, new Problems())
  }
}

export const testCaller = (deps: Deps, businessId: string, mode: 'test' | 'live' = 'test'): Promise<Caller> =>
  callerFor(deps.db, { businessId, mode }, byTest(deps))

const TABLES = ['quotes', 'packages', 'inbound_parcels', 'charges'] as const
type Owned = Record<(typeof TABLES)[number], number>

/** The records of a customer that are not invoiced. */
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

/** Every package of the customer has as many audit records and events as versions, and one `package.changed` for each move. */
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

/** A server that dies after a number of transactions: everything that it starts then fails. */
export const dyingAfter = (deps: Deps, transactions: number): Deps => {
  let begun = 0
  const transaction: Db['transaction'] = (fn, options) => {
    begun += 1
    return begun > transactions ? Promise.reject(new StoreUnavailable('the server died')) : deps.db.transaction(fn, options)
  }
  return { ...deps, db: { ...deps.db, transaction } }
}
