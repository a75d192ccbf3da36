// Release when paid: an admin's release covers a charge that is credited and charged again. A charge that cannot be made stops the package.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('release when paid:', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '1500' })
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const withTerms = async (terms: object): Promise<Tenant> => {
      const tenant = await waybill.newTenant()
      await desk.done(`/businesses/${tenant.business.id}/terms`, terms)
      return tenant
    }
    const open = async (): Promise<string> => (await desk.done('/shipments', { mode: 'test', transport_mode: 'air' })).shipment_id
    const attach = (shipment: string, code: string) => desk.post(`/shipments/${shipment}/attach`, { code })
    const owed = (id: string): Promise<Json> => desk.get(`/packages/${id}/owed`)

    it('an admin’s release also covers a charge that was credited and charged again, and not a new price', async () => {
      const tenant = await withTerms({ release: 'before_departure' })
      const { ids, numbers } = await book(tenant, importAir())
      await play(tenant, ids[0]!, 'receive', {})
      await desk.done(`/packages/${ids[0]}/release_unpaid`, { reason: 'Pays on collection' })
      for (const round of [1, 2]) {
        const { invoice_id } = await issueAll(desk, tenant.business.id)
        await desk.done(`/invoices/${invoice_id}/credit`, { reason: `Wrong address, ${round}`, charge_again: true })
        assert.equal((await owed(ids[0]!)).stops, null)
      }
      const shipment = await open()
      assert.equal((await attach(shipment, numbers[0]!)).status, 200)
      await desk.done('/charges', { parcel_id: ids[0], code: 'PACK' })
      assertRejected(await desk.post(`/shipments/${shipment}/depart`), 'PAYMENT_REQUIRED')
      await desk.done(`/packages/${ids[0]}/release_unpaid`, { reason: 'That, too' })
      const { invoice_id } = await issueAll(desk, tenant.business.id)
      await desk.done(`/invoices/${invoice_id}/credit`, { reason: 'Wrong address', charge_again: true })
      await desk.done(`/shipments/${shipment}/depart`)
    })

    it('a charge that could not be made stops a package, whatever the limit, until an admin decides', async () => {
      const tenant = await withTerms({ release: 'before_departure', credit_limit: '9000000' })
      const { ids, numbers } = await book(tenant, importAir({ packages: [{ weight: 10 }, { weight: 10 }] }))
      for (const id of ids) await play(tenant, id, 'receive', { weight: 1_000_000 })
      const shown = await owed(ids[1]!)
      assert.partialDeepStrictEqual(shown, {
        owed: '0.00',
        stops: 'departure',
        charges: [],
        missed_charges: [{ kind: 'freight' }],
      })
      const shipment = await open()
      for (const number of numbers) {
        const refused = await attach(shipment, number)
        assertRejected(refused, 'PAYMENT_REQUIRED')
        assert.match(refused.json.details[0].message, /^owes what could not be charged: Air freight .* \(NGN \d+\.00\)$/)
      }
      const released = await desk.post(`/packages/${ids[0]}/release_unpaid`, { reason: 'Agreed' })
      assertRejected(released, 'INVALID_TRANSITION')
      assert.match(released.json.errors[0], /Charge or dismiss it under Missed charges/)
      await desk.done(`/missed_charges/${shown.missed_charges[0].missed_charge_id}/dismiss`, { reason: 'Billed elsewhere' })
      for (const number of numbers) assert.equal((await attach(shipment, number)).status, 200)
    })
  })
}, postgres)
