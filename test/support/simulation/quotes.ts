// Quotes and customers in the model, and their expected JSON.

import type { Cargo } from '../models/naive-parcel.ts'
import { newParcel } from './parcels.ts'
import { offersFor } from './prices.ts'
import type { Customer, Json, Offer, Parcel, Quote, Rate, World } from './world.ts'
import { iso } from './world.ts'

const HOUR_MS = 60 * 60 * 1000

export const isExportAir = ({ by, direction }: Pick<Quote, 'by' | 'direction'>): boolean => by === 'air' && direction === 'export'
export const isImportAir = ({ by, direction }: Pick<Quote, 'by' | 'direction'>): boolean => by === 'air' && direction === 'import'

/** A rate that is exactly one hour old is still valid. */
export const isGood = (rate: Rate, now: number): boolean => now - rate.createdAt <= HOUR_MS

/** Whether reading a quote prices it again: export air every time, other flows after an hour. */
export const isPricedOnRead = (quote: Quote, now: number): boolean => {
  if (quote.status !== 'pending' || quote.purchase) return false
  return isExportAir(quote) || !isGood(quote.selected ?? quote.rates[0]!, now)
}

const pricesOf = (rates: readonly Rate[]): string =>
  rates
    .map(({ carrier, service, amount }) => `${carrier} ${service} ${amount}`)
    .sort()
    .join()

/** Saves the expected rates in the quote. Only the rate ids come from the server's answer; the amounts come from the model. */
export const adoptRates = (quote: Quote, offers: readonly Offer[], json: Json): void => {
  const shown: Json[] = isImportAir(quote) ? [json.selected_rate] : json.rates
  const rates = offers.map((offer, index): Rate => ({ ...offer, id: shown[index]?.id }))
  const before = quote.selected ? [quote.selected] : quote.rates
  const isFirst = quote.shown.size === 0
  for (const rate of rates) quote.shown.set(rate.id, rate)
  if (isImportAir(quote)) quote.selected = rates[0]!
  else quote.rates = rates
  if (!isFirst && pricesOf(before) !== pricesOf(rates)) quote.events.push('quote.price_changed')
}

/** The rate at which an estimate is booked. An estimate older than an hour is computed again at current prices, and keeps its rate id. */
export const renewed = (world: World, quote: Quote, now: number): Rate => {
  const rate = quote.selected!
  return isGood(rate, now) ? rate : { ...offersFor(world, quote.desk, quote, now)[0]!, id: rate.id }
}

/** Books the quote in the model. The ids and numbers of its packages come from the answer. */
export const applyBooking = (quote: Quote, rate: Rate, json: Json, now: number): void => {
  const carriers = isExportAir(quote)
  Object.assign(quote, {
    status: 'booked',
    rates: [],
    purchase: null,
    selected: rate,
    bookedAt: now,
    trackingCode: carriers ? json.tracking_code : null,
  })
  quote.events.push('quote.booked')
  const [origin, destination] = quote.direction === 'import' ? [quote.country, 'NG'] : ['NG', quote.country]
  const { customer, desk } = quote
  for (const [index, { parcel_id: id, parcel_number: number }] of (json.parcel_details.parcels as Json[]).entries()) {
    const parcel = newParcel({
      id,
      number,
      desk,
      quote,
      declared: quote.cargo[index]!,
      by: quote.by,
      direction: quote.direction,
      origin,
      destination,
      isDestinationLocked: true,
      customer,
      customerName: (customer && nameOf(customer)) || quote.sender.name,
      shipmentId: null,
      isCarriers: carriers,
      createdAt: now - desk.offsetMs,
    })
    quote.parcels.push(parcel)
    desk.parcels.push(parcel)
  }
}

export const nameOf = ({ fields }: Customer): string => [fields.first_name, fields.last_name].filter(Boolean).join(' ')

// ── Expected JSON ──

const shownRate = ({ id, service, rate, currency, created_at, estimated_delivery_days, estimated_delivery_date, ...more }: Json) => ({
  id,
  ...(service === undefined ? {} : { service }),
  rate,
  currency,
  estimated_delivery_days,
  estimated_delivery_date,
  created_at,
  total: more.breakdown.total,
  lines: more.breakdown.lines.map(({ kind, quantity, unit_price, fx_rate, amount }: Json) => ({
    kind,
    quantity,
    unit_price,
    fx_rate,
    amount,
  })),
})

const expectedRate = (rate: Rate, json: Json): Json => ({
  id: rate.id,
  // The model has no service name for an import by air, so the name in the answer is accepted.
  service: rate.service ?? json?.service,
  rate: rate.amount,
  currency: 'NGN',
  estimated_delivery_days: rate.days,
  estimated_delivery_date: rate.date === undefined ? json.estimated_delivery_date : rate.date,
  created_at: iso(rate.createdAt),
  total: rate.amount,
  lines: rate.lines,
})

const cargoFields = ({ weight, sides, volume, container, pieces }: Cargo): Json =>
  container === undefined
    ? { weight, ...sides }
    : {
        container_size: container,
        quantity: pieces,
        ...(weight === undefined ? {} : { weight }),
        ...sides,
        ...(volume === undefined ? {} : { volume }),
      }

const sumOf = (numbers: number[]): number => Number(numbers.reduce((sum, each) => sum + each, 0).toFixed(6))

const expectedPackage = ({ by, cargo, listed }: Quote): Json => {
  if (by === 'ocean') return { packages: cargo.map(cargoFields) }
  const weight = sumOf(cargo.map((each) => each.weight!))
  return { weight, ...(cargo.length === 1 ? cargo[0]!.sides : {}), ...(listed ? { packages: cargo.map(cargoFields) } : {}) }
}

const summaryOf = ({ by, cargo }: Quote): string =>
  by === 'air'
    ? `${sumOf(cargo.map((each) => each.weight!))} kg`
    : cargo.map(({ pieces, container }) => `${pieces} x ${container}`).join(', ')

export const expectedQuote = (quote: Quote, json: Json): Json => {
  const price = quote.selected ?? (quote.by === 'ocean' ? (quote.rates[0] ?? null) : null)
  return {
    parcel_quote_id: quote.id,
    status: quote.status,
    source: quote.source,
    direction: quote.direction,
    rates: quote.rates.map((rate, index) => expectedRate(rate, json.rates[index])),
    sender: quote.sender,
    recipient: quote.recipient,
    package: expectedPackage(quote),
    cargo_volume: summaryOf(quote),
    parcels: quote.status === 'booked' ? quote.parcels.map(mention) : undefined,
    tracking_code: quote.trackingCode,
    has_label: quote.trackingCode !== null,
    selected_rate: quote.selected && expectedRate(quote.selected, json.selected_rate),
    purchased_at: iso(quote.bookedAt),
    booked_at: iso(quote.bookedAt),
    cancelled_at: iso(quote.cancelledAt),
    closed_reason: quote.closedReason,
    comment: quote.comment,
    estimated_price: price === null ? null : Number(price.amount),
    estimated_tax: null,
    estimated_total: null,
    created_at: iso(quote.createdAt),
  }
}

const mention = ({ id, number, status }: Parcel) => ({ parcel_id: id, parcel_number: number, status })

export const shownQuote = (json: Json): Json => ({
  parcel_quote_id: json.parcel_quote_id,
  status: json.status,
  source: json.source,
  direction: json.direction,
  rates: json.rates.map(shownRate),
  sender: json.sender,
  recipient: json.recipient,
  package: json.package,
  cargo_volume: json.cargo_volume,
  parcels: json.parcel_details.parcels,
  tracking_code: json.tracking_code,
  has_label: json.label_url !== null,
  selected_rate: json.selected_rate && shownRate(json.selected_rate),
  purchased_at: json.purchased_at,
  booked_at: json.booked_at,
  cancelled_at: json.cancelled_at,
  closed_reason: json.closed_reason,
  comment: json.comment,
  estimated_price: json.estimated_price,
  estimated_tax: json.estimated_tax,
  estimated_total: json.estimated_total,
  created_at: json.created_at,
})

const PROFILE = [
  'first_name',
  'last_name',
  'email',
  'mobile',
  'origin_address',
  'origin_city',
  'origin_zip_code',
  'origin_state',
  'origin_country',
]

export const expectedCustomer = (customer: Customer): Json => ({
  parcel_customer_id: customer.id,
  ...Object.fromEntries(PROFILE.map((field) => [field, customer.fields[field] ?? null])),
  address_suffix: customer.suffix,
  full_name: nameOf(customer),
  status: customer.active ? 'active' : 'inactive',
  mode: customer.desk.mode,
  created_at: iso(customer.createdAt),
})

/** The fields of the API contract. Other fields are not compared, because the server may add more. */
export const shownCustomer = (json: Json): Json =>
  Object.fromEntries(
    ['parcel_customer_id', ...PROFILE, 'address_suffix', 'full_name', 'status', 'mode', 'created_at'].map((field) => [field, json[field]]),
  )
