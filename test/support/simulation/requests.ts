// Random quote requests of every flow, and their expected results.

import type { Cargo, Sides } from '../models/naive-parcel.ts'
import { nameOf } from './quotes.ts'
import type { Simulation } from './simulation.ts'
import type { Customer, Desk, Json, Quote } from './world.ts'

export const WAREHOUSE = { street: '5 Model Road', city: 'Guangzhou', state: 'Guangdong', postal_code: '510001' }

const CONTAINERS = ["20'", "40'", "40' HC", "40' REEF", "20' REEF"]
const BY_VOLUME = ['LCL', 'Ro-Ro', 'Breakbulk']
const FOREIGN = { import: ['CN', 'CN', 'US', 'IN'], export: ['GB', 'GH', 'US'] }
const NAMES: Record<string, readonly string[]> = {
  CN: ['CN', 'CHN', 'China', 'china'],
  US: ['US', 'USA', 'United States of America'],
  IN: ['IN', 'IND'],
  GB: ['GB', 'UK', 'United Kingdom'],
  GH: ['GH', 'Ghana'],
  NG: ['NG', 'NGA', 'Nigeria'],
}

type Draft = Pick<Quote, 'direction' | 'by' | 'country' | 'cargo' | 'listed' | 'sender' | 'recipient' | 'customer'>
/**
 * `parcel`: the request. `refusal`: the error codes that the server may answer with, empty if the request is valid. `draft`: the quote that
 * a valid request creates.
 */
export type QuoteRequest = { parcel: Json; refusal: readonly string[]; draft: Draft }

const drawSides = ({ draw }: Simulation): Sides => ({
  length: draw.between(10, 90, 1),
  width: draw.between(10, 60, 1),
  height: draw.between(5, 50, 1),
})

const drawCargo = (sim: Simulation, by: 'air' | 'ocean', isListed: boolean): Cargo[] => {
  const { draw } = sim
  const air = (): Cargo => ({ pieces: 1, weight: draw.between(0.5, 40, 2), ...(draw.chance(0.5) ? { sides: drawSides(sim) } : {}) })
  const ocean = (): Cargo => {
    const pieces = 1 + draw.upTo(5)
    if (draw.chance(0.4))
      return { pieces, container: draw.pick(CONTAINERS), ...(draw.chance(0.5) ? { weight: draw.between(100, 9000, 1) } : {}) }
    const container = draw.pick(BY_VOLUME)
    const measure = draw.chance(0.7) ? { volume: draw.between(0.05, 6, 3) } : { sides: drawSides(sim) }
    return { pieces, container, weight: draw.between(5, 9000, 1), ...measure }
  }
  const count = isListed ? 1 + draw.upTo(3) : 1
  return Array.from({ length: count }, by === 'air' ? air : ocean)
}

const wireCargo = ({ pieces, container, weight, sides, volume }: Cargo): Json => ({
  ...(container === undefined ? {} : { container_size: container, quantity: pieces }),
  ...(weight === undefined ? {} : { weight }),
  ...sides,
  ...(volume === undefined ? {} : { volume }),
})

const party = (sim: Simulation, name: string, country: string): Json => ({
  name: `${name} ${sim.draw.upTo(50)}`,
  email: `someone${sim.draw.upTo(50)}@example.com`,
  phone: `+2348000000${100 + sim.draw.upTo(800)}`,
  address: {
    street: `${1 + sim.draw.upTo(90)} Model Street`,
    city: 'Modelton',
    state: 'Model State',
    postal_code: '100001',
    country: sim.draw.pick(NAMES[country]!),
  },
})

const flat = (prefix: 'origin' | 'dest', { name, email, phone, address }: Json): Json => ({
  ...(prefix === 'origin' ? { sender_name: name, sender_email: email } : { dest_name: name, dest_email: email }),
  [`${prefix}_mobile`]: phone,
  [`${prefix}_address`]: address.street,
  [`${prefix}_city`]: address.city,
  [`${prefix}_state`]: address.state,
  [`${prefix}_zip_code`]: address.postal_code,
  [prefix === 'origin' ? 'origin_country' : 'destination_country']: address.country,
})

/** The customer that remains after all merges: the customer itself, or the customer into which it was merged. */
export const standing = (customer: Customer): Customer => (customer.mergedInto ? standing(customer.mergedInto) : customer)

/** A customer's ID in a random notation: as stored, in lower case, or only its digits. */
export const writtenId = ({ draw }: Simulation, { suffix, desk }: Customer): string => {
  const digits = suffix.slice(desk.shop.prefix.length)
  const isOurs = suffix.toUpperCase().startsWith(desk.shop.prefix) && /^\d+$/.test(digits)
  return draw.pick([suffix, suffix.toLowerCase(), ...(isOurs ? [digits] : [])])
}

/**
 * The sender that an import takes from the customer's profile: contact data and pickup address. Without a pickup address, the sender has
 * the address of the warehouse in China.
 */
export const profileSender = (customer: Customer): Json => {
  const { email, mobile, origin_address, origin_city, origin_state, origin_zip_code, origin_country } = customer.fields
  const block = origin_country
    ? {
        street: origin_address,
        city: origin_city,
        state: origin_state,
        ...(origin_zip_code ? { postal_code: origin_zip_code } : {}),
        country: origin_country,
      }
    : { ...WAREHOUSE, country: 'China' }
  return {
    name: nameOf(customer) || customer.suffix,
    ...(email ? { email } : {}),
    ...(mobile ? { phone: mobile } : {}),
    address: block,
  }
}

export const countryOf = (text: string): string => Object.entries(NAMES).find(([, names]) => names.includes(text))![0]

const spoiled = (sim: Simulation, parcel: Json, draft: Draft): { parcel: Json; refusal: string } => {
  const { recipient: _recipient, dest_name: _name, ...rest } = parcel
  const { package: _package, packages: _packages, ...empty } = parcel
  const ways: { parcel: Json; refusal: string }[] = [
    { parcel: empty, refusal: 'VALIDATION_FAILED' },
    { parcel: { ...parcel, parcel_customer_token: 'pcus_00000000000000000000000000' }, refusal: 'CUSTOMER_NOT_FOUND' },
    { parcel: { ...parcel, direction: 'sideways' }, refusal: 'VALIDATION_FAILED' },
    ...(parcel.recipient ? [{ parcel: rest, refusal: 'VALIDATION_FAILED' }] : []),
    ...(draft.direction === 'export' && parcel.sender
      ? [{ parcel: { ...parcel, sender: { ...parcel.sender, phone: ' ' } }, refusal: 'VALIDATION_FAILED' }]
      : []),
    ...(draft.direction === 'import' && parcel.recipient
      ? [
          {
            parcel: { ...parcel, recipient: { ...parcel.recipient, address: { ...parcel.recipient.address, country: 'GB' } } },
            refusal: 'VALIDATION_FAILED',
          },
        ]
      : []),
  ]
  return sim.draw.pick(ways)
}

export const drawQuoteRequest = (sim: Simulation, desk: Desk): QuoteRequest => {
  const { draw } = sim
  const [direction, by] = [draw.pick(['import', 'export'] as const), draw.pick(['air', 'ocean'] as const)]
  const named = desk.customers.length > 0 && draw.chance(0.4) ? draw.pick(desk.customers) : null
  const customer = named && standing(named)
  const isProfile = customer !== null && direction === 'import'
  const isListed = by === 'ocean' || (direction === 'import' && draw.chance(0.7))
  const cargo = drawCargo(sim, by, isListed)
  const abroad = draw.pick(FOREIGN[direction])
  const sender = isProfile ? profileSender(customer) : party(sim, 'Sample Sender', direction === 'import' ? abroad : 'NG')
  const recipient = party(sim, 'Sample Recipient', direction === 'import' ? 'NG' : abroad)
  const identifier = (): Json => {
    const id = writtenId(sim, named!)
    const byToken = named!.mergedInto ? [] : [{ parcel_customer_token: named!.id }]
    return draw.pick([...byToken, { address_suffix: id }, { customer_id: id }])
  }
  const parcel = {
    direction,
    transport_mode: by,
    ...(isProfile ? {} : draw.chance(0.7) ? { sender } : flat('origin', sender)),
    ...(named ? identifier() : {}),
    ...(draw.chance(0.7) ? { recipient } : flat('dest', recipient)),
    ...(isListed ? { packages: cargo.map(wireCargo) } : { package: wireCargo(cargo[0]!) }),
  }
  const country = isProfile ? countryOf(sender.address.country) : abroad
  const draft: Draft = { direction, by, country, cargo, listed: isListed && by === 'air', sender, recipient, customer }
  const refusal = customer && !customer.active ? ['CUSTOMER_INACTIVE'] : []
  if (draw.chance(0.88)) return { parcel, refusal, draft }
  const wrong = spoiled(sim, parcel, draft)
  return { parcel: wrong.parcel, refusal: [wrong.refusal, ...refusal], draft }
}
