// The built-in texts of messages in English.

import type { Purpose } from '../purpose.ts'
import type { OwnText } from './own-text.ts'

const HELLO = 'Dear {{name}},'
const LINK = '{{link}}'
const BYE = 'Kind regards,\n{{sender}}'
const letter = (...paragraphs: string[]): string => [HELLO, ...paragraphs, BYE].join('\n\n')

export const ENGLISH: Record<Purpose, OwnText> = {
  parcel_received: {
    subject: 'We have received parcel {{parcel_number}}',
    text: letter(
      'Parcel {{parcel_number}} has arrived at our warehouse.',
      '[[Weight: {{weight}}]]\n[[Price of the booking, with tax: {{price}}]]',
      LINK,
    ),
    short: '{{sender}}: parcel {{parcel_number}} has arrived at our warehouse[[, {{weight}}]][[, price {{price}}]]. {{link}}',
    severalSubject: 'We have received {{count}} parcels',
    severalText: letter('{{count}} parcels have arrived at our warehouse: {{parcels}}.', LINK),
    severalShort: '{{sender}}: {{count}} parcels have arrived at our warehouse: {{parcels}}. {{link}}',
  },
  price_changed: {
    subject: 'The price for parcel {{parcel_number}}',
    text: letter('The price for parcel {{parcel_number}} is now final.', '[[Price of the booking, with tax: {{price}}]]', LINK),
    short: '{{sender}}: the price for parcel {{parcel_number}} is now final[[: {{price}}]]. {{link}}',
    severalSubject: 'The prices for {{count}} parcels',
    severalText: letter('The prices for {{count}} parcels are now final: {{parcels}}.', LINK),
    severalShort: '{{sender}}: the prices for {{count}} parcels are now final: {{parcels}}. {{link}}',
  },
  on_hold: {
    subject: 'Parcel {{parcel_number}} is on hold',
    text: letter('Parcel {{parcel_number}} is on hold. It does not travel on until it is released.', '[[Reason: {{reason}}]]', LINK),
    short: '{{sender}}: parcel {{parcel_number}} is on hold[[: {{reason}}]]. {{link}}',
    severalSubject: '{{count}} parcels are on hold',
    severalText: letter('{{count}} parcels are on hold: {{parcels}}. They do not travel on until they are released.', LINK),
    severalShort: '{{sender}}: {{count}} parcels are on hold: {{parcels}}. {{link}}',
  },
  released: {
    subject: 'Parcel {{parcel_number}} is released',
    text: letter('Parcel {{parcel_number}} is no longer on hold and travels on.', LINK),
    short: '{{sender}}: parcel {{parcel_number}} is no longer on hold. {{link}}',
    severalSubject: '{{count}} parcels are released',
    severalText: letter('{{count}} parcels are no longer on hold and travel on: {{parcels}}.', LINK),
    severalShort: '{{sender}}: {{count}} parcels are no longer on hold: {{parcels}}. {{link}}',
  },
  free_days_end: {
    subject: 'Free storage of parcel {{parcel_number}} ends on {{date}}',
    text: letter(
      'The last day on which we store parcel {{parcel_number}} free of charge is {{date}}. Storage is charged from the day after.',
      LINK,
    ),
    short: '{{sender}}: free storage of parcel {{parcel_number}} ends on {{date}}. {{link}}',
    severalSubject: 'Free storage of {{count}} parcels ends',
    severalText: letter('Free storage of {{count}} parcels is about to end: {{parcels}}.', LINK),
    severalShort: '{{sender}}: free storage of {{count}} parcels is about to end: {{parcels}}. {{link}}',
  },
  storage_charged: {
    subject: 'Storage is charged for parcel {{parcel_number}}',
    text: letter('The free days of parcel {{parcel_number}} are over: storage is charged from today on.', LINK),
    short: '{{sender}}: storage is charged for parcel {{parcel_number}} from today on. {{link}}',
    severalSubject: 'Storage is charged for {{count}} parcels',
    severalText: letter('The free days of {{count}} parcels are over, and storage is charged from today on: {{parcels}}.', LINK),
    severalShort: '{{sender}}: storage is charged for {{count}} parcels from today on: {{parcels}}. {{link}}',
  },
  departed: {
    subject: 'Parcel {{parcel_number}} is on its way',
    text: letter('Parcel {{parcel_number}} has left our warehouse and is on its way.', LINK),
    short: '{{sender}}: parcel {{parcel_number}} is on its way. {{link}}',
    severalSubject: '{{count}} parcels are on their way',
    severalText: letter('{{count}} parcels have left our warehouse and are on their way: {{parcels}}.', LINK),
    severalShort: '{{sender}}: {{count}} parcels are on their way: {{parcels}}. {{link}}',
  },
  arrived: {
    subject: 'Parcel {{parcel_number}} has arrived',
    text: letter(
      'Parcel {{parcel_number}} has arrived in the country of destination. We tell you when it can be collected or is delivered.',
      LINK,
    ),
    short: '{{sender}}: parcel {{parcel_number}} has arrived in the country of destination. {{link}}',
    severalSubject: '{{count}} parcels have arrived',
    severalText: letter('{{count}} parcels have arrived in the country of destination: {{parcels}}.', LINK),
    severalShort: '{{sender}}: {{count}} parcels have arrived in the country of destination: {{parcels}}. {{link}}',
  },
  ready_for_collection: {
    subject: 'Parcel {{parcel_number}} is ready for collection',
    text: letter(
      'Parcel {{parcel_number}} is ready for collection. Your code is {{collection_code}}.',
      'Give this code to the person who hands out the parcel, and to nobody else.',
      LINK,
    ),
    short: '{{sender}}: parcel {{parcel_number}} is ready for collection. Your code is {{collection_code}}. {{link}}',
    severalSubject: '{{count}} parcels are ready for collection',
    severalText: letter(
      '{{count}} parcels are ready for collection, each with its code: {{parcels}}.',
      'Give the codes to the person who hands out the parcels, and to nobody else.',
      LINK,
    ),
    severalShort: '{{sender}}: {{count}} parcels are ready for collection, each with its code: {{parcels}}. {{link}}',
  },
  delivered: {
    subject: 'Parcel {{parcel_number}} was delivered',
    text: letter('Parcel {{parcel_number}} was delivered.', LINK),
    short: '{{sender}}: parcel {{parcel_number}} was delivered. {{link}}',
    severalSubject: '{{count}} parcels were delivered',
    severalText: letter('{{count}} parcels were delivered: {{parcels}}.', LINK),
    severalShort: '{{sender}}: {{count}} parcels were delivered: {{parcels}}. {{link}}',
  },
  invoice_issued: {
    subject: 'Invoice {{invoice_number}} of {{amount}}',
    text: letter(
      'We have issued invoice {{invoice_number}} of {{amount}}. Please pay it by {{due_date}} and give its number as the reference.',
    ),
    short: '{{sender}}: invoice {{invoice_number}} of {{amount}} is due on {{due_date}}.',
  },
  invoice_overdue: {
    subject: 'Invoice {{invoice_number}} is overdue',
    text: letter(
      'Invoice {{invoice_number}} was due on {{due_date}}, and {{amount}} of it is open. Please pay it and give its number as the reference.',
      'If you have paid it in the meantime, you need not do anything.',
    ),
    short: '{{sender}}: invoice {{invoice_number}} was due on {{due_date}}, and {{amount}} is open. Please pay it if you have not done so.',
  },
  payment_received: {
    subject: 'We have received {{amount}}',
    text: letter('Thank you for your payment of {{amount}}. Your receipt has the number {{receipt_number}}.'),
    short: '{{sender}}: thank you for your payment of {{amount}}, receipt {{receipt_number}}.',
  },
  invitation: {
    subject: 'Your account at {{sender}}',
    text: letter('You were invited to the console of {{sender}} with the role {{role}}. Choose a name and a password here:', LINK),
    short: '',
  },
  password_reset: {
    subject: 'A new password was set for your account',
    text: letter(
      'An admin set a new password for your account and ended its sessions.',
      'If you did not ask for this, tell an admin at once.',
    ),
    short: '',
  },
  daily_summary: {
    subject: '{{sender}} on {{date}}',
    text: letter(
      'This happened on {{date}}:',
      'Arrived in the warehouse: {{arrived}}\nDeparted: {{departed}}',
      'On hold now: {{on_hold}}\n[[Invoices overdue: {{unpaid}}]]\nMessages that need a decision: {{failed_messages}}',
      LINK,
      'You chose this summary under Your account, where you can turn it off.',
    ),
    short: '',
  },
  second_factor_changed: {
    subject: 'A way to sign in to your account was changed',
    text: letter('{{change}}', 'If you did not do this, end the sessions in your account, and tell an admin of {{sender}} at once.'),
    short: '',
  },
  portal_invitation: {
    subject: '{{business}}: your access to {{sender}}',
    text: letter(
      'You were invited to the portal of {{sender}} for {{business}}. There you quote and book parcels, follow them and see your invoices.',
      'Open the page below and type this e-mail address. We then send you a code to sign in with. There is no password.',
      LINK,
    ),
    short: '',
  },
  portal_code: {
    subject: 'Your code to sign in',
    text: letter(
      'Your code to sign in is {{code}}. It works once, for ten minutes.',
      'If you did not ask for it, you need do nothing. Never tell anybody this code; we do not ask for it.',
    ),
    short: '{{sender}}: your code to sign in is {{code}}. It works once, for ten minutes. Tell it to nobody.',
  },
}
