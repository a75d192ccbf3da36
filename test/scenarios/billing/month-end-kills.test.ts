// A server is killed in the middle of a month end: the next server continues, and each invoice is issued once.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addCharges } from '../../../src/flows/billing/charges/add-charges.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { callerFor, withBusiness } from '../../../src/flows/deps.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { systemDeps } from '../../../src/system.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { adminToken } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const INVOICES = process.env.SOAK ? 5_000 : 400
const LOOK_AGAIN_MS = 5

describe('a month end whose server is killed', () => {
  forEachEngine((engine) => {
    it(`issues each of ${INVOICES} invoices once`, async () => {
      const store = await engine.freshDb()
      let server = await startServerProcess(store.env)
      try {
        const deps: Deps = { ...systemDeps(), db: store.db }
        const headers = { authorization: `Bearer ${await adminToken(deps)}`, 'content-type': 'application/json' }
        const call = async (method: string, path: string, body?: object): Promise<Json> => {
          const answer = await fetch(`${server.url}/ops/v1${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
          const json = (await answer.json()) as Json
          assert.ok(answer.ok, JSON.stringify(json))
          return json
        }
        const [demo] = await deps.db.query<{ id: string }>('select id from businesses')
        const caller = await callerFor(deps.db, { businessId: demo!.id, mode: 'test' }, byTest(deps))
        const fees = Array.from(
          { length: INVOICES },
          () => ({ kind: 'other', description: 'Fee', unitKobo: 100, direction: null, customerId: null }) as const,
        )
        await deps.db.transaction(SYSTEM, async (tx) => addCharges(deps, tx, await withBusiness(tx, caller), fees))
        await call('POST', `/businesses/${demo!.id}/terms`, { invoicing: 'package' })
        const { task_id: id, total } = await call('POST', '/month_ends', { mode: 'test' })
        assert.equal(total, INVOICES)
        const progress = async (): Promise<Json> => (await call('GET', `/tasks/${id}`)).task
        while ((await progress()).done === 0) await sleep(LOOK_AGAIN_MS)
        await server.kill('SIGKILL')
        const [left] = await deps.db.query<Json>('select state, done from tasks')
        const [issued] = await deps.db.query<Json>('select count(*) as count from invoices where number is not null')
        assert.equal(left!.done, issued!.count, 'the progress is that of the invoices, also after the kill')
        server = await startServerProcess(store.env)
        // The lease of the killed server would end only after half a minute. The test ends the lease now.
        await deps.db.execute('update tasks set lease_until = 0')
        while ((await progress()).state === 'running') await sleep(LOOK_AGAIN_MS)
        const { state, done, failed } = await progress()
        assert.deepEqual([state, done, failed], ['done', INVOICES, 0])
        const numbers = await deps.db.query<Json>('select number from invoices where number is not null order by number')
        const year = numbers[0]!.number.slice(0, -6)
        assert.deepEqual(
          numbers.map(({ number }) => number),
          Array.from({ length: INVOICES }, (_, index) => `${year}${String(index + 1).padStart(6, '0')}`),
          'without gap or double',
        )
        assert.deepEqual((await verifyLedger(deps)).faults, [])
      } finally {
        await server.kill('SIGKILL')
        await store.drop()
      }
    })
  })
})
