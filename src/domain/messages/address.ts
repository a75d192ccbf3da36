// Addresses that messages are sent to: email addresses, and mobile numbers in E.164 form.

import type { CountryCode } from 'libphonenumber-js/max'
import { emailKey } from '../values/contact-keys.ts'
import { parseExactPhone } from '../values/phone-parsers.ts'
import type { ChannelKind } from './purpose.ts'

const EMAIL_MAX_CHARACTERS = 254
/** Matches an email address without spaces, line breaks or characters that have a meaning in an email header. */
const EMAIL = /^[^\s@<>(),;:"\\[\]\p{C}]+@(?:[^\s@<>(),;:"\\[\]\p{C}.]+\.)+[^\s@<>(),;:"\\[\]\p{C}.]+$/u

const readEmail = (text: string): string | null => {
  const email = text.trim()
  return email.length <= EMAIL_MAX_CHARACTERS && EMAIL.test(email) ? email : null
}

/**
 * Reads a phone number. A number without a country code belongs to the first of `countries` in which it is valid. Null if the number is
 * valid in none of them.
 */
export const readPhone = (text: string, countries: readonly string[]): { number: string; country: string | null } | null => {
  const international = text.trim().replace(/^00(?=[1-9])/, '+')
  for (const country of countries) {
    const phone = parseExactPhone(international, country as CountryCode)
    if (phone?.isValid() && !phone.ext) return { number: phone.number, country: phone.country ?? null }
  }
  return null
}

export type Address = { to: string; country: string | null }

export const readAddress = (channel: ChannelKind, text: string, countries: readonly string[]): Address | null => {
  if (channel === 'email') {
    const email = readEmail(text)
    return email === null ? null : { to: email, country: null }
  }
  const phone = readPhone(text, countries)
  return phone && { to: phone.number, country: phone.country }
}

/** All spellings of an address have the same key. */
export const addressKey = (channel: ChannelKind, to: string): string => (channel === 'email' ? emailKey(to) : to)
