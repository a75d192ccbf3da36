// Scanning a courier number finds its announcement. If the match is ambiguous, staff must choose.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CourierNumber } from '../../../src/domain/inbound/inbound-parcel.ts'
import { BOXES_MAX } from '../../../src/domain/inbound/inbound-parcel.ts'
import { expireInbound } from '../../../src/flows/inbound/announce-parcel.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as inboundParcels from '../../../src/store/inbound/inbound-parcels.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, fieldsOf, live } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const RACES = 4

forOneEngine((engine) => {
  describe('a scanned courier number', () => {
    let waybill: Waybill
    let tenant: Tenant
    let dock: Dock
    let customer: Json
    let next = 2_000_000
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
      tenant = await waybill.newTenant()
      customer = await newCustomer(
        tenant,
        {
          first_name: 'Sample',
          last_name: 'Trader',
          origin_address: '8 Example Road',
          origin_city: 'Guangzhou',
          origin_state: 'Guangdong',
          origin_country: 'CN',
        },
        live(tenant),
      )
    })
    after(() => waybill.close())

    const newNumber = (): string => `YT88${next++}00001`
    const announce = async (more: object = {}, by: Tenant = tenant, id: string = customer.address_suffix): Promise<Json> => {
      const body = { inbound_parcel: { customer_id: id, courier_numbers: [newNumber()], transport_mode: 'air', ...more } }
      const answer = await by.post('/v1/inbound_parcels', body, live(by))
      assert.equal(answer.status, 201, answer.text)
      return answer.json
    }
    const inboundOf = async ({ inbound_parcel_id: id }: Json): Promise<Json> =>
      (await tenant.get(`/v1/inbound_parcels/${id}`, live(tenant))).json
    const eventsOf = async ({ inbound_parcel_id: id }: Json): Promise<string[]> =>
      (await tenant.get(`/v1/events?object_id=${id}`, live(tenant))).json.map(({ type }: Json) => type.split('.')[1])
    const scan = (code: string): Promise<Json> => dock.get(`/scan?code=${encodeURIComponent(code)}`)

    it('shows customer, items and instructions, in any notation', async () => {
      const inbound = await announce({ courier_numbers: ['SF1234567890123'], items: [{ description: 'Shoes' }], note: 'Fragile' })
      for (const code of ['sf 1234-5678 90123', ']C01234567890123']) {
        const found = await scan(code)
        assert.deepEqual([found.kind, found.sure], ['inbound', true])
        assert.partialDeepStrictEqual(found.inbound_parcels[0], {
          inbound_parcel_id: inbound.inbound_parcel_id,
          customer: { address_suffix: customer.address_suffix, full_name: 'Sample Trader' },
          business: { business_id: tenant.business.id },
          transport_mode: 'air',
          note: 'Fragile',
        })
        assert.equal(found.inbound_parcels[0].items[0].description, 'Shoes')
      }
    })

    it('is received for its customer with a price, as instructed unless staff choose otherwise', async () => {
      const inbound = await announce({ client_reference: 'ORDER-1', metadata: { shop: '12' } })
      const [number] = inbound.courier_numbers
      const preview = await dock.done('/receipts/preview', { code: number, weight: 3 })
      const { package: parcel, price } = await dock.done('/receipts', { code: number.toLowerCase(), weight: 3 })
      assert.equal(price.after, preview.price.after)
      assert.partialDeepStrictEqual(parcel, {
        transport_mode: 'air',
        customer_identifier: customer.address_suffix,
        inbound_parcel_id: inbound.inbound_parcel_id,
        client_reference: 'ORDER-1',
        metadata: { shop: '12' },
      })
      const received = await inboundOf(inbound)
      assert.partialDeepStrictEqual(received, { status: 'received', packages: [{ parcel_id: parcel.parcel_id, courier_number: number }] })
      assert.deepEqual(await eventsOf(inbound), ['received', 'created'])
      const other = await announce()
      const bySea = await dock.done('/receipts', { inbound_parcel_id: other.inbound_parcel_id, transport_mode: 'ocean', volume: 0.5 })
      assert.equal(bySea.package.transport_mode, 'ocean')
    })

    it('among several of an announcement is received box by box; the last one completes it', async () => {
      const inbound = await announce({ courier_numbers: [newNumber(), newNumber()] })
      const [first, second] = inbound.courier_numbers
      await dock.done('/receipts', { code: second, weight: 1 })
      assert.equal((await inboundOf(inbound)).status, 'expected')
      assertRejected(await tenant.post(`/v1/inbound_parcels/${inbound.inbound_parcel_id}/cancel`, {}, live(tenant)), 'INVALID_TRANSITION')
      await dock.done('/receipts', { code: first, weight: 1 })
      assert.equal((await inboundOf(inbound)).status, 'received')
      assert.deepEqual(await eventsOf(inbound), ['received', 'partly_received', 'created'])
    })

    it('needs a confirmation when a second box arrives under it, which becomes its own package', async () => {
      const inbound = await announce()
      const body = { code: inbound.courier_numbers[0], weight: 2 }
      const { package: one } = await dock.done('/receipts', body)
      const found = await scan(body.code)
      assert.deepEqual([found.kind, found.sure], ['inbound', false])
      const asked = await dock.post('/receipts', body)
      assertRejected(asked, 'VALIDATION_FAILED')
      assert.match(asked.json.errors[0], new RegExp(one.parcel_number))
      const { package: two, price } = await dock.done('/receipts', { ...body, confirm: true })
      assert.ok(price.after)
      assert.deepEqual(
        (await inboundOf(inbound)).packages.map(({ parcel_id: id }: Json) => id),
        [one.parcel_id, two.parcel_id],
      )
    })

    it('has a limited number of boxes, because every event contains them all', async () => {
      const inbound = await announce()
      const { package: parcel } = await dock.done('/receipts', { code: inbound.courier_numbers[0], weight: 1 })
      const scope = { businessId: tenant.business.id, mode: 'live' } as const
      await waybill.deps.db.transaction(SYSTEM, async (tx) => {
        const before = await inboundParcels.load(tx, scope, inbound.inbound_parcel_id)
        const [{ number, boxes }] = before.numbers as [CourierNumber]
        const full = { ...before, numbers: [{ number, boxes: Array.from({ length: BOXES_MAX - 1 }, () => boxes[0]!) }] }
        await inboundParcels.save(tx, { ...scope, ...byTest(waybill.deps) }, before, full)
      })
      const body = { inbound_parcel_id: inbound.inbound_parcel_id, weight: 1, confirm: true }
      await dock.done('/receipts', body)
      const refused = await dock.post('/receipts', body)
      assertRejected(refused, 'VALIDATION_FAILED')
      assert.deepEqual(fieldsOf(refused), ['code'])
      assert.equal((await inboundOf(inbound)).packages.length, BOXES_MAX)
      await dock.done(`/receipts/${(await dock.get(`/packages/${parcel.parcel_id}/receipts`))[0].receipt_id}/undo`, {})
      await dock.done('/receipts', body)
    })

    it('announced by two businesses needs a choice', async () => {
      const other = await waybill.newTenant()
      const { address_suffix: suffix } = await newCustomer(other, {}, live(other))
      const ours = await announce()
      const theirs = await announce({ courier_numbers: ours.courier_numbers }, other, suffix)
      const code = ours.courier_numbers[0]
      const found = await scan(code)
      assert.deepEqual([found.inbound_parcels.length, found.sure], [2, false])
      const asked = await dock.post('/receipts', { code, weight: 1 })
      assertRejected(asked, 'VALIDATION_FAILED')
      assert.deepEqual(fieldsOf(asked), ['inbound_parcel_id'])
      const { package: parcel } = await dock.done('/receipts', { inbound_parcel_id: theirs.inbound_parcel_id, weight: 1 })
      assert.equal(parcel.business.business_id, other.business.id)
      assert.equal((await scan(code)).sure, true, 'only ours is left')
    })

    it('received by two people at once is received once', async () => {
      const inbound = await announce()
      const body = { code: inbound.courier_numbers[0], weight: 2 }
      const answers = await Promise.all([dock.post('/receipts', body), dock.post('/receipts', body)])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422])
      assert.equal((await inboundOf(inbound)).packages.length, 1)
    })

    it('cancelled while its parcel is being weighed gets a clear answer, and nothing is lost', async () => {
      const inbound = await announce()
      await tenant.post(`/v1/inbound_parcels/${inbound.inbound_parcel_id}/cancel`, {}, live(tenant))
      assert.equal((await scan(inbound.courier_numbers[0])).kind, 'unknown')
      const refused = await dock.post('/receipts', { inbound_parcel_id: inbound.inbound_parcel_id, weight: 1 })
      assertRejected(refused, 'INVALID_TRANSITION')
      assert.match(refused.json.errors[0], /cancelled since .*Receive the parcel for its customer/)
      await dock.done('/receipts', { customer_id: customer.address_suffix, transport_mode: 'air', weight: 1 })
    })

    it('cancelled and received at the same moment ends as one of the two', async () => {
      for (let round = 0; round < RACES; round++) {
        const inbound = await announce()
        const [cancelled, received] = await Promise.all([
          tenant.post(`/v1/inbound_parcels/${inbound.inbound_parcel_id}/cancel`, {}, live(tenant)),
          dock.post('/receipts', { code: inbound.courier_numbers[0], weight: 1 }),
        ])
        const { status, packages } = await inboundOf(inbound)
        assert.deepEqual([cancelled.status, received.status], status === 'cancelled' ? [200, 422] : [422, 201], received.text)
        assert.equal(packages.length, status === 'cancelled' ? 0 : 1)
      }
    })

    it('is expected again when its receipt is undone', async () => {
      const inbound = await announce()
      const { receipt } = await dock.done('/receipts', { code: inbound.courier_numbers[0], weight: 2 })
      await dock.done(`/receipts/${receipt.receipt_id}/undo`, { reason: 'Wrong parcel' })
      assert.partialDeepStrictEqual(await inboundOf(inbound), { status: 'expected', packages: [] })
      assert.deepEqual(await eventsOf(inbound), ['receipt_undone', 'received', 'created'])
      assert.equal((await scan(inbound.courier_numbers[0])).sure, true)
    })

    it('is expected once when its receipt is undone after it was announced again', async () => {
      const inbound = await announce()
      const { receipt } = await dock.done('/receipts', { code: inbound.courier_numbers[0], weight: 2 })
      const again = await announce({ courier_numbers: inbound.courier_numbers })
      await dock.done(`/receipts/${receipt.receipt_id}/undo`)
      assert.equal((await inboundOf(inbound)).status, 'expired')
      assert.equal((await scan(inbound.courier_numbers[0])).inbound_parcels[0].inbound_parcel_id, again.inbound_parcel_id)
    })

    it('announced after the parcel was queued as unidentified is proposed in the queue', async () => {
      const number = newNumber()
      const torn = await dock.done('/unidentified_parcels', { label_text: 'torn', courier_number: number, weight: 4 })
      assert.deepEqual(torn.proposals, [])
      const inbound = await announce({ courier_numbers: [number.toLowerCase()] })
      const [queued] = await dock.get('/unidentified_parcels')
      assert.equal(queued.proposals[0].inbound_parcel_id, inbound.inbound_parcel_id)
      const body = { inbound_parcel_id: inbound.inbound_parcel_id, courier_number: number }
      const assigned = await dock.done(`/unidentified_parcels/${torn.unidentified_parcel_id}/assign`, body)
      assert.equal(assigned.package.inbound_parcel_id, inbound.inbound_parcel_id)
      assert.equal(assigned.receipt.received_at, torn.received_at)
      assert.ok(assigned.price.after)
      assert.deepEqual(assigned.unidentified_parcel.proposals, [])
      assert.equal((await inboundOf(inbound)).status, 'received')
    })

    it('announced after the parcel was queued as unidentified needs a choice when it is scanned again', async () => {
      const number = newNumber()
      const torn = await dock.done('/unidentified_parcels', { courier_number: `]C0${number.toLowerCase()}`, weight: 4 })
      const inbound = await announce({ courier_numbers: [number] })
      const asked = await dock.post('/receipts', { code: number, weight: 4 })
      assertRejected(asked, 'VALIDATION_FAILED')
      assert.match(asked.json.errors[0], new RegExp(`unidentified at \\S+ \\(${torn.unidentified_parcel_id}\\)`))
      const { package: second } = await dock.done('/receipts', { code: number, weight: 1, confirm: true })
      const to = { inbound_parcel_id: inbound.inbound_parcel_id, confirm: true }
      const { package: first } = await dock.done(`/unidentified_parcels/${torn.unidentified_parcel_id}/assign`, to)
      assert.equal((await inboundOf(inbound)).packages.length, 2)
      assert.notEqual(first.parcel_id, second.parcel_id)
      const settled = await announce()
      const lost = await dock.done('/unidentified_parcels', { courier_number: settled.courier_numbers[0] })
      await dock.done(`/unidentified_parcels/${lost.unidentified_parcel_id}/discard`, { reason: 'Returned to the sender' })
      await dock.done('/receipts', { code: settled.courier_numbers[0], weight: 1 })
    })

    it('follows its customer when that customer is merged into another', async () => {
      const [kept, duplicate] = [await newCustomer(tenant, {}, live(tenant)), await newCustomer(tenant, {}, live(tenant))]
      const inbound = await announce({}, tenant, duplicate.address_suffix)
      const merged = await dock.post(`/customers/${duplicate.parcel_customer_id}/merge`, { into_id: kept.parcel_customer_id })
      assert.ok(merged.status < 300, merged.text)
      const { package: parcel } = await dock.done('/receipts', { code: inbound.courier_numbers[0], weight: 2 })
      assert.equal(parcel.customer.parcel_customer_id, kept.parcel_customer_id)
    })

    it('needs a confirmation if its announcement has expired', async () => {
      const inbound = await announce()
      waybill.time.advance(61 * DAY_MS)
      await expireInbound(waybill.deps, 60)
      dock = await atDock(waybill)
      const body = { code: inbound.courier_numbers[0], weight: 1 }
      assertRejected(await dock.post('/receipts', body), 'VALIDATION_FAILED')
      await dock.done('/receipts', { ...body, confirm: true })
      assert.equal((await inboundOf(inbound)).status, 'received')
    })

    it('stays expired when its receipt is undone, if its announcement has expired since', async () => {
      const inbound = await announce({ courier_numbers: [newNumber(), newNumber()] })
      waybill.time.advance(61 * DAY_MS)
      dock = await atDock(waybill)
      const { receipt } = await dock.done('/receipts', { code: inbound.courier_numbers[0], weight: 1 })
      await expireInbound(waybill.deps, 60)
      const { expired_at: expiredAt } = await inboundOf(inbound)
      await dock.done(`/receipts/${receipt.receipt_id}/undo`)
      assert.partialDeepStrictEqual(await inboundOf(inbound), { status: 'expired', expired_at: expiredAt, packages: [] })
      await expireInbound(waybill.deps, 60)
      assert.deepEqual(await eventsOf(inbound), ['receipt_undone', 'expired', 'partly_received', 'created'])
    })

    it('reused a year later matches only the new announcement', async () => {
      const old = await announce()
      const [code] = old.courier_numbers
      await dock.done('/receipts', { code, weight: 1 })
      waybill.time.advance(365 * DAY_MS)
      dock = await atDock(waybill)
      assert.equal((await scan(code)).kind, 'unknown')
      const fresh = await announce({ courier_numbers: [code] })
      const found = await scan(code)
      assert.deepEqual([found.sure, found.inbound_parcels[0].inbound_parcel_id], [true, fresh.inbound_parcel_id])
    })
  })
})
