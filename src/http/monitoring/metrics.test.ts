// Metrics are available even if the store is down. The shipped dashboard and alerts use only metrics that exist.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { forEachEngine, postgres } from '../../../test/support/engine/engines.ts'
import { systemDeps } from '../../system.ts'
import { createMetrics } from './metrics.ts'

const watched = (db: Awaited<ReturnType<typeof postgres.freshDb>>['db']) => ({ ...systemDeps(), db, version: '1.2.3', skewMs: () => 1_500 })

const figure = (text: string, name: string): string | undefined =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length + 1)

forEachEngine((engine) => {
  it('metrics are there while the store answers, and while it does not', async () => {
    const fresh = await engine.freshDb()
    const metrics = createMetrics(() => watched(fresh.db))
    const up = await metrics.text()
    assert.equal(figure(up, 'waybill_store_up'), '1')
    assert.equal(figure(up, 'waybill_webhook_lag_seconds'), '0')
    assert.equal(figure(up, 'waybill_clock_skew_seconds'), '1.5')
    assert.equal(figure(up, `waybill_info{version="1.2.3",engine="${engine.name}"}`), '1')
    if (engine.name === 'sqlite') {
      assert.ok(Number(figure(up, 'waybill_store_free_bytes')) > 0)
      assert.ok(Number(figure(up, 'waybill_store_wal_bytes')) >= 0)
    } else {
      assert.equal(figure(up, 'waybill_store_connections{state="max"}'), '16')
      assert.ok(Number(figure(up, 'waybill_store_connections{state="open"}')) >= 1)
    }
    await fresh.drop()
    const down = await metrics.text()
    assert.equal(figure(down, 'waybill_store_up'), '0')
    assert.equal(figure(down, 'waybill_webhook_lag_seconds'), undefined)
    assert.match(down, /^waybill_process_resident_memory_bytes \d/m)
  })
})

describe('the shipped dashboard and alerts', () => {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../../deploy', file), 'utf8')
  const HISTOGRAM = /_(bucket|count|sum)$/

  for (const file of ['grafana-dashboard.json', 'alerts.yaml']) {
    it(`${file} names metrics that exist`, async () => {
      const fresh = await postgres.freshDb()
      const text = await createMetrics(() => watched(fresh.db)).text()
      await fresh.drop()
      const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!))
      const named = [...new Set(read(file).match(/\bwaybill_\w+/g))]
      assert.ok(named.length > 5)
      assert.deepEqual(
        named.filter((name) => !known.has(name) && !known.has(name.replace(HISTOGRAM, ''))),
        [],
      )
    })
  }
})
