// Limits for messages, also used by the console. This file imports nothing, because browsers would have to load every imported file too.

/**
 * How many messages one address can get on one channel in a day. The limit does not apply to urgent messages, to contacts of a business, or
 * to messages that are sent again by a person.
 */
export const DAILY_MAX = 10

/**
 * How many sign-in codes one address can get on one channel in 24 hours. The limits for SMS and WhatsApp are lower, because each of these
 * messages costs money.
 */
export const CODES_DAILY_MAX = { email: 50, sms: 10, whatsapp: 10 } as const

/** How many contacts for messages a business may have. */
export const CONTACTS_MAX = 20
