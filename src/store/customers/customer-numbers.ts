// Numbers for new customers. A number is reserved outside the transaction that creates the customer, so that creations need not wait for one another.

import { FIRST_CUSTOMER_NUMBER } from '../../domain/customers/customer.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Db, Tx } from '../../platform/engine/db.ts'
import { IN_SCOPE } from '../../platform/engine/scope.ts'

type Waiting = { resolve: (number: number) => void; reject: (error: unknown) => void }

/** The callers that wait for a number: one queue for each business and mode of a store. Empty queues are removed. */
const queues = new WeakMap<Db, Map<string, Waiting[]>>()

const reserve = async (db: Db, { businessId, mode }: Scope, count: number): Promise<number> => {
  const rows = await db.executeReturning<{ next_number: number }>(
    `insert into customer_numbers (business_id, mode, next_number) values ($1, $2, $3)
     on conflict (business_id, mode) do update set next_number = customer_numbers.next_number + $4 returning next_number`,
    [businessId, mode, FIRST_CUSTOMER_NUMBER + count, count],
  )
  return rows[0]!.next_number - count
}

/** Gives each waiting caller a number. Calls `leave` as soon as nobody waits any more. A later caller then starts a new queue. */
const serve = async (db: Db, scope: Scope, waiting: Waiting[], leave: () => void): Promise<void> => {
  while (waiting.length > 0) {
    const served = waiting.splice(0)
    try {
      const first = await reserve(db, scope, served.length)
      for (const [index, { resolve }] of served.entries()) resolve(first + index)
    } catch (error) {
      for (const { reject } of served) reject(error)
    }
  }
  leave()
}

/** The next number of this business and mode. Callers that arrive during a reservation share the next reservation. */
export const takeNumber = (db: Db, scope: Scope): Promise<number> => {
  const ofStore = queues.get(db) ?? new Map<string, Waiting[]>()
  queues.set(db, ofStore)
  const name = `${scope.businessId} ${scope.mode}`
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const waiting = ofStore.get(name)
  if (waiting) {
    waiting.push({ resolve, reject })
    return promise
  }
  const queue = [{ resolve, reject }]
  ofStore.set(name, queue)
  void serve(db, scope, queue, () => ofStore.delete(name))
  return promise
}

/** Skips all numbers up to and including `number`, because customers already have IDs with these numbers. */
export const skipTo = async (tx: Tx, { businessId, mode }: Scope, number: number): Promise<void> => {
  const after = number + 1
  await tx.execute(`update customer_numbers set next_number = $3 where ${IN_SCOPE} and next_number < $3`, [businessId, mode, after])
}
