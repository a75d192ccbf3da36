// Transactions that receive packages read each record only once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callerFor } from '../../../src/flows/deps.ts'
import { cancelPackage } from '../../../src/flows/packages/cancel-package.ts'
import { closeShort } from '../../../src/flows/packages/correct-package.ts'
import { receivePackage } from '../../../src/flows/receiving/receive-package.ts'
import { undoReceipt } from '../../../src/flows/receiving/undo-receipt.ts'
import { departShipment } from '../../../src/flows/shipments/shipment-steps.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const COUNTED = ['packages', 'quotes', 'receipts', 'businesses', 'staff', 'rate_cards', 'webhook_endpoints']

const withoutSubqueries = (sql: string): string => {
  const outer = sql.replaceAll(/\([^()]*\)/g, '')
  return outer === sql ? sql : withoutSubqueries(outer)
}

describe('the reads of receiving', () => {
  let waybill: Waybill
  let tenant: Tenant
  const statements: string[] = []
  before(async () => {
    const freshDb = () => sqlite.freshDb(undefined, (_operation, _ms, sql) => void (sql && statements.push(sql)))
    waybill = await startWaybill({ ...sqlite, freshDb })
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  /**
   * Counts the statements that read each table. `packages` is sometimes read twice: once for the package, once for the other packages of
   * its quote.
   */
  const readsOf = async <T>(work: (deps: Waybill['deps']) => Promise<T>): Promise<{ result: T; reads: Record<string, number> }> => {
    const before = statements.length
    const result = await work(waybill.deps)
    const read = statements.slice(before).flatMap((sql) => /^select .*? from (\w+)/s.exec(withoutSubqueries(sql))?.[1] ?? [])
    return {
      result,
      reads: Object.fromEntries(COUNTED.map((table) => [table, read.filter((each) => each === table).length]).filter(([, count]) => count)),
    }
  }
  const request = { measured: {}, conditionNote: null, isLast: false, isConfirmed: true }
  const caller = () => callerFor(waybill.deps.db, { businessId: tenant.business.id, mode: 'test' }, byTest(waybill.deps))

  it('include the package, its quote, the other packages, earlier receipts and the card once each', async () => {
    const { ids } = await book(tenant, importAir({ packages: [{ weight: 1 }, { weight: 2 }] }))
    const author = await caller()
    const first = await readsOf((deps) => receivePackage(deps, author, ids[0]!, request))
    assert.deepEqual(first.reads, { packages: 2, quotes: 1, receipts: 1, businesses: 1, webhook_endpoints: 1 })
    const last = await readsOf((deps) => receivePackage(deps, author, ids[1]!, request))
    assert.equal(last.result.price?.isFinal, true)
    assert.deepEqual(last.reads, { packages: 2, quotes: 1, receipts: 1, businesses: 1, rate_cards: 1, webhook_endpoints: 1 })
    const undone = await readsOf((deps) => undoReceipt(deps, author, last.result.receipt, null))
    assert.deepEqual(undone.reads, { packages: 2, quotes: 1, receipts: 1, businesses: 1, webhook_endpoints: 1 })
    const cancelled = await readsOf((deps) => cancelPackage(deps, author, ids[1]!, null))
    assert.deepEqual(cancelled.reads, { packages: 2, quotes: 1, receipts: 1, businesses: 1, rate_cards: 1, webhook_endpoints: 1 })
  })

  it('are the same when a package is closed short', async () => {
    const { ids } = await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 3, volume: 2.5 }] }))
    const author = await caller()
    await receivePackage(waybill.deps, author, ids[0]!, { ...request, measured: { pieces: 1 } })
    const { reads } = await readsOf((deps) => closeShort(deps, author, ids[0]!, 'lost'))
    assert.deepEqual(reads, { packages: 2, quotes: 1, receipts: 1, businesses: 1, rate_cards: 1, webhook_endpoints: 1 })
  })

  it('include the business once as the caller and once to lock it, however many packages depart', async () => {
    const { ids, numbers } = await book(tenant, importAir({ packages: [{ weight: 1 }, { weight: 2 }, { weight: 3 }] }))
    for (const id of ids) await receivePackage(waybill.deps, await caller(), id, request)
    const desk = await atDesk(waybill)
    const { shipment_id } = await desk.done('/shipments', { mode: 'test', transport_mode: 'air' })
    for (const code of numbers) await desk.done(`/shipments/${shipment_id}/attach`, { code })
    const { reads } = await readsOf((deps) => departShipment(deps, byTest(deps), shipment_id))
    assert.equal(reads.businesses, 2)
  })
})
