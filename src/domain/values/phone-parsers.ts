// Parsers of phone numbers. Each is loaded on its first use, because libphonenumber-js has 93 modules.

import { createRequire } from 'node:module'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min'

const require = createRequire(import.meta.url)

type Parse = (text: string, country?: CountryCode) => PhoneNumber | undefined

const onFirstUse = (load: () => { parsePhoneNumberFromString: Parse }): Parse => {
  let parse: Parse | null = null
  return (text, country) => {
    parse ??= load().parsePhoneNumberFromString
    return parse(text, country)
  }
}

/** Parser that knows only the possible lengths of each country's phone numbers. */
export const parsePhone = onFirstUse(() => require('libphonenumber-js/min') as typeof import('libphonenumber-js/min'))

/** Parser that also knows the leading digits of each country's phone numbers. */
export const parseExactPhone = onFirstUse(() => require('libphonenumber-js/max') as typeof import('libphonenumber-js/max'))
