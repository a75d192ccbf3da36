// After many receipts and undos, a package shows only its latest receipts and events, and can be received again.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { HISTORY_MAX } from '../../../src/domain/audit/audit.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { insert } from '../../../src/platform/engine/rows.ts'
import * as receipts from '../../../src/store/receiving/receipts.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { atDock, book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MORE = 3
const SECOND_MS = 1_000
const NOON = Date.UTC(2027, 2, 3, 12)

forOneEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  it('shows a limited number of receipts and events of a package, the latest ones', async () => {
    waybill.time.freeze(NOON)
    const [tenant, dock] = [await waybill.newTenant(), await atDock(waybill)]
    const { ids, numbers } = await book(tenant, importAir())
    const { receipt } = await dock.done('/receipts', { code: numbers[0], weight: 9 })
    await dock.done(`/receipts/${receipt.receipt_id}/undo`, {})
    const { deps } = waybill
    const { scope, receipt: undone } = await receipts.loadOfAnyBusiness(deps.db, receipt.receipt_id)
    const [event] = await deps.db.query<Json>(`select * from events where object_id = $1 and type = 'package.received'`, [ids[0]!])
    await deps.db.transaction(SYSTEM, async (tx) => {
      for (let times = 0; times < HISTORY_MAX + MORE; times += 1) {
        waybill.time.advance(SECOND_MS)
        const now = deps.clock()
        await receipts.insert(tx, { ...scope, ...byTest(deps) }, { ...undone, id: deps.newId('rcp'), receivedAt: now })
        await insert(tx, 'events', [{ ...event, id: deps.newId('evt'), created_at: now }])
      }
    })
    waybill.time.advance(SECOND_MS)
    const last = await dock.done('/receipts', { code: numbers[0], weight: 7 })
    assert.partialDeepStrictEqual(last.package, { pieces_arrived: 1, actual_weight: 7 })
    const listed: Json[] = await dock.get(`/packages/${ids[0]}/receipts`)
    assert.deepEqual([listed.length, listed.at(-1)!.receipt_id], [HISTORY_MAX, last.receipt.receipt_id])
    const detail = await dock.get(`/packages/${ids[0]}`)
    assert.deepEqual([detail.receipts.length, detail.receipts.at(-1).receipt_id], [HISTORY_MAX, last.receipt.receipt_id])
    const { entries } = await dock.get(`/packages/${ids[0]}/timeline`)
    assert.equal(entries.length, HISTORY_MAX)
    const [{ receipt: shown }] = entries.filter(({ type }: Json) => type === 'package.received').slice(-1)
    assert.equal(shown.receipt_id, last.receipt.receipt_id)
    await dock.done(`/receipts/${last.receipt.receipt_id}/undo`, {})
  })
})
