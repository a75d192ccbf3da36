// A transaction is retried after a write conflict. If it writes, the Idempotency-Key is marked, and the commit sets `hasCommitted` on the request.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OngoingRequest, Tx } from './db.ts'
import { StaleWrite, UniqueViolation } from './db.ts'
import { createSecrets } from './secrets.ts'
import type { Session } from './transaction.ts'
import { finish, retrying, runTransaction } from './transaction.ts'

const conflict = (subject: string) => new StaleWrite('another was first', { subject })

describe('a transaction with a write conflict', () => {
  it('is tried for as long as its time lasts, more than ten times, and then says why', async () => {
    let attempts = 0
    const failing = retrying(async () => {
      attempts++
      throw conflict('a row')
    }, 2_500)
    await assert.rejects(failing, StaleWrite)
    assert.ok(attempts > 10, `${attempts} attempts`)
  })

  it('is tried again where the first attempt took all the time, but not for ever', async () => {
    const triesUntil = async (succeedsAt: number): Promise<number> => {
      let attempts = 0
      const attempt = async (): Promise<void> => {
        attempts++
        if (attempts < succeedsAt) throw conflict('a row')
      }
      await retrying(attempt, 0).catch((error) => assert.ok(error instanceof StaleWrite))
      return attempts
    }
    assert.equal(await triesUntil(2), 2)
    assert.equal(await triesUntil(Number.POSITIVE_INFINITY), 3)
  })

  it('waits for others at the same row, and for nobody at another', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>()
    let [slowTries, sameTries, otherTries] = [0, 0, 0]
    const slow = retrying(async () => {
      if (slowTries++ === 0) throw conflict('one')
      tellHeld()
      await held
    })
    await isHeld
    const same = retrying(async () => {
      if (sameTries++ === 0) throw conflict('one')
    })
    await retrying(async () => {
      if (otherTries++ === 0) throw conflict('other')
    })
    assert.deepEqual([slowTries, sameTries, otherTries], [2, 1, 2])
    letGo()
    await Promise.all([slow, same])
    assert.equal(sameTries, 2)
  })
})

it('a random code that is taken ten times is not drawn again', async () => {
  let draws = 0
  const failing = retrying(async () => {
    draws++
    throw new UniqueViolation(['parcel_number'], 'uq_packages_parcel_number')
  })
  await assert.rejects(failing, UniqueViolation)
  assert.equal(draws, 10)
})

const sessionOf = (execute: Session['execute']): Session => ({
  isPipelined: false,
  query: async () => [],
  execute,
  script: async () => {},
  secrets: createSecrets([]),
})
const newRequest = (): OngoingRequest => ({ checkAuthority: null, markKey: null, hasCommitted: false })

describe('a request is told of a commit', () => {
  const isTold = async (sql: string, fails = false): Promise<boolean> => {
    const request = newRequest()
    const attempt = async (tx: Tx): Promise<void> => {
      await tx.query(sql)
      if (fails) throw new Error('refused')
    }
    await runTransaction(
      sessionOf(async () => 1),
      { request },
      attempt,
    ).then(
      (ran) => finish(() => {}, ran),
      () => {},
    )
    return request.hasCommitted
  }

  it('that wrote something, also by a statement that begins with `with`', async () => {
    assert.equal(await isTold('insert into parcels (id) values (1) returning id'), true)
    assert.equal(await isTold('with taken (id) as (values (1)) update parcels set id = taken.id from taken returning id'), true)
  })

  it('not of a transaction that only reads, or fails', async () => {
    assert.equal(await isTold('select id from parcels for update'), false)
    assert.equal(await isTold('insert into parcels (id) values (1) returning id', true), false)
  })
})

describe('the mark of an Idempotency-Key', () => {
  const sentBy = async (work: (tx: Tx) => Promise<unknown>): Promise<string[]> => {
    const sent: string[] = []
    const markKey = async (tx: Tx): Promise<void> => void (await tx.execute('update idempotency_keys set status = 102'))
    await runTransaction(
      sessionOf(async (sql) => sent.push(sql)),
      { request: { ...newRequest(), markKey } },
      work,
    )
    return sent
  }

  it('is the last statement of a transaction that wrote, also of one that left rows to be inserted together', async () => {
    assert.equal((await sentBy((tx) => tx.execute('delete from parcels'))).length, 2)
    assert.equal((await sentBy(async (tx) => tx.insertTogether('parcels', [{ id: 1 }]))).length, 2)
  })

  it('is left out where nothing was written: a request that is refused then is not on record as done', async () => {
    assert.deepEqual(await sentBy((tx) => tx.query('select id from parcels for update')), [])
  })
})
