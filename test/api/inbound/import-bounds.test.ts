// Limits on imports of announced parcels: courier numbers per file, webhook deliveries per file, and files that wait to be read.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { importInbound, previewImport } from '../../../src/flows/inbound/import-inbound.ts'
import type { Db, Tx } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { newKey, revokedWhileQueued, watchHandlers } from '../../support/calls/key-calls.ts'
import { testCaller } from '../../support/calls/merge-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

describe('a file of announcements', () => {
  const handlers = watchHandlers()
  let waybill: Waybill
  let tenant: Tenant
  let customer: Json
  before(async () => {
    waybill = await startWaybill(sqlite, { watch: handlers.watch })
    tenant = await waybill.newTenant()
    customer = await newCustomer(tenant)
  })
  after(() => waybill.close())

  const fileOf = (rows: number, numbers = (row: number) => `YT${1_000_000 + row}`): string =>
    `customer_id,courier_numbers\n${Array.from({ length: rows }, (_, row) => `${customer.address_suffix},${numbers(row)}\n`).join('')}`
  const mistakesOf = async (csv: string): Promise<Json[]> =>
    (await tenant.post('/v1/inbound_parcels/import', { csv, dry_run: true })).json.mistakes

  it('has at most 20,000 courier numbers', async () => {
    const many = (row: number): string => Array.from({ length: 20 }, (_, index) => 1_000_000 + row * 20 + index).join(' ')
    assert.deepEqual(await mistakesOf(fileOf(1_000, many)), [])
    const message = 'has 20020 courier numbers; one import takes at most 20000: split the file'
    assert.deepEqual(await mistakesOf(fileOf(1_001, many)), [{ row: 0, column: 'csv', message }])
  })

  it('causes at most 10,000 webhook deliveries, and is refused before its rows are read', async () => {
    const follow = (event_types: string[]) => tenant.post('/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/', event_types })
    for (let each = 0; each < 10; each++) assert.equal((await follow(['inbound_parcel.*'])).status, 201)
    assert.equal((await follow(['quote.*'])).status, 201)
    assert.deepEqual(await mistakesOf(fileOf(1_000)), [])
    const message = 'has 1001 rows; with 10 webhook endpoints one import takes at most 1000: split the file'
    assert.deepEqual(await mistakesOf(fileOf(1_001, () => 'x')), [{ row: 0, column: 'csv', message }])
    const { status, json } = await tenant.post('/v1/inbound_parcels/import', { csv: fileOf(1_001) })
    assert.deepEqual([status, json.errors], [422, [`csv ${message}`]])
  })

  it('is not imported with a key that was revoked while the file waited', async () => {
    const { key, revoke } = await newKey(waybill, tenant)
    const caller = await testCaller(waybill.deps, tenant.business.id)
    const refused = await revokedWhileQueued(handlers, {
      occupy: (hold) => previewImport(waybill.deps, caller, fileOf(1), hold),
      ask: () => waybill.call('POST', '/v1/inbound_parcels/import', { csv: fileOf(1) }, { key }),
      revoke,
    })
    assert.deepEqual([refused.status, (await tenant.get('/v1/inbound_parcels')).json], [401, []])
  })

  it('is read one at a time, and ten may wait', async () => {
    const caller = await testCaller(waybill.deps, tenant.business.id)
    const reads = Array.from({ length: 12 }, () => previewImport(waybill.deps, caller, fileOf(1), async () => {}))
    const outcomes = await Promise.allSettled(reads)
    assert.deepEqual(
      outcomes.filter(({ status }) => status === 'rejected').map((refused) => (refused as PromiseRejectedResult).reason.code),
      ['OVERLOADED'],
    )
  })

  it('does not delay a transaction that began before its own', async () => {
    const { deps } = waybill
    const order: string[] = []
    let before: Promise<unknown> | undefined
    const begins = (fn: (tx: Tx) => Promise<unknown>) => (tx: Tx) => {
      order.push('import')
      return fn(tx)
    }
    const transaction = ((by, fn, ...rest) => deps.db.transaction(by, begins(fn), ...rest)) as Db['transaction']
    await importInbound({ ...deps, db: { ...deps.db, transaction } }, await testCaller(deps, tenant.business.id), fileOf(1), async () => {
      before = deps.db.transaction(SYSTEM, async () => {}).then(() => order.push('before'))
    })
    await before
    assert.deepEqual(order, ['before', 'import'])
  })
})
