// Running a transaction again: until it comes first or its time is up, and no longer behind others than it must. What it commits is noted, and how it ends.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Query, Schema } from './db.ts'
import { StaleWrite, UniqueViolation } from './db.ts'
import { createSecrets } from './secrets.ts'
import { endingWith, notingCommits, retrying, runInScope } from './transaction.ts'

const unheard = (): void => {}
const conflict = (subject: string) => new StaleWrite('another was first', { subject })

describe('a transaction with a write conflict', () => {
  it('is tried for as long as its time lasts, more than ten times, and then says why', async () => {
    let attempts = 0
    const failing = retrying(
      unheard,
      async () => {
        attempts++
        throw conflict('a row')
      },
      2_500,
    )
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
      await retrying(unheard, attempt, 0).catch((error) => assert.ok(error instanceof StaleWrite))
      return attempts
    }
    assert.equal(await triesUntil(2), 2)
    assert.equal(await triesUntil(Number.POSITIVE_INFINITY), 3)
  })

  it('waits for others at the same row, and for nobody at another', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>()
    let [slowTries, sameTries, otherTries] = [0, 0, 0]
    const slow = retrying(unheard, async () => {
      if (slowTries++ === 0) throw conflict('one')
      tellHeld()
      await held
    })
    await isHeld
    const same = retrying(unheard, async () => {
      if (sameTries++ === 0) throw conflict('one')
    })
    // Would never end behind the slow one.
    await retrying(unheard, async () => {
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
  const failing = retrying(unheard, async () => {
    draws++
    throw new UniqueViolation(['parcel_number'], 'uq_packages_parcel_number')
  })
  await assert.rejects(failing, UniqueViolation)
  assert.equal(draws, 10)
})

describe('a commit is noted', () => {
  const session: Schema = { query: async () => [], execute: async () => 1, script: async () => {}, secrets: createSecrets([]) }
  const isNoted = async (sql: string, fails = false): Promise<boolean> => {
    const commits = { any: false }
    const attempt = async (tx: Schema): Promise<void> => {
      await tx.query(sql)
      if (fails) throw new Error('refused')
    }
    await new Promise((resolve) =>
      notingCommits(commits, () => retrying(unheard, () => runInScope(session, attempt)).then(resolve, resolve)),
    )
    return commits.any
  }

  it('where something was written, also by a statement that begins with `with`', async () => {
    assert.equal(await isNoted('insert into parcels (id) values (1) returning id'), true)
    assert.equal(await isNoted('with taken (id) as (values (1)) update parcels set id = taken.id from taken returning id'), true)
  })

  it('not of what only reads, or fails', async () => {
    assert.equal(await isNoted('select id from parcels for update'), false)
    assert.equal(await isNoted('insert into parcels (id) values (1) returning id', true), false)
  })
})

describe('what a transaction ends with', () => {
  const endOf = async (work: (tx: Schema) => Promise<unknown>): Promise<string[]> => {
    const sent: string[] = []
    const execute = async (sql: string) => sent.push(sql)
    const session: Schema = { query: async () => [], execute, script: async () => {}, secrets: createSecrets([]) }
    const end = async (tx: Query): Promise<void> => void (await tx.execute('update idempotency_keys set status = 102'))
    await new Promise((resolve, reject) => endingWith(end, () => runInScope(session, work).then(resolve, reject)))
    return sent
  }

  it('is added to what was written, also to rows that were gathered', async () => {
    assert.equal((await endOf((tx) => tx.execute('delete from parcels'))).length, 2)
    assert.equal((await endOf(async (tx) => tx.insertTogether!('parcels', [{ id: 1 }]))).length, 2)
  })

  it('is not added where nothing was written: a request that is refused then is not on record as done', async () => {
    assert.deepEqual(await endOf((tx) => tx.query('select id from parcels for update')), [])
  })
})
