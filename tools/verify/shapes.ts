// The fields of the resources in the API contract. A field may be absent unless it is `required`. If present, it must have its type.

import type { Claim, Json } from './claim.ts'
import { must } from './claim.ts'

type Shape = { words: string; fits: (value: Json) => boolean; isRequired?: true; others?: string[] }

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/
const DATE = /^\d{4}-\d\d-\d\d/

const text: Shape = { words: 'a string', fits: (value) => typeof value === 'string' }
const number: Shape = { words: 'a number', fits: (value) => typeof value === 'number' }
const integer: Shape = { words: 'an integer', fits: Number.isInteger }
const list: Shape = { words: 'an array', fits: Array.isArray }
const flag: Shape = { words: 'true or false', fits: (value) => typeof value === 'boolean' }
const object: Shape = { words: 'an object', fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value) }
const instant: Shape = { words: 'an ISO 8601 time', fits: (value) => typeof value === 'string' && INSTANT.test(value) }
const date: Shape = { words: 'an ISO 8601 date', fits: (value) => typeof value === 'string' && DATE.test(value) }
const steps: Shape = {
  words: 'an array of steps with a status',
  fits: (value) => list.fits(value) && value.every((step: Json) => text.fits(step?.status)),
}
const required = (shape: Shape): Shape => ({ ...shape, words: `${shape.words}, always there`, isRequired: true })
/** A shape for several fields that share one row of the contract. `others`: the fields of the row after the first. */
const alsoFor = (shape: Shape, ...others: string[]): Shape => ({ ...shape, others })
const oneOf = (...values: string[]): Shape => ({ words: `one of ${values.join(', ')}`, fits: (value) => values.includes(value) })
const orNull = ({ words, fits }: Shape): Shape => ({ words: `${words} or null`, fits: (value) => value === null || fits(value) })

type Fields = Record<string, Shape>

export const QUOTE: Fields = {
  parcel_quote_id: text,
  status: oneOf('pending', 'booked', 'cancelled'),
  source: text,
  direction: oneOf('import', 'export'),
  reference: text,
  rates: list,
  sender: object,
  recipient: object,
  package: object,
  cargo_volume: text,
  origin_details: alsoFor(object, 'dest_details', 'parcel_details'),
  tracking_code: orNull(text),
  label_url: orNull(text),
  selected_rate: orNull(object),
  tracker_id: orNull(text),
  purchased_at: orNull(instant),
  booked_at: orNull(instant),
  cancelled_at: orNull(instant),
  closed_reason: orNull(text),
  comment: orNull(text),
  estimated_price: orNull(number),
  created_at: instant,
}
export const RATE: Fields = {
  id: text,
  carrier: text,
  service: text,
  rate: text,
  currency: text,
  estimated_delivery_days: orNull(integer),
  estimated_delivery_date: orNull(date),
  created_at: instant,
}
export const PACKAGE: Fields = {
  parcel_id: text,
  parcel_number: text,
  customer_identifier: text,
  status: oneOf('booked', 'warehouse', 'transit', 'delivered', 'cancelled'),
  trade_direction: oneOf('import', 'export'),
  quantity: integer,
  declared_weight: alsoFor(number, 'actual_weight', 'length', 'width', 'height', 'volume'),
  mode: oneOf('test', 'live'),
  hold_instruction: oneOf('hold', 'release'),
  hold_released_at: orNull(instant),
  warehouse_arrived_at: orNull(instant),
  cancelled_at: orNull(instant),
  storage_fee: object,
  notices: list,
  origin_country: alsoFor(text, 'destination_country'),
  created_at: instant,
}
export const STORAGE_FEE: Fields = {
  free_days: integer,
  start_date: date,
  last_free_day: date,
  chargeable_storage_days: integer,
  daily_rate: number,
  currency: text,
  storage_area_sqm: number,
  amount_due: number,
}
export const NOTICE: Fields = {
  token: alsoFor(text, 'uuid'),
  level: oneOf('info', 'warning', 'danger'),
  body: text,
  active: flag,
  created_at: instant,
  deactivated_at: orNull(instant),
}
export const CUSTOMER: Fields = {
  parcel_customer_id: text,
  first_name: alsoFor(orNull(text), 'last_name', 'email', 'mobile'),
  address_suffix: text,
  full_name: text,
  status: oneOf('active', 'inactive'),
  mode: oneOf('test', 'live'),
  origin_address: alsoFor(orNull(text), 'origin_city', 'origin_zip_code', 'origin_state', 'origin_country'),
  created_at: instant,
}

export const PARTY: Fields = { name: alsoFor(text, 'email', 'phone') }
export const ADDRESS: Fields = { street: alsoFor(text, 'city', 'state', 'postal_code') }
export const TRACKING: Fields = {
  parcel_id: required(text),
  status: required(text),
  tracking_data: required(steps),
  parcel_number: orNull(text),
}

/** Makes one claim for each field. Each claim is checked on all the given records. */
export const fieldClaims = (resource: string, fields: Fields, records: () => Promise<Json[]>): Claim[] =>
  Object.entries(fields).map(([row, { words, fits, isRequired = false, others = [] }]) => ({
    clause: `${resource}.${row}`,
    says: `${[row, ...others].join(', ')}: ${words}`,
    check: async () => {
      for (const record of await records()) {
        must(object.fits(record), `a ${resource} is ${JSON.stringify(record)}`)
        for (const field of [row, ...others]) {
          const value = record[field]
          must(value === undefined ? !isRequired : fits(value), `${field} is ${JSON.stringify(value)}`)
        }
      }
    },
  }))
