// Staff hold a business's packages by the same rules as the business itself, and cancel its packages and quotes. The author and reason are recorded.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { visiblePrefix } from '../../../src/domain/values/codes.ts'
import { bookPackage, findPackage, play, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    staff = await signedIn(waybill, 'warehouse')
  })
  after(() => waybill.close())

  const timelineOf = async (id: string): Promise<Json[]> => (await staff.call('GET', `/ops/v1/packages/${id}/timeline`)).json.entries
  const booked = async (tenant: Tenant): Promise<Json> => bookPackage(tenant, importAir())

  describe('a hold by staff', () => {
    it('is shown to the business with its notice, and is released the same way', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await booked(tenant)
      const held = await staff.call('POST', `/ops/v1/packages/${parcel_id}/notices`, { action: 'hold', body: 'Papers are missing' })
      assert.equal(held.status, 201, held.text)
      assert.deepEqual(held.json.author, { kind: 'staff', id: staff.staff.id, name: staff.staff.name })
      const seen = await findPackage(tenant, parcel_id)
      assert.deepEqual([seen.hold_instruction, seen.notices[0].body], ['hold', 'Papers are missing'])
      const released = await staff.call('POST', `/ops/v1/packages/${parcel_id}/notices`, { action: 'release' })
      assert.equal(released.json.hold_instruction, 'release')
      assert.equal((await findPackage(tenant, parcel_id)).notices.length, 2)
    })

    it('is on the timeline beside those of the business, each with its author', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await booked(tenant)
      await sendNotice(tenant, parcel_id, { action: 'hold', body: 'Customer asked' })
      await staff.call('POST', `/ops/v1/packages/${parcel_id}/notices`, { action: 'release', body: 'Customer called back' })
      const entries = await timelineOf(parcel_id)
      assert.deepEqual(
        entries.map(({ type, author, notice }) => [type, author.kind, notice?.body]),
        [
          ['package.created', 'business', undefined],
          ['package.held', 'business', 'Customer asked'],
          ['package.released', 'staff', 'Customer called back'],
        ],
      )
      assert.equal(entries[1].author.name, `business (key begins ${visiblePrefix(tenant.testKey)})`)
      const { json } = await staff.call('GET', `/ops/v1/packages/${parcel_id}`)
      assert.deepEqual(
        json.notices.map((notice: Json) => notice.author.kind),
        ['business', 'staff'],
      )
    })

    it('distinguishes 404 from mistakes in the request', async () => {
      const { parcel_id } = await booked(await waybill.newTenant())
      const wrong = await staff.call('POST', `/ops/v1/packages/${parcel_id}/notices`, { action: 'stop' })
      assertRejected(wrong, 'VALIDATION_FAILED')
      assert.equal((await staff.call('POST', '/ops/v1/packages/x/notices', { action: 'stop' })).status, 404)
    })
  })

  describe('holds of many packages', () => {
    it('return the outcome of each, and a failure does not affect the others', async () => {
      const [one, other] = [await waybill.newTenant(), await waybill.newTenant()]
      const ids = [(await booked(one)).parcel_id, (await booked(other)).parcel_id]
      const { status, json } = await staff.call('POST', '/ops/v1/packages/holds', {
        package_ids: [ids[0], 'pkg_00000000000000000000000000', ids[1], ids[0]],
        action: 'hold',
        body: 'Stocktaking',
      })
      assert.equal(status, 200)
      assert.deepEqual([json.done, json.failed], [2, 1])
      assert.deepEqual(
        json.outcomes.map(({ outcome, code }: Json) => [outcome, code]),
        [
          ['done', null],
          ['failed', 'NOT_FOUND'],
          ['done', null],
        ],
      )
      assert.equal((await findPackage(one, ids[0])).hold_instruction, 'hold')
      assert.equal((await findPackage(other, ids[1])).notices.length, 1)
    })

    it('are at most five hundred', async () => {
      const package_ids = Array.from({ length: 501 }, (_, index) => `pkg_${index}`)
      assertRejected(await staff.call('POST', '/ops/v1/packages/holds', { package_ids, action: 'hold' }), 'VALIDATION_FAILED')
    })
  })

  describe('the timeline', () => {
    it('shows the final price of the quote, and the price before', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await booked(tenant)
      await play(tenant, parcel_id, 'receive', { weight: 20 })
      const priced = (await timelineOf(parcel_id)).find(({ type }) => type === 'quote.price_finalised')
      assert.ok(priced)
      assert.ok(Number(priced.price.amount) > Number(priced.price.previous))
      assert.equal(Number(priced.price.difference), Number(priced.price.amount) - Number(priced.price.previous))
    })

    it('shows each receipt with the event that it caused, and none for closing short', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 3, volume: 1.5 }] }))
      for (const weight of [2.5, 3.5]) {
        const received = await staff.call('POST', '/ops/v1/receipts', { package_id: parcel_id, pieces: 1, weight, volume: 0.5 })
        assert.equal(received.status, 201, received.text)
      }
      await staff.call('POST', `/ops/v1/packages/${parcel_id}/close_short`, { reason: 'Lost at origin' })
      const shown = (await timelineOf(parcel_id)).filter(({ type }) => /received$/.test(type)).map(({ receipt }) => receipt?.weight ?? null)
      assert.deepEqual(shown, [2.5, 3.5, null])
    })

    it('is in the order in which things happened', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await booked(tenant)
      await play(tenant, parcel_id, 'receive', { weight: 12.5 })
      await play(tenant, parcel_id, 'depart')
      await play(tenant, parcel_id, 'deliver')
      const types = (await timelineOf(parcel_id)).map(({ type }) => type).filter((type) => type.startsWith('package.'))
      assert.deepEqual(types, ['package.created', 'package.received', 'package.departed', 'package.delivered'])
    })
  })

  describe('cancelling for a business', () => {
    it('closes a pending quote as cancelled by the operator', async () => {
      const tenant = await waybill.newTenant()
      const quote = await newQuote(tenant, exportAir())
      const { status, json } = await staff.call('POST', `/ops/v1/quotes/${quote.parcel_quote_id}/cancel`, { comment: 'Lane closed' })
      assert.equal(status, 200)
      assert.deepEqual([json.status, json.closed_reason, json.comment], ['cancelled', 'cancelled_by_operator', 'Lane closed'])
      assertRejected(await staff.call('POST', `/ops/v1/quotes/${quote.parcel_quote_id}/cancel`), 'QUOTE_CANCELLED')
    })

    it('refuses a booked quote', async () => {
      const quote = await bookedQuote(await waybill.newTenant(), importAir())
      assertRejected(await staff.call('POST', `/ops/v1/quotes/${quote.parcel_quote_id}/cancel`), 'QUOTE_ALREADY_BOOKED')
    })

    it('cancels a package that is in no shipment, and refuses one that is', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await booked(tenant)
      const { json } = await staff.call('POST', `/ops/v1/packages/${parcel_id}/cancel`, { comment: 'Lost at origin' })
      assert.deepEqual([json.status, json.comment, json.business.business_id], ['cancelled', 'Lost at origin', tenant.business.id])
      assert.equal((await timelineOf(parcel_id)).at(-1).author.kind, 'staff')
      const shipped = await bookPackage(tenant, exportAir())
      assertRejected(await staff.call('POST', `/ops/v1/packages/${shipped.parcel_id}/cancel`), 'PACKAGE_IN_SHIPMENT')
    })

    it('is not allowed for support, which only reads', async () => {
      const support = await signedIn(waybill, 'support')
      const { parcel_id } = await booked(await waybill.newTenant())
      assert.equal((await support.call('POST', `/ops/v1/packages/${parcel_id}/cancel`)).status, 403)
      assert.equal((await support.call('GET', `/ops/v1/packages/${parcel_id}/timeline`)).status, 200)
    })
  })
})
