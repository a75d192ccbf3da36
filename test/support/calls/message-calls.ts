// Calls shared by tests of messages.

import { sendDueMessages, TEST_PROVIDER } from '../../../src/flows/messages/send-messages.ts'
import { setMessageSettings } from '../../../src/flows/messages/set-message-settings.ts'
import { settleReport } from '../../../src/flows/messages/settle-report.ts'
import * as messages from '../../../src/store/messages/messages.ts'
import { byTest } from '../samples/authors.ts'
import { importAir } from '../samples/requests.ts'
import { createProvider } from '../server/message-provider.ts'
import type { Tenant, Waybill } from '../server/waybill.ts'
import { paidInvoice } from './billing-calls.ts'
import { newCustomer, pickup } from './package-calls.ts'
import type { Json } from './quote-calls.ts'
import { atDock, book, live } from './receiving-calls.ts'

const OFF = { senderName: null, customers: [], contacts: [], channel: null, language: 'en' as const }
const DESK = { name: 'Desk', channel: 'email' as const, address: 'desk@example.com', language: 'en' as const }

/** Changes the message settings of the business: one contact gets an email about each payment received, and nobody else gets messages. */
export const tellDesk = ({ deps }: Waybill, { business }: Tenant): Promise<unknown> =>
  setMessageSettings(deps, byTest(deps), business.id, { ...OFF, contacts: [{ ...DESK, purposes: ['payment_received' as const] }] })

/**
 * Turns messages on and runs `happen`, which must queue a message. Then sends the message and reports its delivery as failed. Returns the
 * result of `happen`.
 */
export const failMessage = async (waybill: Waybill, tenant: Tenant, happen: () => Promise<Json>): Promise<Json> => {
  const { deps, url } = waybill
  const { business } = tenant
  await tellDesk(waybill, tenant)
  const happened = await happen()
  await setMessageSettings(deps, byTest(deps), business.id, OFF)
  await sendDueMessages(deps, { baseUrl: url })
  const { items } = await messages.list(deps.db, { mode: 'test', businessId: business.id }, { page: 1, perPage: 1, cursor: null })
  const report = {
    providerId: '',
    messageId: items[0]!.message.id,
    status: 'failed' as const,
    reason: 'No such mailbox.',
    at: null,
    cost: null,
  }
  await settleReport(deps, TEST_PROVIDER, report)
  return happened
}

/** Makes a message about a payment, lets its delivery fail, and returns the message's id. */
export const failedMessage = async (waybill: Waybill, tenant: Tenant): Promise<string> => {
  await failMessage(waybill, tenant, () => paidInvoice(waybill, tenant))
  return (await tenant.get('/v1/messages')).json[0].message_id
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An hour that is daytime both in Lagos and in China, so that an SMS may be sent. */
const AWAKE_HOUR_UTC = 10

/**
 * Sends all queued messages, with the clock set to the next daytime hour that is at least an hour away. Messages may wait up to an hour for
 * more parcels of the same customer.
 */
const sendByDay = async ({ deps, url }: Waybill): Promise<void> => {
  const soonest = deps.clock() + HOUR_MS
  const sameDay = new Date(soonest).setUTCHours(AWAKE_HOUR_UTC, 0, 0, 0)
  const at = sameDay >= soonest ? sameDay : sameDay + DAY_MS
  await sendDueMessages({ ...deps, clock: () => at }, { baseUrl: url })
}

/**
 * Receives three live parcels, with one message about each parcel: an email that was delivered, an SMS that failed, and an SMS with an
 * unknown outcome. Returns the parcels.
 */
export const sampleMessages = async (waybill: Waybill, tenant: Tenant): Promise<Json[]> => {
  const [mail, sms] = [createProvider('email'), createProvider('sms')]
  waybill.deps.channels = { email: mail.channel, sms: sms.channel }
  const settings = { ...OFF, customers: ['parcel_received' as const], channel: 'email' as const }
  await setMessageSettings(waybill.deps, byTest(waybill.deps), tenant.business.id, settings)
  sms.answers.push({ kind: 'refused', reason: 'No such number.', isPermanent: true }, { kind: 'unknown', reason: 'No answer in 20 s.' })
  const dock = await atDock(waybill)
  const consents = { message_channel: 'sms', message_consents: [{ channel: 'sms', given_at: '2026-02-01T09:00:00Z', how: 'order form' }] }
  const received: Json[] = []
  for (const more of [
    { first_name: 'Ada', last_name: 'Sample', email: 'ada@example.com' },
    { first_name: 'Bola', last_name: 'Sample', mobile: '08031234567', ...consents },
    { first_name: 'Chen', last_name: 'Sample', mobile: '08031234568', message_language: 'zh', ...consents },
  ]) {
    const customer = await newCustomer(tenant, { ...pickup, ...more }, live(tenant))
    const { ids, numbers } = await book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }), live(tenant))
    await dock.done('/receipts', { package_id: ids[0], weight: 2.5 })
    await sendByDay(waybill)
    received.push({ customer, id: ids[0], number: numbers[0] })
  }
  const [first] = mail.got
  const report = { providerId: `p-${first!.id}`, status: 'delivered' as const, reason: null, at: null, cost: null }
  await settleReport(waybill.deps, mail.channel.name, report)
  return received
}
