// Limits of messages that the console shows too. This file imports nothing, so that browsers load no other file with it.

/** The most messages to one address on one channel in a day. Urgent messages and those to contacts of a business do not count. */
export const DAILY_MAX = 10

/** The most sign-in codes to one address on one channel in 24 hours. SMS and WhatsApp cost money. */
export const CODES_DAILY_MAX = { email: 50, sms: 10, whatsapp: 10 } as const

/** The most contacts of a business. */
export const CONTACTS_MAX = 20
