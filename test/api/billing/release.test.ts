// Release when paid: terms can stop unpaid packages before departure or before delivery. An admin can make an exception.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, HOUR_MS } from '../../support/calls/quote-calls.ts'
import type { Booking } from '../../support/calls/receiving-calls.ts'
import { book, fieldsOf } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const RACES = process.env.SOAK ? 40 : 3

forOneEngine((engine) => {
  describe('release when paid', () => {
    let waybill: Waybill
    let desk: Desk
    let dock: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      dock = await atDesk(waybill, 'warehouse')
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
    /** Books a parcel and receives it at the warehouse, so that its freight is charged. */
    const received = async (tenant: Tenant, parcel: object = importAir()): Promise<Booking> => {
      const booking = await book(tenant, parcel)
      for (const id of booking.ids) await play(tenant, id, 'receive', {})
      return booking
    }
    const open = async (): Promise<string> => (await dock.done('/shipments', { mode: 'test', transport_mode: 'air' })).shipment_id
    const attach = (shipment: string, code: string) => dock.post(`/shipments/${shipment}/attach`, { code })
    const loaded = async (...numbers: string[]): Promise<string> => {
      const shipment = await open()
      for (const number of numbers) assert.equal((await attach(shipment, number)).status, 200)
      return shipment
    }
    const pay = (tenant: Tenant, amount: string) =>
      dock.done('/payments', { mode: 'test', business: tenant.business.id, method: 'cash', amount })
    const owed = (id: string): Promise<Json> => dock.get(`/packages/${id}/owed`)

    it('stops nothing if the terms do not ask for it, and still shows what is owed', async () => {
      const tenant = await waybill.newTenant()
      const { ids, numbers } = await received(tenant)
      const shipment = await open()
      const { outcomes } = (await attach(shipment, numbers[0]!)).json
      const { owed: sum, ...told } = await owed(ids[0]!)
      assert.equal(outcomes[0].owed, sum)
      assert.partialDeepStrictEqual(told, { release: 'none', stops: null, override: null, charges: [{ kind: 'freight', stops: false }] })
      await dock.done(`/shipments/${shipment}/depart`)
      assert.deepEqual((await dock.done(`/shipments/${shipment}/deliver`)).unpaid, [])
      assert.equal((await owed(ids[0]!)).owed, sum)
    })

    it('before departure: a package is neither attached nor departs until it is paid, and the error names the invoice', async () => {
      const tenant = await withTerms({ release: 'before_departure' })
      const { ids, numbers } = await received(tenant)
      const shipment = await open()
      const unbilled = await attach(shipment, numbers[0]!)
      assertRejected(unbilled, 'PAYMENT_REQUIRED')
      assert.deepEqual(fieldsOf(unbilled), [numbers[0]])
      assert.match(unbilled.json.details[0].message, /^owes NGN [\d.]+: not invoiced: Air freight/)
      const invoice = await issueAll(desk, tenant.business.id)
      const { outcomes } = await dock.done(`/shipments/${shipment}/attach`, { codes: numbers })
      assert.equal(outcomes[0].refusal.code, 'PAYMENT_REQUIRED')
      assert.ok(
        outcomes[0].message.includes(`invoice ${invoice.number} (NGN ${invoice.total} open, due ${invoice.due_date})`),
        outcomes[0].message,
      )
      await pay(tenant, '1')
      assert.equal((await attach(shipment, numbers[0]!)).status, 422, 'part of it is not enough')
      await pay(tenant, (Number(invoice.total) - 1).toFixed(2))
      assert.equal((await attach(shipment, numbers[0]!)).status, 200)
      assert.equal((await owed(ids[0]!)).owed, '0.00')
      const extra = await dock.done('/charges', { parcel_id: ids[0], code: 'PACK' })
      const refused = await dock.post(`/shipments/${shipment}/depart`)
      assertRejected(refused, 'PAYMENT_REQUIRED')
      assert.deepEqual(fieldsOf(refused), numbers)
      await desk.done(`/charges/${extra.charge_id}/reverse`, { reason: 'Not repacked' })
      assert.equal((await dock.done(`/shipments/${shipment}/depart`)).status, 'departed')
    })

    it('a shipment departs whole or not at all: the error names packages on hold and unpaid ones together', async () => {
      const [strict, free] = [await withTerms({ release: 'before_departure' }), await waybill.newTenant()]
      const [unpaid, held] = [await received(strict), await received(free)]
      await desk.done(`/businesses/${strict.business.id}/terms`, { release: 'none' })
      const shipment = await loaded(unpaid.numbers[0]!, held.numbers[0]!)
      await desk.done(`/businesses/${strict.business.id}/terms`, { release: 'before_departure' })
      await free.post(`/v1/packages/${held.ids[0]}/notices`, { action: 'hold' })
      const refused = await dock.post(`/shipments/${shipment}/depart`)
      assertRejected(refused, 'PACKAGE_ON_HOLD')
      assert.deepEqual(fieldsOf(refused), [unpaid.numbers[0], held.numbers[0]].sort())
      assert.equal((await strict.get(`/v1/packages/${unpaid.ids[0]}`)).json.hold_instruction, 'release', 'a hold is the client’s own')
    })

    it('before departure: a package that was left behind is not rolled over until it is paid or released, and stays where it was', async () => {
      const tenant = await withTerms({ release: 'none' })
      const { ids, numbers } = await received(tenant)
      const [shipment, to] = [await loaded(numbers[0]!), await open()]
      await dock.done(`/shipments/${shipment}/depart`)
      await desk.done(`/businesses/${tenant.business.id}/terms`, { release: 'before_departure' })
      const rollOver = () => dock.post(`/shipments/${shipment}/offload`, { code: numbers[0], reason: 'Left on the apron', to })
      const where = async (): Promise<Json> => {
        const { status, shipment_id } = await dock.get(`/packages/${ids[0]}`)
        return { status, shipment_id }
      }
      const refused = await rollOver()
      assertRejected(refused, 'PAYMENT_REQUIRED')
      assert.deepEqual(fieldsOf(refused), numbers)
      assert.deepEqual(await where(), { status: 'transit', shipment_id: shipment })
      await desk.done(`/packages/${ids[0]}/release_unpaid`, { reason: 'Pays on collection' })
      assert.equal((await rollOver()).status, 200)
      assert.deepEqual(await where(), { status: 'warehouse', shipment_id: to })
      assert.equal((await dock.done(`/shipments/${to}/depart`)).status, 'departed')
    })

    it('before delivery: delivering a whole shipment skips the unpaid packages and names them', async () => {
      const [strict, free] = [await withTerms({ release: 'before_delivery' }), await waybill.newTenant()]
      const [unpaid, other] = [await received(strict), await received(free)]
      const shipment = await loaded(unpaid.numbers[0]!, other.numbers[0]!)
      await dock.done(`/shipments/${shipment}/depart`)
      assertRejected(await dock.post(`/packages/${unpaid.ids[0]}/deliver`), 'PAYMENT_REQUIRED')
      const delivered = await dock.done(`/shipments/${shipment}/deliver`)
      assert.deepEqual([delivered.status, delivered.unpaid.map(({ parcel_id }: Json) => parcel_id)], ['departed', unpaid.ids])
      const again = await dock.post(`/shipments/${shipment}/deliver`)
      assertRejected(again, 'PAYMENT_REQUIRED')
      assert.deepEqual(fieldsOf(again), unpaid.numbers)
      const { total } = await issueAll(desk, strict.business.id)
      assert.equal((await dock.get(`/shipments/${shipment}/owed`)).packages.length, 2, 'the other one owes too, and is not stopped')
      await pay(strict, total)
      assert.partialDeepStrictEqual(await dock.done(`/packages/${unpaid.ids[0]}/deliver`), { status: 'delivered' })
      assert.equal((await dock.get(`/shipments/${shipment}`)).status, 'delivered')
    })

    it('a client’s rehearsal in test mode ignores it: the error code is for the operator only', async () => {
      const tenant = await withTerms({ release: 'before_departure' })
      const { ids } = await received(tenant)
      await play(tenant, ids[0]!, 'depart')
      await play(tenant, ids[0]!, 'deliver')
    })

    it('an admin releases a package with a reason, for what it owes at that moment', async () => {
      const tenant = await withTerms({ release: 'before_departure' })
      const { ids, numbers } = await received(tenant)
      const shipment = await open()
      const path = `/packages/${ids[0]}/release_unpaid`
      assert.equal((await dock.post(path, { reason: 'Friend' })).status, 403)
      assertRejected(await desk.post(path, {}), 'VALIDATION_FAILED')
      const letGo = await desk.done(path, { reason: 'Pays on collection' })
      assert.partialDeepStrictEqual(letGo, { stops: null, override: { reason: 'Pays on collection', author: { kind: 'staff' } } })
      assert.equal(letGo.override.owed, letGo.owed)
      assertRejected(await desk.post(path, { reason: 'Again' }), 'INVALID_TRANSITION')
      const [record] = await desk.get(`/audit?object_id=${letGo.override.override_id}`)
      assert.partialDeepStrictEqual(record, { object_type: 'release_override', actor: { kind: 'staff' }, business_id: tenant.business.id })
      assert.equal((await attach(shipment, numbers[0]!)).status, 200)
      waybill.time.advance(1_000)
      await dock.done('/charges', { parcel_id: ids[0], code: 'PACK' })
      const later = await dock.post(`/shipments/${shipment}/depart`)
      assertRejected(later, 'PAYMENT_REQUIRED')
      assert.match(later.json.details[0].message, /^owes NGN 1500\.00: not invoiced: Repacking/)
      await desk.done(path, { reason: 'Pays on collection' })
      await dock.done(`/shipments/${shipment}/depart`)
    })

    it('an admin’s release does not cover a later charge, even if a clock that was set back gives it an earlier time', async () => {
      const tenant = await withTerms({ release: 'before_departure' })
      waybill.time.advance(HOUR_MS)
      const { ids, numbers } = await received(tenant)
      await desk.done(`/packages/${ids[0]}/release_unpaid`, { reason: 'Pays on collection' })
      const shipment = await loaded(numbers[0]!)
      waybill.time.setBack(HOUR_MS / 2)
      await dock.done('/charges', { parcel_id: ids[0], code: 'PACK' })
      assertRejected(await dock.post(`/shipments/${shipment}/depart`), 'PAYMENT_REQUIRED')
      await desk.done(`/packages/${ids[0]}/release_unpaid`, { reason: 'That, too' })
      await dock.done(`/shipments/${shipment}/depart`)
      waybill.time.advance(HOUR_MS / 2)
    })

    it('credit: nothing is stopped up to the limit; above it, or with an overdue invoice, packages are', async () => {
      const tenant = await withTerms({ release: 'before_departure', credit_limit: '2000000', due_days: 3 })
      const first = await received(tenant)
      assert.equal((await owed(first.ids[0]!)).stops, null)
      await desk.done(`/businesses/${tenant.business.id}/terms`, { credit_limit: '1' })
      assert.equal((await owed(first.ids[0]!)).stops, 'departure')
      await desk.done(`/businesses/${tenant.business.id}/terms`, { credit_limit: '2000000' })
      const { total } = await issueAll(desk, tenant.business.id)
      assert.equal((await owed(first.ids[0]!)).stops, null)
      assert.ok((await tenant.post('/v1/test_clock', { advance_seconds: (5 * 24 * HOUR_MS) / 1000 })).status < 300)
      assert.equal((await owed(first.ids[0]!)).stops, 'departure', 'it is overdue')
      await pay(tenant, total)
      assert.equal((await owed(first.ids[0]!)).owed, '0.00')
    })

    it('a limit agreed from a later day starts on that day', async () => {
      const tenant = await withTerms({ release: 'before_departure', credit_limit: '2000000' })
      const { ids } = await received(tenant)
      const later = new Date(Date.now() + 24 * HOUR_MS).toISOString()
      await desk.done(`/businesses/${tenant.business.id}/terms`, { credit_limit: '1', effective_from: later })
      assert.equal((await owed(ids[0]!)).stops, null)
      assert.ok((await tenant.post('/v1/test_clock', { advance_seconds: (25 * HOUR_MS) / 1000 })).status < 300)
      assert.equal((await owed(ids[0]!)).stops, 'departure')
    })

    it('an advance payment counts: credit covers charges that are not invoiced yet', async () => {
      const tenant = await withTerms({ release: 'before_departure' })
      await pay(tenant, '9000000')
      const { ids, numbers } = await received(tenant)
      assert.partialDeepStrictEqual(await owed(ids[0]!), { stops: null })
      assert.equal((await attach(await open(), numbers[0]!)).status, 200)
    })

    it('the freight of a booking is owed for each of its packages, and counts once in a shipment', async () => {
      const tenant = await withTerms({ release: 'before_delivery' })
      const packages = [1, 2].map(() => ({ weight: 10, length: 40, width: 40, height: 40 }))
      const { ids, numbers } = await received(tenant, importAir({ packages }))
      const [one, two] = [await owed(ids[0]!), await owed(ids[1]!)]
      assert.deepEqual([one.owed, one.stops], [two.owed, 'delivery'])
      const shipment = await loaded(...numbers)
      assert.equal((await dock.get(`/shipments/${shipment}/owed`)).owed, one.owed)
    })

    it('an extra of a shipment is divided among its packages by weight, whoever owns them', async () => {
      const [one, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const shipment = await open()
      assertRejected(await dock.post(`/shipments/${shipment}/charges`, { code: 'PACK' }), 'INVALID_TRANSITION')
      const parcels = [
        await received(one, importAir({ packages: [{ weight: 10 }] })),
        await received(one, importAir({ packages: [{ weight: 10 }] })),
        await received(other, importAir({ packages: [{ weight: 40 }] })),
      ]
      for (const { numbers } of parcels) await attach(shipment, numbers[0]!)
      const made: Json[] = await dock.done(`/shipments/${shipment}/charges`, {
        code: 'PACK',
        amount: '1000',
        quantity: 3,
        note: 'Apapa',
      })
      const parts = new Map(made.map(({ parcel_id, total }) => [parcel_id, total]))
      assert.deepEqual(
        parcels.map(({ ids }) => parts.get(ids[0])),
        ['500.00', '500.00', '2000.00'],
      )
      assert.deepEqual(
        made.map(({ business_id }) => business_id).toSorted(),
        [one, one, other].map(({ business }) => business.id).toSorted(),
      )
      assertRejected(await dock.post(`/shipments/${shipment}/charges`, { code: 'NONE' }), 'VALIDATION_FAILED')
      const owing = await dock.get(`/packages/${parcels[2]!.ids[0]}/owed`)
      assert.ok(owing.charges.some(({ total }: Json) => total === '2000.00'))
    })

    it('a payment that arrives during a departure: the departure is either refused or done, never both', async () => {
      for (let round = 0; round < RACES; round++) {
        const tenant = await withTerms({ release: 'before_departure' })
        const { ids, numbers } = await received(tenant)
        await desk.done(`/businesses/${tenant.business.id}/terms`, { release: 'none' })
        const shipment = await loaded(...numbers)
        await desk.done(`/businesses/${tenant.business.id}/terms`, { release: 'before_departure' })
        const { total } = await issueAll(desk, tenant.business.id)
        const [departed] = await Promise.all([dock.post(`/shipments/${shipment}/depart`), pay(tenant, total)])
        if (departed.status === 422) assertRejected(departed, 'PAYMENT_REQUIRED')
        const { status } = await dock.get(`/shipments/${shipment}`)
        assert.equal(status, departed.status === 200 ? 'departed' : 'open')
        const parcel = (await tenant.get(`/v1/packages/${ids[0]}`)).json
        assert.equal(parcel.status, departed.status === 200 ? 'transit' : 'warehouse')
        if (departed.status === 422) await dock.done(`/shipments/${shipment}/depart`)
      }
    })
  })
})
