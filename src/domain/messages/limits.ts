// Limits of messages that the console shows too. This file imports nothing, so that browsers load it alone.

/** The most messages to one address on one channel in a day. Urgent messages and those to contacts of a business do not count. */
export const DAILY_MAX = 10

/** The most contacts of a business. */
export const CONTACTS_MAX = 20
