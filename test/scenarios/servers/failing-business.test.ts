// Background work across all businesses: a failure of one business does not stop the others.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { pruneHistory } from '../../../src/flows/events/prune-history.ts'
import { expireInbound } from '../../../src/flows/inbound/announce-parcel.ts'
import { remindStorage } from '../../../src/flows/storage/remind-storage.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000

forEachEngine((engine) => {
  describe('while the first business fails', () => {
    let waybill: Waybill
    const reports: string[] = []
    before(async () => {
      waybill = await startWaybill(engine)
      for (const tenant of [await waybill.newTenant(), await waybill.newTenant()]) {
        const { address_suffix: customer_id } = await newCustomer(tenant)
        const inbound_parcel = { customer_id, courier_numbers: ['YT881000000'] }
        const { status, text } = await tenant.post('/v1/inbound_parcels', { inbound_parcel })
        assert.equal(status, 201, text)
      }
      waybill.time.advance(200 * DAY_MS)
    })
    after(() => waybill.close())

    const failingFirst = (): Deps => {
      const { deps } = waybill
      let begun = 0
      const transaction: typeof deps.db.transaction = (by, work, options) =>
        begun++ === 0 ? Promise.reject(new Error('broken')) : deps.db.transaction(by, work, options)
      return { ...deps, db: { ...deps.db, transaction }, report: (what) => reports.push(what) }
    }
    const count = async (what: string): Promise<number> =>
      (await waybill.deps.db.query<{ count: number }>(`select count(*) as count from ${what}`))[0]!.count

    it('announcements of the others expire', async () => {
      await expireInbound(failingFirst(), 60)
      assert.equal(await count("inbound_parcels where status = 'expired'"), 1)
      assert.ok(reports.includes('announcements not expired'))
    })

    it('old records of the others are deleted', async () => {
      await pruneHistory(failingFirst(), { eventsDays: 100, deliveriesDays: 0 })
      assert.equal(await count("(select distinct business_id from events where type = 'customer.created') as unpruned"), 1)
      assert.ok(reports.includes('events and deliveries not pruned'))
    })

    it('the others get storage reminders and charges, also if the time zone of the first is invalid', async () => {
      const { deps } = waybill
      const [first, second] = await deps.db.query<{ id: string }>('select id from businesses order by created_at, id')
      await deps.db.execute("update businesses set time_zone = 'Mars/Olympus_Mons' where id = $1", [first!.id])
      const reporting: Deps = { ...deps, report: (what) => reports.push(what) }
      await remindStorage(reporting)
      await chargeMonths(reporting)
      const done = "where business_id = $1 and mode = 'test'"
      const [days, months] = [`select * from storage_days ${done} and done_at is not null`, `select * from storage_months ${done}`]
      for (const sql of [days, months]) assert.equal((await deps.db.query(sql, [second!.id])).length, 1, sql)
      for (const what of ['storage reminders not complete', 'storage of the month not charged']) assert.ok(reports.includes(what), what)
    })
  })
})
