// Calls shared by tests of messages.

import { sendDueMessages, TEST_PROVIDER } from '../../../src/flows/messages/send-messages.ts'
import { setMessageSettings } from '../../../src/flows/messages/set-message-settings.ts'
import { settleReport } from '../../../src/flows/messages/settle-report.ts'
import * as messages from '../../../src/store/messages/messages.ts'
import { byTest } from '../samples/authors.ts'
import type { Tenant, Waybill } from '../server/waybill.ts'
import { paidInvoice } from './billing-calls.ts'
import type { Json } from './quote-calls.ts'

const OFF = { senderName: null, customers: [], contacts: [], channel: null, language: 'en' as const }
const DESK = { name: 'Desk', channel: 'email' as const, address: 'desk@example.com', language: 'en' as const }

/** Sets the messages of a business so that its desk gets one about each payment. */
export const tellDesk = ({ deps }: Waybill, { business }: Tenant): Promise<unknown> =>
  setMessageSettings(deps, byTest(deps), business.id, { ...OFF, contacts: [{ ...DESK, purposes: ['payment_received' as const] }] })

/** Turns messages on, runs `happen`, which queues a message, and makes sending it fail. */
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

/** The id of a message about a payment that could not be delivered. */
export const failedMessage = async (waybill: Waybill, tenant: Tenant): Promise<string> => {
  await failMessage(waybill, tenant, () => paidInvoice(waybill, tenant))
  return (await tenant.get('/v1/messages')).json[0].message_id
}
