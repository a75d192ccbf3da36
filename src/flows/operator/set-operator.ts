// Sets the operator's name, address, time zone, contact and bank; sets and removes its logo.

import { hash } from 'node:crypto'
import type { PostalAddress } from '../../domain/businesses/business.ts'
import type { BankAccount, DispensableDetail, Operator } from '../../domain/operator/operator.ts'
import { isColour } from '../../domain/operator/operator.ts'
import { isTimeZone } from '../../domain/values/calendar.ts'
import { countryCode, countryName } from '../../domain/values/country.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import type { Deps } from '../deps.ts'
import { reEncodeLogo } from '../re-encode-image.ts'

const LINE_MAX_CHARACTERS = 255

type Optional<Name extends string> = { [Each in Name]?: string | null | undefined }

export type OperatorRequest = { name: string; time_zone: string } & Optional<'email' | 'phone' | 'website' | 'tax_number' | 'colour'> & {
    address?: Optional<'street' | 'city' | 'state' | 'postal_code' | 'country'> | undefined
    bank?: (Optional<'bank_code'> & { bank_name: string; account_name: string; account_number: string }) | null | undefined
    has_none_of?: readonly DispensableDetail[] | undefined
    abandoned_after_days?: number | null | undefined
  }

/** Replaces all fields except the logo. */
export const setOperator = async (deps: Deps, author: Author, request: OperatorRequest): Promise<Operator> => {
  const operator = readRequest(request)
  return deps.db.exclusively(author, async (tx) => {
    await operatorStore.save(tx, author, operator, deps.clock())
    return (await operatorStore.find(tx))!
  })
}

const requireOperator = (isThere: boolean): void => {
  if (!isThere) throw new Rejection('INVALID_TRANSITION', 'Set the operator’s name first.')
}

export const setOperatorLogo = async (deps: Deps, author: Author, image: Buffer): Promise<Operator> => {
  // Fails before the expensive decoding if there is no operator record. `changeLogo` checks again when it saves.
  requireOperator((await operatorStore.find(deps.db)) !== null)
  const bytes = await reEncodeLogo(image)
  return changeLogo(deps, author, { sha256: hash('sha256', bytes, 'hex'), bytes })
}

export const removeOperatorLogo = (deps: Deps, author: Author): Promise<Operator> => changeLogo(deps, author, null)

const changeLogo = (deps: Deps, author: Author, logo: operatorStore.Logo | null): Promise<Operator> =>
  deps.db.transaction(author, async (tx) => {
    requireOperator(await operatorStore.saveLogo(tx, author, logo))
    return (await operatorStore.find(tx))!
  })

const readRequest = (request: OperatorRequest): Operator => {
  const problems = new Problems()
  const read = (field: string, given: string | null | undefined): string | null => {
    const text = given?.trim() ?? ''
    if (text.length > LINE_MAX_CHARACTERS) problems.add(field, `must have at most ${LINE_MAX_CHARACTERS} characters`)
    if (/\p{C}/u.test(text)) problems.add(field, 'must not contain line breaks or other invisible characters')
    return text === '' ? null : text
  }
  const require = (field: string, given: string): string => {
    const text = read(field, given)
    if (text === null) problems.add(field, 'is required')
    return text ?? ''
  }
  const website = read('website', request.website)
  if (website !== null && !isWebAddress(website)) problems.add('website', 'must be an address that begins with https:// or http://')
  const email = read('email', request.email)
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) problems.add('email', 'must be an email address')
  if (!isTimeZone(request.time_zone)) problems.add('time_zone', 'must be a time zone such as Africa/Lagos')
  const operator: Operator = {
    name: require('name', request.name),
    address: readAddress(request.address ?? {}, read, problems),
    timeZone: request.time_zone,
    email,
    phone: read('phone', request.phone),
    website,
    taxNumber: read('tax_number', request.tax_number),
    bank: request.bank ? readBank(request.bank, read, require) : null,
    statesNone: [...new Set(request.has_none_of)].sort(),
    logoSha256: null,
    colour: read('colour', request.colour)?.toLowerCase() ?? null,
    abandonedAfterDays: request.abandoned_after_days ?? null,
  }
  if (operator.colour !== null && !isColour(operator.colour)) problems.add('colour', 'must be a colour such as #0b5563')
  if (operator.statesNone.includes('tax_number') && operator.taxNumber !== null)
    problems.add('has_none_of', 'must not contain tax_number, because a tax number is set')
  if (operator.statesNone.includes('bank') && operator.bank !== null)
    problems.add('has_none_of', 'must not contain bank, because a bank account is set')
  problems.throwIfAny()
  return operator
}

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

type Read = (field: string, given: string | null | undefined) => string | null

const readAddress = (given: NonNullable<OperatorRequest['address']>, read: Read, problems: Problems): PostalAddress => {
  const named = read('address.country', given.country)
  const country = named === null ? null : countryCode(named)
  if (named !== null && country === null) problems.add('address.country', 'must be a country: its code or its English name')
  const lines = {
    street: read('address.street', given.street),
    city: read('address.city', given.city),
    state: read('address.state', given.state),
    postalCode: read('address.postal_code', given.postal_code),
    country: country === null ? null : countryName(country),
  }
  return Object.fromEntries(Object.entries(lines).filter(([, text]) => text !== null))
}

const readBank = (
  given: NonNullable<OperatorRequest['bank']>,
  read: Read,
  require: (field: string, given: string) => string,
): BankAccount => ({
  bankName: require('bank.bank_name', given.bank_name),
  accountName: require('bank.account_name', given.account_name),
  accountNumber: require('bank.account_number', given.account_number),
  bankCode: read('bank.bank_code', given.bank_code),
})
