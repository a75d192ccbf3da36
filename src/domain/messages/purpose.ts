// The purposes of messages, and their rules: recipients, channels, how long a message waits and stays useful, and the variables of its texts.

export const CHANNELS = ['email', 'sms', 'whatsapp'] as const
export type ChannelKind = (typeof CHANNELS)[number]

export const LANGUAGES = ['en', 'zh', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How the value of a variable is written in a text. */
export const VARIABLES = {
  name: 'text',
  sender: 'text',
  business: 'text',
  parcel_number: 'text',
  collection_code: 'text',
  link: 'link',
  weight: 'kilograms',
  price: 'money',
  reason: 'text',
  date: 'date',
  days: 'number',
  invoice_number: 'text',
  receipt_number: 'text',
  amount: 'money',
  due_date: 'date',
  count: 'number',
  parcels: 'text',
  role: 'text',
  change: 'text',
  code: 'text',
  arrived: 'number',
  departed: 'number',
  on_hold: 'number',
  failed_messages: 'number',
  unpaid: 'text',
} as const
export type VariableName = keyof typeof VARIABLES

/** The categories of WhatsApp templates. For `authentication`, Meta prescribes the text and adds a button that copies the code. */
type WhatsAppCategory = 'utility' | 'authentication'

type PurposeRules = {
  /** `staff`: everybody who signs in, to the console or to the portal. */
  to: 'customer' | 'staff'
  channels: readonly ChannelKind[]
  whatsAppCategory: WhatsAppCategory
  /**
   * Messages of this purpose to one address are combined into one message if they are queued within this time. Zero: messages are never
   * combined.
   */
  gatherMs: number
  /** A message that could not be sent within this time is not sent any more. */
  usefulMs: number
  /** Urgent messages are sent at night too, and beyond the daily limit. */
  isUrgent: boolean
  /** Variables that always have a value. */
  variables: readonly VariableName[]
  /** Variables that may lack a value. A text may use them only between `[[` and `]]`. */
  optional: readonly VariableName[]
  /** Variables that every text must use. Subjects need not use them. */
  needed: readonly VariableName[]
}

const PARCEL: PurposeRules = {
  to: 'customer',
  channels: CHANNELS,
  whatsAppCategory: 'utility',
  gatherMs: 0,
  usefulMs: 2 * DAY_MS,
  isUrgent: false,
  variables: ['name', 'sender', 'business', 'parcel_number', 'link'],
  optional: [],
  needed: ['parcel_number'],
}
const INVOICE: PurposeRules = {
  to: 'customer',
  channels: CHANNELS,
  whatsAppCategory: 'utility',
  gatherMs: 0,
  usefulMs: 7 * DAY_MS,
  isUrgent: false,
  variables: ['name', 'sender', 'business', 'invoice_number', 'amount', 'due_date'],
  optional: [],
  needed: ['invoice_number', 'amount'],
}
const STAFF: PurposeRules = {
  to: 'staff',
  channels: ['email'],
  whatsAppCategory: 'utility',
  gatherMs: 0,
  usefulMs: DAY_MS,
  isUrgent: true,
  variables: ['name', 'sender', 'link'],
  optional: [],
  needed: ['link'],
}

const PURPOSES = {
  parcel_received: { ...PARCEL, gatherMs: HOUR_MS, usefulMs: DAY_MS, optional: ['weight', 'price'] },
  price_changed: { ...PARCEL, gatherMs: HOUR_MS, optional: ['price'] },
  on_hold: { ...PARCEL, gatherMs: 10 * MINUTE_MS, optional: ['reason'] },
  released: { ...PARCEL, gatherMs: 10 * MINUTE_MS },
  free_days_end: {
    ...PARCEL,
    gatherMs: 10 * MINUTE_MS,
    usefulMs: DAY_MS,
    variables: [...PARCEL.variables, 'date', 'days'],
    needed: ['parcel_number', 'date'],
  },
  storage_charged: { ...PARCEL, gatherMs: 10 * MINUTE_MS, usefulMs: DAY_MS },
  departed: { ...PARCEL, gatherMs: 10 * MINUTE_MS },
  arrived: { ...PARCEL, gatherMs: 10 * MINUTE_MS },
  ready_for_collection: {
    ...PARCEL,
    gatherMs: 10 * MINUTE_MS,
    usefulMs: 3 * DAY_MS,
    variables: [...PARCEL.variables, 'collection_code'],
    needed: ['parcel_number', 'collection_code'],
  },
  delivered: { ...PARCEL, gatherMs: 10 * MINUTE_MS, usefulMs: DAY_MS },
  invoice_issued: INVOICE,
  invoice_overdue: { ...INVOICE, usefulMs: 3 * DAY_MS, needed: ['invoice_number', 'amount', 'due_date'] },
  payment_received: {
    ...INVOICE,
    usefulMs: 3 * DAY_MS,
    variables: ['name', 'sender', 'business', 'receipt_number', 'amount'],
    needed: ['amount'],
  },
  invitation: { ...STAFF, usefulMs: 3 * DAY_MS, variables: [...STAFF.variables, 'role'] },
  password_reset: { ...STAFF, variables: ['name', 'sender'], needed: [] },
  daily_summary: {
    ...STAFF,
    usefulMs: 12 * HOUR_MS,
    variables: [...STAFF.variables, 'date', 'arrived', 'departed', 'on_hold', 'failed_messages'],
    optional: ['unpaid'],
    needed: ['date'],
  },
  second_factor_changed: { ...STAFF, variables: ['name', 'sender', 'change'], needed: ['change'] },
  portal_invitation: { ...STAFF, usefulMs: 3 * DAY_MS, variables: ['name', 'sender', 'business', 'link'] },
  portal_code: {
    ...STAFF,
    channels: CHANNELS,
    whatsAppCategory: 'authentication',
    usefulMs: 10 * MINUTE_MS,
    variables: ['name', 'sender', 'code'],
    needed: ['code'],
  },
} as const satisfies Record<string, PurposeRules>

export type Purpose = keyof typeof PURPOSES
export const PURPOSE_NAMES = Object.keys(PURPOSES) as Purpose[]
export const CUSTOMER_PURPOSES = PURPOSE_NAMES.filter((purpose) => PURPOSES[purpose].to === 'customer')

export const rulesOf = (purpose: Purpose): PurposeRules => PURPOSES[purpose]

/** Whether messages of this purpose carry a code to sign in or to confirm a phone. */
export const isSignInCode = (purpose: Purpose): boolean => purpose === 'portal_code'

/** Whether texts contain the collection code of a package. The code is read when the message is sent, and not stored with the message. */
export const holdsCode = (purpose: Purpose): boolean => rulesOf(purpose).variables.includes('collection_code')

/** The variables of a message about several parcels. If the purpose has collection codes, `parcels` also lists the code of each parcel. */
export const SEVERAL: Pick<PurposeRules, 'variables' | 'optional' | 'needed'> = {
  variables: ['name', 'sender', 'business', 'count', 'parcels', 'link'],
  optional: [],
  needed: ['count', 'parcels'],
}
