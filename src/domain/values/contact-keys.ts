// Normalises phone numbers and email addresses for matching. The result is never shown.

import { createBoundedMap } from './bounded-map.ts'
import { parsePhone } from './phone-parsers.ts'

export const emailKey = (email: string): string => email.trim().toLowerCase()

const HOME_REGION = 'NG'

// Foreign numbers are often written with 00 or nothing in place of the plus. Without the 00, only 12 digits or more count as foreign:
// a Chinese mobile number without its country code has 11 digits and would be read as an American one.
const INTERNATIONAL_WITHOUT_PLUS = /^(?:00(?=[1-9]\d{6})|(?=[1-9]\d{11}))(\d+)$/
const PUNCTUATION = /[\s()./\p{Pd}\p{Cf}]+/gu

const parse = (text: string) => {
  const international = INTERNATIONAL_WITHOUT_PLUS.exec(text.replace(PUNCTUATION, ''))
  const abroad = international && parsePhone(`+${international[1]}`)
  return abroad?.isValid() ? abroad : parsePhone(text, HOME_REGION)
}

const KEYS_MAX = 1_000
const keys = createBoundedMap<string>(KEYS_MAX)

/** The key of a number. Keys are cached, because parsing is slow, and a number is needed several times before its customer is created. */
export const phoneKey = (text: string): string => {
  const known = keys.get(text)
  if (known !== undefined) return known
  const key = readKey(text)
  keys.set(text, key)
  return key
}

/** Returns E.164 if the text is a phone number, otherwise its digits, otherwise the text itself. Only blank text gives a blank key. */
const readKey = (text: string): string => {
  const phone = parse(text)
  // Two extensions of one switchboard belong to two people, so the extension is part of the key.
  if (phone?.isPossible()) return phone.ext ? `${phone.number};ext=${phone.ext}` : phone.number
  return text.replace(/\D+/g, '') || text.trim().toLowerCase()
}
