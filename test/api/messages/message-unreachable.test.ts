// Automatic messages to an unreachable address stop. They resume once staff resend a message and it is delivered. The customer's record lists the address.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { settleReport } from '../../../src/flows/messages/settle-report.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book, live } from '../../support/calls/receiving-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MORNING = Date.parse('2027-03-01T09:00:00Z')
const TEN_MINUTES_MS = 600_000
const REASON = 'WhatsApp: 131026 Message undeliverable'

describe('an address that nobody can be reached at', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    let customer: Json
    const provider = createProvider('whatsapp')
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(MORNING)
      waybill.deps.channels = { whatsapp: provider.channel }
      tenant = await waybill.newTenant()
      const settings = { customers: ['on_hold'], contacts: [], channel: 'whatsapp', language: 'en' }
      const admin = await opsCaller(waybill, 'admin')
      await admin.call('PUT', `/ops/v1/businesses/${tenant.business.id}/message_settings`, settings)
      const message_consents = [{ channel: 'whatsapp', given_at: '2027-02-01T09:00:00Z', how: 'order form' }]
      customer = await newCustomer(tenant, { first_name: 'Ada', mobile: '08031234567', message_consents, ...pickup }, live(tenant))
    })
    after(() => waybill.close())

    const send = async (): Promise<void> => {
      waybill.time.advance(TEN_MINUTES_MS)
      await sendDueMessages(waybill.deps, { baseUrl: 'https://waybill.example' })
    }
    /** Books a package and puts it on hold. Sends the messages that are due, and returns the message about the hold. */
    const hold = async (): Promise<Json> => {
      const { ids } = await book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }), live(tenant))
      await tenant.post(`/v1/packages/${ids[0]}/notices`, { action: 'hold', body: 'Wait' }, live(tenant))
      await send()
      return (await tenant.get(`/v1/messages?parcel_id=${ids[0]}`, live(tenant))).json[0]
    }
    const shown = async (): Promise<Json[]> =>
      (await (await opsCaller(waybill, 'support')).get(`/customers/${customer.parcel_customer_id}`)).unreachable

    it('gets no more messages, and is shown on the customer', async () => {
      provider.answers.push({ kind: 'refused', reason: REASON, isPermanent: true, isUnreachable: true })
      assert.equal((await hold()).status, 'failed')
      assert.deepEqual(
        (await shown()).map(({ channel, address, reason }) => [channel, address, reason]),
        [['whatsapp', '+2348031234567', REASON]],
      )
      const next = await hold()
      assert.deepEqual([next.status, next.reason, provider.got.length], ['suppressed', `This address cannot be reached: ${REASON}`, 1])
    })

    it('is tried when a person sends a message again, and is free again once one is delivered', async () => {
      const [, first] = (await tenant.get('/v1/messages', live(tenant))).json
      const again = (await tenant.post(`/v1/messages/${first.message_id}/resend`, undefined, live(tenant))).json
      await send()
      assert.equal(provider.got.length, 2)
      assert.equal((await shown()).length, 1)
      const report = { providerId: `p-${again.message_id}`, status: 'delivered' as const, reason: null, at: null, cost: null }
      await settleReport(waybill.deps, provider.channel.name, report)
      assert.deepEqual(await shown(), [])
      assert.equal((await hold()).status, 'sent')
    })

    it('is known from a later report too, and holds for that address only: a new number gets messages', async () => {
      const { message_id } = await hold()
      const report = {
        providerId: `p-${message_id}`,
        status: 'failed' as const,
        reason: REASON,
        isUnreachable: true as const,
        at: null,
        cost: null,
      }
      await settleReport(waybill.deps, provider.channel.name, report)
      assert.equal((await hold()).status, 'suppressed')
      await waybill.call(
        'PATCH',
        `/v1/parcel-customers/${customer.parcel_customer_id}`,
        { parcel_customer: { mobile: '+2348031234568' } },
        live(tenant),
      )
      assert.deepEqual([(await hold()).status, await shown()], ['sent', []])
    })
  })
})
