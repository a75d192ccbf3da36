// Sets the warehouse address in a country. Existing quotes keep the address they were made with.

import type { PostalAddress } from '../../domain/businesses/business.ts'
import { countryCode, countryName } from '../../domain/values/country.ts'
import { Problems } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { Warehouse } from '../../store/pricing/warehouses.ts'
import * as warehouses from '../../store/pricing/warehouses.ts'
import * as sites from '../../store/sites/sites.ts'
import type { Deps } from '../deps.ts'
import { WAREHOUSE_COUNTRY } from '../quotes/create-quote.ts'

const LINE_MAX_CHARACTERS = 255

export type WarehouseRequest = {
  country: string
  street?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postal_code?: string | undefined
}

export type SetWarehouse = { warehouse: Warehouse; warnings: string[] }

export const setWarehouse = (deps: Deps, author: Author, request: WarehouseRequest): Promise<SetWarehouse> =>
  deps.db.transaction(author, (tx) => setWarehouseIn(deps, tx, author, request))

export const setWarehouseIn = async (deps: Deps, tx: Tx, author: Author, request: WarehouseRequest): Promise<SetWarehouse> => {
  const { country, address } = readRequest(request)
  const warnings = country === WAREHOUSE_COUNTRY ? [] : [`Import quotes use the warehouse in ${WAREHOUSE_COUNTRY}: no quote uses this one.`]
  if ((await sites.origins(tx)).has(country)) warnings.push('A site in this country has an address of its own, which applies instead.')
  const warehouse = await warehouses.set(tx, author, { id: deps.newId('wh'), country, address }, deps.clock())
  return { warehouse, warnings }
}

const readRequest = (request: WarehouseRequest): Pick<Warehouse, 'country' | 'address'> => {
  const problems = new Problems()
  const country = countryCode(request.country)
  if (country === null) problems.add('country', 'must be a country: its code or its English name')
  const address: PostalAddress = {}
  const read = (field: keyof WarehouseRequest, name: keyof PostalAddress, isRequired: boolean): void => {
    const text = request[field]?.trim() ?? ''
    if (text !== '') address[name] = text
    else if (isRequired) problems.add(field, 'is required')
    if (text.length > LINE_MAX_CHARACTERS) problems.add(field, `must have at most ${LINE_MAX_CHARACTERS} characters`)
    if (/\p{C}/u.test(text)) problems.add(field, 'must not contain line breaks or other invisible characters')
  }
  read('street', 'street', true)
  read('city', 'city', true)
  read('state', 'state', false)
  read('postal_code', 'postalCode', false)
  problems.throwIfAny()
  return { country: country!, address: { ...address, country: countryName(country!) } }
}
