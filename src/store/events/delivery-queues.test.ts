// Several servers share the delivery queues: each delivery is claimed once, and a delivery added to a queue while the queue is being closed is not lost.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bookPackage, newCustomer, sendNotice } from '../../../test/support/calls/package-calls.ts'
import { newEndpoint } from '../../../test/support/calls/webhook-calls.ts'
import { forEachEngine, postgres } from '../../../test/support/engine/engines.ts'
import { importAir } from '../../../test/support/samples/requests.ts'
import type { Tenant, Waybill } from '../../../test/support/server/waybill.ts'
import { startWaybill } from '../../../test/support/server/waybill.ts'
import type { Decision } from '../../domain/events/webhook.ts'
import type { IdPrefix } from '../../domain/values/ids.ts'
import { makeId, uuidV7 } from '../../domain/values/ids.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { ClaimedDelivery } from './delivery-queues.ts'
import * as queues from './delivery-queues.ts'
import * as deliveries from './webhook-deliveries.ts'

const CUSTOMERS = 40
const UUID_RANDOM_BYTES = 10
const DELIVERED: Decision = { status: 'delivered', attempts: 1, nextAttemptAt: null, failingSince: null, disable: null }

const claimAs = (waybill: Waybill, token: string, endpointId: string, limit: number): Promise<ClaimedDelivery[]> => {
  const now = waybill.time.now()
  return queues.claim(waybill.deps.db, endpointId, { token, now, until: now + 20_000, limit })
}

forEachEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  let endpointId: string
  before(async () => {
    waybill = await startWaybill(engine)
    tenant = await waybill.newTenant()
    endpointId = (await newEndpoint(tenant, 'https://shop.example/')).webhook_endpoint_id
  })
  after(() => waybill.close())

  describe('queues that are due', () => {
    it('are claimed by one of several servers each, all of them, oldest due first', async () => {
      for (let count = 0; count < CUSTOMERS; count++) await newCustomer(tenant)
      assert.deepEqual(await queues.dueEndpoints(waybill.deps.db, waybill.time.now()), [endpointId])
      const claimed = (await Promise.all(['a', 'b', 'c', 'd'].map((token) => claimAs(waybill, token, endpointId, 15)))).flat()
      assert.equal(new Set(claimed.map(({ delivery }) => delivery.id)).size, claimed.length)
      const rest = await claimAs(waybill, 'e', endpointId, CUSTOMERS)
      assert.equal(claimed.length + rest.length, CUSTOMERS)
      assert.deepEqual(await claimAs(waybill, 'f', endpointId, CUSTOMERS), [])
      assert.deepEqual(await queues.dueEndpoints(waybill.deps.db, waybill.time.now()), [])
    })

    it('go by the versions of the object, also where a server with a slow clock made the ids', async () => {
      const { parcel_id: id } = await bookPackage(tenant, importAir())
      const { newId } = waybill.deps
      const early = makeId('evt', uuidV7(1, new Uint8Array(UUID_RANDOM_BYTES)))
      Object.assign(waybill.deps, { newId: (prefix: IdPrefix) => (prefix === 'evt' ? early : newId(prefix)) })
      await sendNotice(tenant, id, { action: 'hold' }).finally(() => Object.assign(waybill.deps, { newId }))
      const { db } = waybill.deps
      const rows = await db.query<{ event_id: string; object_version: number }>(
        'select event_id, object_version from webhook_deliveries where object_id = $1 order by event_id',
        [id],
      )
      assert.deepEqual([rows[0]!.event_id, rows.map(({ object_version }) => object_version)], [early, [2, 1]])
      const mine = (claimed: readonly ClaimedDelivery[]): ClaimedDelivery => claimed.find(({ delivery }) => delivery.objectId === id)!
      const first = mine(await claimAs(waybill, 'by version', endpointId, 100))
      assert.equal(first.event.event.type, 'package.created')
      await db.transaction(SYSTEM, async (tx) => {
        await deliveries.saveDecision(tx, first.scope, first.delivery.id, DELIVERED, waybill.time.now())
        await queues.giveBack(tx, first.delivery, first.token, waybill.time.now())
      })
      assert.equal(mine(await claimAs(waybill, 'next', endpointId, 100)).event.event.type, 'package.held')
    })

    it('give their first delivery only', async () => {
      const { parcel_id: id } = await bookPackage(tenant, importAir())
      await sendNotice(tenant, id, { action: 'hold' })
      await sendNotice(tenant, id, { action: 'release' })
      const claimed = await claimAs(waybill, 'first', endpointId, 100)
      assert.deepEqual(
        claimed.filter(({ delivery }) => delivery.objectId === id).map(({ event }) => event.event.type),
        ['package.created'],
      )
    })
  })
})

describe('on postgres, a queue', () => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(postgres)
  })
  after(() => waybill.close())

  it('is not closed while somebody is adding to it', async () => {
    const tenant = await waybill.newTenant()
    const { webhook_endpoint_id: endpointId } = await newEndpoint(tenant, 'https://shop.example/', { event_types: ['package.*'] })
    const { parcel_id: objectId } = await bookPackage(tenant, importAir())
    const [claimed] = await claimAs(waybill, 'first', endpointId, 1)
    const { db } = waybill.deps
    const scope = { businessId: tenant.business.id, mode: 'test' as const }

    const isAdded = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const adding = db.transaction(SYSTEM, async (tx) => {
      await tx.execute(
        `insert into webhook_deliveries (business_id, mode, id, endpoint_id, event_id, event_type, object_id, object_version, status, attempts, created_at)
         select business_id, mode, 'whd_next', endpoint_id, (select id from events where type = 'quote.booked'), event_type, object_id, 9, 'pending', 0, created_at
         from webhook_deliveries where id = $1`,
        [claimed!.delivery.id],
      )
      await queues.open(tx, scope, [{ endpointId, objectId }], waybill.time.now())
      isAdded.resolve()
      await mayCommit.promise
    })
    await isAdded.promise
    const closing = db.transaction(SYSTEM, async (tx) => {
      await tx.execute(`update webhook_deliveries set status = 'delivered' where id = $1`, [claimed!.delivery.id])
      await queues.giveBack(tx, { endpointId, objectId }, 'first', waybill.time.now())
    })
    await sleep(100)
    mayCommit.resolve()
    await Promise.all([adding, closing])
    const [next] = await claimAs(waybill, 'second', endpointId, 1)
    assert.equal(next?.delivery.id, 'whd_next')
  })
})
