// Simulation steps on customers: create, find, rename, deactivate, reactivate, merge, undo a merge.

import assert from 'node:assert/strict'
import { checkCustomer, checkParcel, checkQuote } from './checks.ts'
import { record } from './parcels.ts'
import { anyDesk } from './quote-steps.ts'
import { expectedCustomer, nameOf, shownCustomer } from './quotes.ts'
import { standing, writtenId } from './requests.ts'
import type { Simulation } from './simulation.ts'
import type { Customer, Desk, Json, Parcel } from './world.ts'

const FIRST_NUMBER = 1001
const FIRST_NAMES = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Femi']
const LAST_NAMES = ['Model', 'Trader', 'Okoro', 'Bello', 'Musa']

const anyCustomer = (sim: Simulation): Customer | null => {
  const { customers } = anyDesk(sim)
  return customers.length > 0 ? sim.draw.pick(customers) : null
}

/** `1001`, `ACM1001` and `acm1001` are the same ID. */
const idOf = (desk: Desk, written: string): string => (/^\d+$/.test(written) ? `${desk.shop.prefix}${written}` : written.toUpperCase())

const oldest = (customers: readonly Customer[]): Customer | null => customers.toSorted((a, b) => a.createdAt - b.createdAt)[0] ?? null

/**
 * Finds a customer by ID. If no ID is given, searches by mobile number, then by email. Inactive customers are found too. For a merged
 * customer, returns the customer that remains.
 */
const findExisting = (desk: Desk, { address_suffix, mobile, email }: Json): Customer | null => {
  const found =
    address_suffix !== undefined
      ? desk.customers.find(({ suffix }) => idOf(desk, suffix) === idOf(desk, address_suffix))
      : (mobile && oldest(desk.customers.filter(({ fields }) => fields.mobile === mobile))) ||
        (email && oldest(desk.customers.filter(({ fields }) => fields.email === email)))
  return found ? standing(found) : null
}

const generated = (desk: Desk): string => {
  const taken = new Set(desk.customers.map(({ suffix }) => idOf(desk, suffix)))
  for (let number = Math.max(FIRST_NUMBER, desk.nextNumber); ; number += 1) {
    const suffix = `${desk.shop.prefix}${number}`
    if (!taken.has(suffix)) return suffix
  }
}

const drawProfile = ({ draw }: Simulation, desk: Desk): Json => {
  const isKnown = desk.customers.length > 0 && draw.chance(0.15)
  const some = isKnown ? draw.pick(desk.customers).fields : {}
  return {
    first_name: draw.pick(FIRST_NAMES),
    ...(draw.chance(0.8) ? { last_name: draw.pick(LAST_NAMES) } : {}),
    ...(some.mobile || draw.chance(0.6) ? { mobile: some.mobile ?? `+23480${String(draw.upTo(1e8)).padStart(8, '0')}` } : {}),
    ...(draw.chance(0.5) ? { email: `c${draw.upTo(1e9)}@example.com` } : {}),
    origin_address: `${1 + draw.upTo(99)} Market Road`,
    origin_city: 'Yiwu',
    origin_state: 'Zhejiang',
    origin_country: draw.pick(['CN', 'China', 'US', 'IN']),
    ...(draw.chance(0.5) ? { origin_zip_code: '322000' } : {}),
  }
}

const drawSuffix = (sim: Simulation, desk: Desk): string | null => {
  const { draw, world } = sim
  if (draw.chance(0.5)) return null
  if (desk.customers.length > 0 && draw.chance(0.35)) return writtenId(sim, draw.pick(desk.customers))
  const others = world.shops.filter((shop) => shop !== desk.shop)
  if (draw.chance(0.12)) return `${draw.pick(others).prefix}${1001 + draw.upTo(50)}`
  return draw.pick([`${desk.shop.prefix}${1001 + draw.upTo(300)}`, `${1001 + draw.upTo(300)}`, `Stall ${draw.upTo(500)}`])
}

const lostCustomer = async (sim: Simulation, desk: Desk): Promise<Json> => {
  const { data } = await sim.read(desk, '/v1/parcel-customers?status=all&per_page=100')
  return data.find((json: Json) => !desk.customers.some(({ id }) => id === json.parcel_customer_id))
}

export const createCustomer = async (sim: Simulation): Promise<void> => {
  const { draw } = sim
  const desk = anyDesk(sim)
  const suffix = drawSuffix(sim, desk)
  const profile = draw.chance(0.7) ? drawProfile(sim, desk) : {}
  const isSpoiled = Object.keys(profile).length > 0 && draw.chance(0.06)
  if (isSpoiled) delete profile.origin_city
  const body = { ...profile, ...(suffix === null ? {} : { address_suffix: suffix }) }
  const existing = findExisting(desk, body)
  const isForeign =
    suffix !== null && !existing && sim.world.shops.some((shop) => shop !== desk.shop && idOf(desk, suffix).startsWith(shop.prefix))
  const answer = await sim.post(desk, '/v1/parcel-customers', { parcel_customer: body })
  if (sim.isRefused(answer, (isSpoiled && !existing) || isForeign ? 'VALIDATION_FAILED' : null)) return
  if (existing) {
    if (!answer.isLost) {
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(shownCustomer(answer.json.data), expectedCustomer(existing))
    }
    sim.count('customers found again')
    return checkCustomer(sim, existing)
  }
  if (!answer.isLost) assert.equal(answer.status, 201, answer.text)
  const json = answer.isLost ? await lostCustomer(sim, desk) : answer.json.data
  const customer: Customer = {
    id: json.parcel_customer_id,
    desk,
    suffix: suffix ?? generated(desk),
    fields: profile,
    active: true,
    mergedInto: null,
    createdAt: answer.at,
    version: 1,
    events: ['customer.created'],
  }
  if (suffix === null) desk.nextNumber = Number(customer.suffix.slice(desk.shop.prefix.length)) + 1
  desk.customers.push(customer)
  assert.deepEqual(shownCustomer(json), expectedCustomer(customer))
  sim.count('customers created')
  await checkCustomer(sim, customer, { by: desk, at: answer.at })
}

const parcelsOf = (customer: Customer): Parcel[] => customer.desk.parcels.filter((parcel) => parcel.customer === customer)

/** Renames a customer. The customer's packages get the new name at once, because packages can be searched by customer name. */
export const renameCustomer = async (sim: Simulation): Promise<void> => {
  const { draw } = sim
  const customer = anyCustomer(sim)
  if (!customer?.fields.origin_city) return
  const changes = { first_name: draw.pick(FIRST_NAMES), last_name: draw.pick(LAST_NAMES) }
  const answer = await sim.change('PATCH', 'warehouse', `/ops/v1/customers/${customer.id}`, changes)
  if (sim.isRefused(answer, null)) return
  const before = nameOf(customer)
  customer.fields = { ...customer.fields, ...changes }
  record(customer, 'customer.updated')
  const renamed = nameOf(customer) === before ? [] : parcelsOf(customer).filter(({ customerName }) => customerName !== nameOf(customer))
  for (const parcel of renamed) {
    parcel.customerName = nameOf(customer)
    record(parcel, 'package.changed')
  }
  sim.count('customers renamed')
  await checkCustomer(sim, customer, { by: 'warehouse', at: answer.at })
  for (const parcel of renamed) await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}

export const switchCustomer = async (sim: Simulation): Promise<void> => {
  const customer = anyCustomer(sim)
  if (!customer) return
  // Inactive customers are reactivated most of the time, because otherwise no active customer would be left.
  const active = customer.active ? sim.draw.chance(0.5) : sim.draw.chance(0.9)
  const answer = await sim.post('warehouse', `/ops/v1/customers/${customer.id}/${active ? 'reactivate' : 'deactivate'}`)
  const refusal = customer.mergedInto || customer.active === active ? 'INVALID_TRANSITION' : null
  if (sim.isRefused(answer, refusal)) return checkCustomer(sim, customer)
  customer.active = active
  record(customer, active ? 'customer.reactivated' : 'customer.deactivated')
  sim.count(active ? 'customers reactivated' : 'customers deactivated')
  await checkCustomer(sim, customer, { by: 'warehouse', at: answer.at })
}

/** Merges two customers: quotes and packages move to the remaining one. */
export const mergeCustomers = async (sim: Simulation): Promise<void> => {
  const duplicate = anyCustomer(sim)
  if (!duplicate) return
  const { desk } = duplicate
  const stays = sim.draw.pick(desk.customers)
  const answer = await sim.post('warehouse', `/ops/v1/customers/${duplicate.id}/merge`, { into_id: stays.id })
  const isPossible = stays !== duplicate && duplicate.mergedInto === null && stays.mergedInto === null
  if (sim.isRefused(answer, isPossible ? null : 'INVALID_TRANSITION')) return checkCustomer(sim, duplicate)
  const quotes = desk.quotes.filter((quote) => quote.customer === duplicate)
  const parcels = parcelsOf(duplicate)
  const { merges } = answer.isLost ? await sim.read('warehouse', `/ops/v1/customers/${duplicate.id}`) : { merges: [answer.json] }
  sim.world.merges.push({
    id: merges[0].customer_merge_id,
    duplicate,
    stays,
    wasActive: duplicate.active,
    quotes,
    parcels: parcels.map((parcel) => ({ parcel, name: parcel.customerName })),
    isUndone: false,
  })
  for (const quote of quotes) quote.customer = stays
  for (const parcel of parcels) {
    parcel.customer = stays
    parcel.customerName = nameOf(stays) || parcel.customerName
    record(parcel, 'package.changed')
  }
  Object.assign(duplicate, { active: false, mergedInto: stays })
  record(duplicate, 'customer.deactivated')
  // The server also saves the remaining customer, without changes, to raise its version. A concurrent merge then conflicts and is retried.
  stays.version += 1
  if (!answer.isLost)
    assert.deepEqual([answer.json.quotes_moved, answer.json.packages_moved], [quotes.length, parcels.length], 'what moved with the merge')
  sim.count('customers merged')
  await checkCustomer(sim, duplicate, { by: 'warehouse', at: answer.at })
  await checkCustomer(sim, stays)
  for (const quote of quotes.slice(-3)) await checkQuote(sim, quote)
  for (const parcel of parcels.slice(-5)) await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}

/**
 * Undoes a merge. The moved quotes and packages go back to the duplicate, and the packages get the duplicate's current name. Records that
 * have since moved to a third customer stay there.
 */
export const undoMerge = async (sim: Simulation): Promise<void> => {
  const { merges } = sim.world
  if (merges.length === 0) return
  const merge = sim.draw.pick(merges.slice(-4))
  const { duplicate, stays } = merge
  const answer = await sim.post('warehouse', `/ops/v1/customer_merges/${merge.id}/undo`)
  const isPossible = !merge.isUndone && stays.mergedInto === null
  if (sim.isRefused(answer, isPossible ? null : 'INVALID_TRANSITION')) return checkCustomer(sim, duplicate)
  merge.isUndone = true
  Object.assign(duplicate, { active: merge.wasActive, mergedInto: null })
  record(duplicate, merge.wasActive ? 'customer.reactivated' : 'customer.updated')
  stays.version += 1
  const back = merge.parcels.filter(({ parcel }) => parcel.customer === stays)
  // A quote that a package got since the merge goes back together with the package.
  const moved = new Set([...merge.quotes, ...back.flatMap(({ parcel }) => parcel.quote ?? [])])
  const quotes = [...moved].filter(({ customer }) => customer === stays)
  for (const quote of quotes) quote.customer = duplicate
  if (quotes.some((quote) => !merge.quotes.includes(quote))) sim.count('quotes given back with packages that were priced since a merge')
  for (const { parcel, name } of back) {
    Object.assign(parcel, { customer: duplicate, customerName: nameOf(duplicate) || name })
    record(parcel, 'package.changed')
  }
  sim.count('merges undone')
  await checkCustomer(sim, duplicate, { by: 'warehouse', at: answer.at })
  await checkCustomer(sim, stays)
  for (const quote of quotes.slice(-3)) await checkQuote(sim, quote)
  for (const { parcel } of back.slice(-5)) await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}
