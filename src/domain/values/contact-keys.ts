// Normalises phone numbers and email addresses for matching. The result is never shown.

import { createBoundedMap } from './bounded-map.ts'
import { parsePhone } from './phone-parsers.ts'

export const emailKey = (email: string): string => email.trim().toLowerCase()

const HOME_REGION = 'NG'

// Foreign numbers are often written with 00 instead of the plus, or with neither. Without 00, only numbers of 12 digits or more count as
// foreign. A Chinese mobile number without its country code has 11 digits and would otherwise be read as American.
const INTERNATIONAL_WITHOUT_PLUS = /^(?:00(?=[1-9]\d{6})|(?=[1-9]\d{11}))(\d+)$/
const PUNCTUATION = /[\s()./\p{Pd}\p{Cf}]+/gu

const parse = (text: string) => {
  const international = INTERNATIONAL_WITHOUT_PLUS.exec(text.replace(PUNCTUATION, ''))
  const abroad = international && parsePhone(`+${international[1]}`)
  return abroad?.isValid() ? abroad : parsePhone(text, HOME_REGION)
}

const KEYS_MAX = 1_000
const keys = createBoundedMap<string>(KEYS_MAX)

/**
 * The key of a phone number. Keys are cached, because parsing is slow and the same key is needed several times before a customer is
 * created.
 */
export const phoneKey = (text: string): string => {
  const known = keys.get(text)
  if (known !== undefined) return known
  const key = readKey(text)
  keys.set(text, key)
  return key
}

/**
 * Returns the number in E.164 format if the text is a phone number. Otherwise returns the digits of the text, or the text itself if it has
 * no digits. Only blank text gives a blank key.
 */
const readKey = (text: string): string => {
  const phone = parse(text)
  // Two extensions of one switchboard belong to two people, so the extension is part of the key.
  if (phone?.isPossible()) return phone.ext ? `${phone.number};ext=${phone.ext}` : phone.number
  return text.replace(/\D+/g, '') || text.trim().toLowerCase()
}
