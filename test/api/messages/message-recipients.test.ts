// Messages that must not be sent: the address cannot be used, or the customer was deactivated or merged after the message was queued.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import type { OpsCaller } from '../../support/calls/staff-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const HOUR_MS = 3_600_000
const MORNING = Date.parse('2027-03-01T09:00:00Z')

describe('a message', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let admin: OpsCaller
    let dock: Dock
    let tenant: Tenant
    let mail: ReturnType<typeof createProvider>
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())
    beforeEach(async () => {
      waybill.time.freeze(MORNING)
      admin = await opsCaller(waybill, 'admin')
      dock = await atDock(waybill)
      mail = createProvider('email')
      waybill.deps.channels = { email: mail.channel, sms: createProvider('sms').channel }
      tenant = await waybill.newTenant()
      await configure('email')
    })

    const configure = async (channel: string): Promise<void> => {
      const settings = { sender_name: null, customers: ['parcel_received'], contacts: [], channel, language: 'en' }
      const answer = await admin.call('PUT', `/ops/v1/businesses/${tenant.business.id}/message_settings`, settings)
      assert.equal(answer.status, 200, answer.text)
    }
    const customerWith = (more: object): Promise<Json> =>
      newCustomer(tenant, { first_name: 'Ada', email: 'ada@example.com', mobile: '08031234567', ...pickup, ...more }, live(tenant))
    const receiveFor = async (customer: Json): Promise<void> => {
      const { ids } = await book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }), live(tenant))
      await dock.done('/receipts', { package_id: ids[0], weight: 2.5 })
    }
    const pass = async (ms: number): Promise<void> => {
      waybill.time.advance(ms)
      await sendDueMessages(waybill.deps, { baseUrl: 'https://waybill.example' })
    }
    const listed = async (): Promise<Json[]> => (await tenant.get('/v1/messages', live(tenant))).json

    it('to a customer who cannot be reached is listed with the reason', async () => {
      await configure('sms')
      await receiveFor(await customerWith({ mobile: '12345' }))
      const [message] = await listed()
      assert.deepEqual([message!.status, message!.to, message!.reason], ['suppressed', '', 'The customer’s mobile number cannot be used.'])
    })

    it('to a customer who was deactivated meanwhile is not sent', async () => {
      const customer = await customerWith({})
      await receiveFor(customer)
      await admin.done(`/customers/${customer.parcel_customer_id}/deactivate`)
      await pass(HOUR_MS)
      const [message] = await listed()
      assert.deepEqual([mail.got.length, message!.status, message!.reason], [0, 'suppressed', 'The customer was deactivated.'])
    })

    it('to a customer who was merged into another one meanwhile is not sent to the old address', async () => {
      const [duplicate, kept] = [await customerWith({}), await customerWith({ email: 'kept@example.com', mobile: '08031234560' })]
      await receiveFor(duplicate)
      await admin.done(`/customers/${duplicate.parcel_customer_id}/merge`, { into_id: kept.parcel_customer_id })
      await pass(HOUR_MS)
      const [message] = await listed()
      assert.deepEqual([mail.got.length, message!.status, message!.reason], [0, 'suppressed', 'The customer was merged into another one.'])
    })

    it('to an email address with a line break or a blank is not sent, and is listed with the reason', async () => {
      const customer = await customerWith({})
      for (const email of ['ada@example.com\nBcc: all@example.com', 'ada @example.com']) {
        const path = `/v1/parcel-customers/${customer.parcel_customer_id}`
        const { status } = await waybill.call('PATCH', path, { parcel_customer: { email } }, live(tenant))
        // If the route already refuses this address, the customer gets `ada@` instead, which cannot be used either.
        if (status === 422) await waybill.call('PATCH', path, { parcel_customer: { email: 'ada@' } }, live(tenant))
        await receiveFor(customer)
      }
      await pass(HOUR_MS)
      assert.deepEqual(mail.got, [])
      const refused = (await listed()).map(({ status, reason }) => [status, reason])
      assert.deepEqual(refused, Array(2).fill(['suppressed', 'The customer’s email address cannot be used.']))
    })
  })
})
