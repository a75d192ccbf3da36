// A full container loaded at the supplier is at the supplier again when it is taken off its shipment. Its freight is charged, but no storage.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { explain, letterOn } from '../../support/calls/explain-calls.ts'
import type { Quay } from '../../support/calls/full-container-calls.ts'
import { FIRST, FULL, load, numbersOf, quayCalls, SECOND, SIZE, THIRD } from '../../support/calls/full-container-calls.ts'
import { cancelPackage, findPackage, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { attachAll, getShipment, moveShipment, newShipment, tryShipment } from '../../support/calls/shipment-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOON = Date.UTC(2026, 10, 16, 11)

forOneEngine((engine) => {
  describe('a full container from the supplier', () => {
    let waybill: Waybill
    let quay: Quay
    before(async () => {
      waybill = await startWaybill(engine)
      quay = await quayCalls(waybill)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await assertAuditTrailValid(waybill)
      await waybill.close()
    })

    it('detached, it is at the supplier again, joins another shipment, or is received as usual', async () => {
      const [parcel, other] = (await quay.booked([FULL, FULL])) as [Json, Json]
      const shipment = await quay.bySea()
      await quay.attached(shipment, parcel)
      await quay.attached(shipment, other, [SECOND])
      const { price } = await quay.shown(parcel)
      assert.notEqual(price.final_since, null)
      const { shipment: now } = await moveShipment(quay.staff, shipment, 'detach', { codes: [parcel.parcel_number] })
      assert.deepEqual(numbersOf(now), [SECOND])
      assert.equal(now.master_document, SECOND)
      await quay.assertAtSupplier(parcel)
      const next = await quay.bySea()
      await quay.attached(next, parcel, [THIRD])
      assert.deepEqual(numbersOf(await getShipment(quay.staff, next)), [THIRD])
      await moveShipment(quay.staff, next, 'detach', { package_id: parcel.parcel_id })
      assert.deepEqual((await getShipment(quay.staff, next)).containers, [])
      await quay.received(parcel, { weight: 21_000 })
      assert.partialDeepStrictEqual(await quay.shown(parcel), { status: 'warehouse', loaded_at_supplier: false, site: 'MAIN' })
      assert.deepEqual((await quay.shown(parcel)).price, price, 'no weighing changes the final price')
      await attachAll(quay.staff, next, [parcel])
      await moveShipment(quay.staff, next, 'depart')
      await moveShipment(quay.staff, next, 'undo_departure')
      assert.equal((await quay.shown(parcel)).status, 'warehouse', 'it came from the warehouse this time')
    })

    it('is at the supplier again when the departure is undone, and still attached', async () => {
      const [parcel] = (await quay.booked()) as [Json]
      const shipment = await quay.bySea()
      await quay.attached(shipment, parcel)
      await moveShipment(quay.staff, shipment, 'depart')
      const now = await moveShipment(quay.staff, shipment, 'undo_departure')
      assert.deepEqual([now.status, ...numbersOf(now)], ['open', FIRST])
      assert.partialDeepStrictEqual(await quay.shown(parcel), {
        status: 'booked',
        loaded_at_supplier: true,
        shipment_id: shipment.shipment_id,
      })
      await sendNotice(quay.tenant, parcel.parcel_id, { action: 'hold' })
      assertRejected(await tryShipment(quay.staff, shipment, 'depart'), 'PACKAGE_ON_HOLD')
      await sendNotice(quay.tenant, parcel.parcel_id, { action: 'release' })
      assert.equal((await moveShipment(quay.staff, shipment, 'depart')).status, 'departed')
    })

    it('is at the supplier again if it was not on board, and takes its container and seals to another shipment', async () => {
      const [parcel, other] = (await quay.booked([FULL, FULL])) as [Json, Json]
      const shipment = await quay.bySea()
      await moveShipment(quay.staff, shipment, 'attach', { package_id: parcel.parcel_id, containers: [{ number: FIRST, seal: 'S1' }] })
      await quay.attached(shipment, other, [SECOND])
      await moveShipment(quay.staff, shipment, 'depart')
      const next = await quay.bySea()
      const rolled = await moveShipment(quay.staff, shipment, 'offload', {
        codes: [parcel.parcel_number],
        reason: 'Left on the quay',
        to: next.number,
      })
      assert.deepEqual([numbersOf(rolled.shipment), numbersOf(rolled.to)], [[SECOND], [FIRST]])
      assert.partialDeepStrictEqual(rolled.to.containers[0], {
        size: SIZE,
        seals: [{ number: 'S1', fixed_by: quay.staff.staff.id }],
        parcel: { parcel_id: parcel.parcel_id },
      })
      assert.partialDeepStrictEqual(await quay.shown(parcel), { status: 'booked', loaded_at_supplier: true, shipment_id: next.shipment_id })
      await moveShipment(quay.staff, next, 'depart')
      const air = await newShipment(quay.staff)
      const refused = { package_id: parcel.parcel_id, reason: 'Left on the quay', to: air.number }
      assertRejected(await tryShipment(quay.staff, next, 'offload', refused), 'INVALID_TRANSITION')
      assert.deepEqual(numbersOf(await getShipment(quay.staff, next)), [FIRST])
      const off = await moveShipment(quay.staff, next, 'offload', { package_id: parcel.parcel_id, reason: 'Left on the quay' })
      assert.deepEqual(off.shipment.containers, [])
      await quay.assertAtSupplier(parcel)
      assert.partialDeepStrictEqual((await quay.shown(parcel)).offloaded, { shipment_id: next.shipment_id, reason: 'Left on the quay' })
      await quay.received(parcel)
      assert.equal((await quay.shown(parcel)).status, 'warehouse')
    })

    it('pays no storage, and is in no list of goods in the warehouse', async () => {
      waybill.time.freeze(NOON)
      quay.staff = await atDesk(waybill)
      const own = await waybill.newTenant()
      const [parcel, stored] = (await quay.booked([FULL, FULL], own)) as [Json, Json]
      await quay.received(stored, { length: 200, width: 200, height: 200, weight: 18_000 })
      const shipment = await quay.bySea()
      await quay.attached(shipment, parcel)
      await attachAll(quay.staff, shipment, [stored])
      const listed = async (path: string): Promise<Json> =>
        quay.staff.get(`${path}${path.includes('?') ? '&' : '?'}mode=test&business=${own.business.id}`)
      const ageing = async (query = ''): Promise<string[]> =>
        (await listed(`/storage/ageing${query}`)).map(({ package: { parcel_id } }: Json) => parcel_id)
      waybill.time.advance(90 * DAY_MS)
      quay.staff = await atDesk(waybill)
      assert.deepEqual(await ageing(), [stored.parcel_id])
      assert.deepEqual(await ageing('?abandoned=true'), [stored.parcel_id])
      assert.deepEqual(
        (await listed('/packages?status=warehouse')).map(({ parcel_id }: Json) => parcel_id),
        [stored.parcel_id],
      )
      assert.equal((await quay.staff.get(`/packages/${parcel.parcel_id}/storage`)).today.amount_due, '0.00')
      await moveShipment(quay.staff, shipment, 'depart')
      assert.deepEqual([await quay.chargesOf(parcel), await quay.chargesOf(stored)], [['freight'], ['freight', 'storage']])
      const { storage_fee: fee } = await findPackage(own, parcel.parcel_id)
      assert.deepEqual([fee.amount_due, fee.chargeable_storage_days], [0, 0])
      await moveShipment(quay.staff, shipment, 'undo_departure')
      await moveShipment(quay.staff, shipment, 'detach', { codes: [parcel.parcel_number, stored.parcel_number] })
      await quay.assertAtSupplier(parcel)
      assert.equal((await cancelPackage(own, parcel.parcel_id)).status, 200)
      assert.partialDeepStrictEqual(await quay.shown(parcel), { status: 'cancelled', milestones: { kept_since: null } })
    })

    it('is in no totals of storage, before and after its departure', async () => {
      const own = await waybill.newTenant()
      const [parcel] = (await quay.booked([FULL], own)) as [Json]
      const shipment = await quay.bySea()
      await quay.attached(shipment, parcel)
      const totals = async (): Promise<Json[]> =>
        (await quay.staff.get(`/storage/totals?mode=test&business=${own.business.id}&days=90`)).totals
      assert.deepEqual(await totals(), [])
      await moveShipment(quay.staff, shipment, 'depart')
      assert.deepEqual(await totals(), [])
    })

    it('has a price again that waits, once a receipt of it is undone, and a final one when it joins', async () => {
      const [parcel] = (await quay.booked()) as [Json]
      const shipment = await quay.bySea()
      await quay.attached(shipment, parcel)
      await moveShipment(quay.staff, shipment, 'detach', { package_id: parcel.parcel_id })
      const { receipt } = await quay.received(parcel)
      await quay.staff.done(`/receipts/${receipt.receipt_id}/undo`, {})
      await quay.assertAtSupplier(parcel)
      assert.equal((await quay.shown(parcel)).price.final_since, null)
      await quay.attached(shipment, parcel)
      assert.notEqual((await quay.shown(parcel)).price.final_since, null)
      assert.deepEqual(await quay.chargesOf(parcel), ['freight'])
    })

    it('is listed at the site where its shipment arrives', async () => {
      await quay.staff.done('/sites', { code: 'LOS', name: 'Lagos hub', country: 'NG', time_zone: 'Africa/Lagos' })
      const [parcel] = (await quay.booked()) as [Json]
      const atSite = async (site: string): Promise<boolean> =>
        (await quay.staff.get(`/packages?mode=test&site=${site}`)).some(({ parcel_id }: Json) => parcel_id === parcel.parcel_id)
      const shipment = await quay.bySea({ to_site: 'LOS' })
      assert.equal(await atSite('LOS'), false)
      await quay.attached(shipment, parcel)
      assert.deepEqual([await atSite('LOS'), await atSite('MAIN')], [true, false])
      assert.equal((await quay.shown(parcel)).to_site, 'LOS')
      await moveShipment(quay.staff, shipment, 'detach', { package_id: parcel.parcel_id })
      assert.equal(await atSite('LOS'), false)
    })

    it('is charged when it joins, and departs once it is paid if the terms want that', async () => {
      const own = await waybill.newTenant()
      await quay.staff.done(`/businesses/${own.business.id}/terms`, { release: 'before_departure' })
      const [parcel] = (await quay.booked([FULL], own)) as [Json]
      const shipment = await quay.bySea()
      const { outcomes } = await quay.attached(shipment, parcel)
      assert.ok(Number(outcomes[0].owed) > 0)
      const stopped = await tryShipment(quay.staff, shipment, 'depart')
      assertRejected(stopped, 'PAYMENT_REQUIRED')
      assert.match(stopped.json.details[0].message, /^owes NGN [\d.]+: not invoiced: Ocean freight/)
      await moveShipment(quay.staff, shipment, 'detach', { package_id: parcel.parcel_id })
      assertRejected(await tryShipment(quay.staff, shipment, 'attach', load(parcel)), 'PAYMENT_REQUIRED')
      const { total } = await issueAll(quay.staff, own.business.id)
      await quay.staff.done('/payments', { mode: 'test', business: own.business.id, method: 'cash', amount: total })
      await quay.attached(shipment, parcel)
      assert.equal((await moveShipment(quay.staff, shipment, 'depart')).status, 'departed')
      assert.deepEqual(await quay.chargesOf(parcel), [])
    })

    it('credits its freight when it is taken off and cancelled', async () => {
      const own = await waybill.newTenant()
      const [parcel] = (await quay.booked([FULL], own)) as [Json]
      const shipment = await quay.bySea()
      await quay.attached(shipment, parcel)
      await moveShipment(quay.staff, shipment, 'detach', { package_id: parcel.parcel_id })
      assert.deepEqual(await quay.chargesOf(parcel), ['freight'])
      assert.equal((await cancelPackage(own, parcel.parcel_id)).status, 200)
      assert.deepEqual(await quay.chargesOf(parcel), [])
    })

    it('explains a final price that no warehouse has measured', async () => {
      const [parcel, cancelled] = (await quay.booked([FULL, FULL])) as [Json, Json]
      const { price: before, parcel_quote_id: quoteId } = await quay.shown(parcel)
      await quay.attached(await quay.bySea(), parcel)
      assert.equal((await cancelPackage(quay.tenant, cancelled.parcel_id)).status, 200)
      const { price } = await quay.shown(parcel)
      assert.equal(Number(price.amount) * 2, Number(before.amount))
      const [explained] = (await explain(quay.tenant, quoteId)).prices
      assert.equal(explained.breakdown.previous.reason, 'loaded at the supplier')
      const text = await letterOn(quay.tenant, quoteId)
      assert.match(text, /Your cargo: 1 x 40' HC/)
      assert.match(text, /Before \(loaded at the supplier\)/)
    })

    it('is attached once by two people, and received or attached, not both', async () => {
      const [parcel, other] = (await quay.booked([FULL, FULL])) as [Json, Json]
      const [one, two] = [await quay.bySea(), await quay.bySea()]
      const answers = await Promise.all([one, two].map((shipment) => tryShipment(quay.staff, shipment, 'attach', load(parcel))))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
      const race = await Promise.all([
        tryShipment(quay.staff, one, 'attach', load(other, [SECOND])),
        quay.staff.post('/receipts', { package_id: other.parcel_id, confirm: true }),
      ])
      assert.equal(race.filter(({ status }) => status < 300).length, 1, race.map(({ text }) => text).join('\n'))
      const now = await quay.shown(other)
      assert.equal(now.loaded_at_supplier, now.status === 'booked')
      assert.notEqual(now.price.final_since, null)
    })
  })
})
