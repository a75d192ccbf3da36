// A site is closed while a request records a receipt or a new shipment at that site. Either that request or the closing is refused.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import type { Client } from '../../support/calls/repack-calls.ts'
import { newClient } from '../../support/calls/repack-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ROUNDS = process.env.SOAK ? 60 : 6

forEachEngine((engine) => {
  describe('a site that is closed at the same instant', () => {
    let waybill: Waybill
    let admin: Dock
    let client: Client
    let sites = 0
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await opsCaller(waybill, 'admin')
      client = await newClient(waybill)
    })
    after(async () => {
      await assertAuditTrailValid(waybill)
      await waybill.close()
    })

    const newSite = (): Promise<Json> =>
      admin.done('/sites', { code: `R-${++sites}`, name: 'Race hub', country: 'GB', time_zone: 'Europe/London' })
    const close = ({ site_id: id }: Json): Promise<Answer> => admin.call('PATCH', `/ops/v1/sites/${id}`, { closed: true })
    const isClosed = async ({ site_id: id }: Json): Promise<boolean> => (await admin.get(`/sites/${id}`)).closed_at !== null

    /**
     * Calls `arrive` and closes the site at the same time. The order of the two calls alternates by round. Returns whether `arrive`
     * succeeded.
     */
    const race = async (round: number, site: Json, arrive: () => Promise<Answer>): Promise<boolean> => {
      const [arrival, closing] =
        round % 2 === 0 ? await Promise.all([arrive(), close(site)]) : (await Promise.all([close(site), arrive()])).toReversed()
      const outcome = [arrival!.status, closing!.status, await isClosed(site)]
      const [takenIn, refused] = [
        [201, 422, false],
        [422, 200, true],
      ]
      assert.deepEqual(outcome, arrival!.status === 201 ? takenIn : refused, `${arrival!.text} ${closing!.text}`)
      if (arrival!.status !== 201) assert.match(arrival!.text, /which is closed/)
      return arrival!.status === 201
    }

    it('takes a receipt in and stays open, or refuses it and is closed', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const site = await newSite()
        const body = { customer_id: client.suffix, business_id: client.tenant.business.id, mode: 'test', weight: 1, site: site.code }
        const isIn = await race(round, site, () => admin.post('/receipts', body))
        const there: Json[] = await admin.get(`/packages?mode=test&status=warehouse&site=${site.code}`)
        assert.equal(there.length, isIn ? 1 : 0)
      }
    })

    it('is the end of a new shipment and stays open, or refuses it and is closed', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const site = await newSite()
        const body = { transport_mode: 'air', mode: 'test', from_site: 'MAIN', to_site: site.code }
        const isBound = await race(round, site, () => admin.post('/shipments', body))
        assert.equal((await admin.get(`/shipments?mode=test&site=${site.code}`)).length, isBound ? 1 : 0)
      }
    })
  })
})
