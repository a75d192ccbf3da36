// A server that keeps crashing still seals its audit trail: soon after each start, it seals the records of the previous run.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const TEST_KEY = 'wb_test_audit_crashes_scenario_00'
const SEALED_MAX_MS = 30_000
const CRASHES = process.env.SOAK === '1' ? 5 : 1

describe('a server that keeps crashing', () => {
  // One engine is enough: kill.test.ts and the simulation cover kills on both engines.
  forOneEngine((engine) => {
    it('seals soon after every start what it wrote before the crash', async () => {
      const store = await engine.freshDb()
      const env = { ...store.env, WAYBILL_DEMO_TEST_KEY: TEST_KEY }
      for (let crash = 0; crash <= CRASHES; crash++) {
        const server = await startServerProcess(env)
        await until('unsealed records', async () => (await verifyAudit(store)).unsealed === 0, SEALED_MAX_MS)
        const { records, breaks } = await verifyAudit(store)
        assert.deepEqual(breaks, [])
        assert.ok(records > crash)
        const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
        const made = await fetch(`${server.url}/v1/parcel_quotes`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ parcel: importOcean() }),
        })
        assert.equal(made.status, 201, await made.text())
        await server.kill('SIGKILL')
      }
      await store.drop()
    })
  })
})
