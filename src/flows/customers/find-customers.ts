// Finds customers of all businesses by the ID on a label, and suggests customers with similar IDs.

import type { Business } from '../../domain/businesses/business.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import { fullName, isShortForm, prefixOf } from '../../domain/customers/customer.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import { lookAlikes } from '../../domain/values/look-alike.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as customers from '../../store/customers/customers.ts'
import type { KeyedLocation, Location } from '../../store/receiving/scanned-codes.ts'
import * as scannedCodes from '../../store/receiving/scanned-codes.ts'

export type CustomerMatch = { scope: Scope; business: Business; customer: Customer }

const SUGGESTIONS_MAX = 10

const loadMatch = async (db: Query, { scope, id }: Location): Promise<CustomerMatch> => {
  const business = (await businesses.find(db, scope.businessId))!
  return { scope, business, customer: await customers.loadKept(db, scope, id) }
}

const loadAll = async (db: Query, places: readonly Location[]): Promise<CustomerMatch[]> => {
  const found = await Promise.all(places.map((place) => loadMatch(db, place)))
  return [...new Map(found.map((each) => [each.customer.id, each])).values()]
}

/** Leaves out customers whose ID begins with the prefix of another business. */
const ofOwners = async (db: Query, places: readonly KeyedLocation[]): Promise<Location[]> => {
  const prefixes = new Set(places.flatMap(({ key }) => prefixOf(key) ?? []))
  const owners = new Map(await Promise.all([...prefixes].map(async (each) => [each, (await businesses.find(db, each))?.id] as const)))
  return places.filter(({ key, scope }) => [undefined, scope.businessId].includes(owners.get(prefixOf(key) ?? '')))
}

const byKeys = async (db: Query, mode: Mode, keys: readonly string[]): Promise<Location[]> =>
  ofOwners(db, await scannedCodes.customersByKeys(db, mode, keys))

/** Finds customers by token or by unique ID. The ID may be complete, such as `ACM1004`, or only its digits, such as `1004`. */
export const findCustomers = async (db: Query, mode: Mode, text: string): Promise<CustomerMatch[]> => {
  const id = text.trim()
  if (isId('pcus', id)) {
    const place = await scannedCodes.customerById(db, id)
    return place ? loadAll(db, [place]) : []
  }
  return loadAll(db, isShortForm(id) ? await scannedCodes.customersByNumbers(db, mode, [id]) : await byKeys(db, mode, [id.toUpperCase()]))
}

/** Returns at most `SUGGESTIONS_MAX` customers whose IDs look similar to the text. Customers found by their full ID come first. */
export const suggestCustomers = async (db: Query, mode: Mode, text: string): Promise<CustomerMatch[]> => {
  const variants = lookAlikes(text)
  const full = await byKeys(db, mode, variants)
  const short = await scannedCodes.customersByNumbers(db, mode, variants.filter(isShortForm))
  return loadAll(db, [...full, ...short].slice(0, SUGGESTIONS_MAX))
}

const nameOf = ({ business, customer }: CustomerMatch): string =>
  `${customer.addressSuffix} ${fullName(customer)} of ${business.name} (${business.id})`

/** The one customer with this ID. If several businesses use the ID, staff must name the business. */
export const chooseCustomer = async (
  db: Query,
  { customerId, businessId, mode }: { customerId: string; businessId: string | null; mode: Mode },
): Promise<CustomerMatch> => {
  const found = (await findCustomers(db, mode, customerId)).filter(
    ({ business }) => businessId === null || business.id === businessId || business.prefix === businessId.toUpperCase(),
  )
  if (found.length === 1) return found[0]!
  if (found.length > 1) throw invalidField('business_id', `is required: ${customerId} is ${found.map(nameOf).join(', and ')}`)
  const alike = await suggestCustomers(db, mode, customerId)
  const hint = alike.length === 0 ? '' : ` Is it ${alike.map(nameOf).join(', or ')}?`
  throw new Rejection('CUSTOMER_NOT_FOUND', `No ${mode} customer has the ID ${customerId}.${hint}`)
}
