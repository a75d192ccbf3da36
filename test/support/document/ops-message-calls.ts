// Sends requests to every operation on messages: as staff, and as the business whose messages they are.

import { unsubscribe } from '../../../src/flows/messages/consent.ts'
import { sendDueMessages, TEST_PROVIDER } from '../../../src/flows/messages/send-messages.ts'
import { settleReport } from '../../../src/flows/messages/settle-report.ts'
import { bookPackage, newCustomer, pickup } from '../calls/package-calls.ts'
import { importAir } from '../samples/requests.ts'
import { createProvider } from '../server/message-provider.ts'
import type { Waybill } from '../server/waybill.ts'
import type { Call } from './v1-calls.ts'

/** `call` sends requests as staff. `anyone` sends requests with the credentials in its options: the API key of the business. */
export const callMessages = async (call: Call, waybill: Waybill, anyone: Call): Promise<void> => {
  const tenant = await waybill.newTenant()
  const { id: business } = tenant.business
  const settings = { sender_name: null, customers: ['parcel_received'], contacts: [], channel: 'email', language: 'en' }
  await call('PUT /ops/v1/businesses/{id}/message_settings', business, settings)
  await call('PUT /ops/v1/businesses/{id}/message_settings', business, { ...settings, sender_name: '<' })
  await call('GET /ops/v1/businesses/{id}/message_settings', business)
  const customer = await newCustomer(tenant, { email: 'trader@example.com', ...pickup })
  const { parcel_id } = await bookPackage(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }))
  const key = { key: tenant.testKey }
  await anyone('POST /v1/test_helpers/packages/{id}/receive', parcel_id, undefined, key)
  await anyone('POST /v1/test_clock', '', { advance_seconds: 3_600 }, key)
  await sendDueMessages(waybill.deps, { baseUrl: waybill.url })
  const [message] = await anyone(`GET /v1/messages?parcel_id=${parcel_id}`, '', undefined, key)
  const id = message.message_id
  await anyone('GET /v1/messages/{id}', id, undefined, key)
  const again = await anyone('POST /v1/messages/{id}/resend', id, undefined, key)
  await anyone('POST /v1/messages/{id}/resend', again.message_id, undefined, key)
  await call('GET /ops/v1/messages?mode=test')
  await callTemplates(call)
  await call('GET /ops/v1/messages?channel=pigeon')
  await callChannels(call, waybill)
  await call('GET /ops/v1/messages/{id}', id)
  await call('POST /ops/v1/messages/{id}/resend', id)
  await call('POST /ops/v1/messages/{id}/dismiss', id, { reason: 'Told by phone' })
  const report = {
    providerId: '',
    messageId: again.message_id,
    status: 'failed' as const,
    reason: 'No such mailbox.',
    at: null,
    cost: null,
  }
  await sendDueMessages(waybill.deps, { baseUrl: waybill.url })
  await settleReport(waybill.deps, TEST_PROVIDER, report)
  await call('POST /ops/v1/messages/{id}/dismiss', again.message_id, {})
  await call('POST /ops/v1/messages/{id}/dismiss', again.message_id, { reason: 'Told by phone' })
  await unsubscribe(waybill.deps, id)
}

const callTemplates = async (call: Call): Promise<void> => {
  const [path, sms] = ['/ops/v1/message_templates/{purpose}/{channel}', 'on_hold sms']
  await call('GET /ops/v1/message_templates')
  const { texts } = await call(`GET ${path}`, sms)
  await call(`GET ${path}`, 'invitation sms')
  await call(`POST ${path}/preview`, sms, { texts, language: 'en' })
  await call(`POST ${path}/preview`, 'on_hold email', { texts, language: 'en' })
  await call(`PUT ${path}`, sms, { texts })
  await call(`PUT ${path}`, 'on_hold email', { texts })
  await call(`POST ${path}/use`, sms, { version: 0 })
  await call(`POST ${path}/use`, sms, { version: 99 })
}

const callChannels = async (call: Call, waybill: Waybill): Promise<void> => {
  const test = 'POST /ops/v1/message_channels/{channel}/test'
  const to = 'admin@example.com'
  await call('GET /ops/v1/message_channels')
  await call(test, 'email', { to, language: 'en' })
  const before = waybill.deps.channels
  waybill.deps.channels = { ...before, email: createProvider('email').channel }
  await call(test, 'email', { to, language: 'en' })
  await call(test, 'email', { to: 'nobody', language: 'en' })
  waybill.deps.channels = before
  await call('GET /ops/v1/message_counts?mode=test')
  await call('GET /ops/v1/message_counts?month=11')
}
