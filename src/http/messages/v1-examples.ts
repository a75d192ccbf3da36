// Example responses of messages for the API reference.

import type { WireMessage } from './v1-schemas.ts'

export const MESSAGE: WireMessage = {
  message_id: 'msg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  status: 'failed',
  purpose: 'parcel_received',
  channel: 'sms',
  recipient: 'customer',
  to: '+2348031234567',
  name: 'Sample Trader',
  language: 'en',
  mode: 'test',
  parcel_customer_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  invoice_id: null,
  payment_id: null,
  subject: null,
  text: 'Sample Forwarders: parcel 8ZKQ-4M7T has arrived at our warehouse, 2.5 kg. https://waybill.example/track/8ZKQ-4M7T',
  reason: 'The number is not in use.',
  attempts: 1,
  cost: '4.00',
  cost_currency: 'NGN',
  part_of_id: null,
  resend_of_id: null,
  due_at: '2026-11-16T11:05:12.000Z',
  created_at: '2026-11-16T10:05:12.000Z',
  sent_at: '2026-11-16T11:05:13.000Z',
  delivered_at: null,
}
