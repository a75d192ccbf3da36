// Parsers of phone numbers, each loaded with the first number that it parses: libphonenumber-js has 93 modules.

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

/** Knows how long the numbers of a country are. */
export const parsePhone = onFirstUse(() => require('libphonenumber-js/min') as typeof import('libphonenumber-js/min'))

/** Also knows which digits the numbers of a country begin with. */
export const parseExactPhone = onFirstUse(() => require('libphonenumber-js/max') as typeof import('libphonenumber-js/max'))
