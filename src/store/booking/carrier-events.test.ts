// Carrier events with an unknown tracking code: the earliest event of each status is returned, in order of time, and only once.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import { recordOnce, storeUnmatched, takeUnmatched } from './carrier-events.ts'

const TIMES = 100

forEachEngine((engine) => {
  it('keeps of each status what happened first, in the order in which it happened, and gives it once', async () => {
    const { db, drop } = await engine.freshDb()
    const tell = async (status: string, at: number): Promise<void> => {
      const eventId = `evt_${status}_${at}`
      await db.transaction(SYSTEM, async (tx) => {
        await recordOnce(tx, 'easypost', eventId, at)
        await storeUnmatched(tx, 'easypost', eventId, { trackingCode: 'EZ1', status, at })
      })
    }
    await tell('delivered', 2 * TIMES)
    for (let at = TIMES; at > 0; at -= 1) await tell('in_transit', at)
    await tell('pre_transit', 0)
    const kept = await db.transaction(SYSTEM, (tx) => takeUnmatched(tx, 'easypost', 'EZ1'))
    assert.deepEqual(kept, [
      { trackingCode: 'EZ1', status: 'pre_transit', at: 0 },
      { trackingCode: 'EZ1', status: 'in_transit', at: 1 },
      { trackingCode: 'EZ1', status: 'delivered', at: 2 * TIMES },
    ])
    assert.deepEqual(await db.transaction(SYSTEM, (tx) => takeUnmatched(tx, 'easypost', 'EZ1')), [])
    await drop()
  })
})
