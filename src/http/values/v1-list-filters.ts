// Query parameters shared by the lists of /v1: creation and change times, reference, customer.

import { CLIENT_REFERENCE_MAX_CHARACTERS } from '../../domain/values/client-data.ts'
import type { DayEdge } from '../../domain/values/time-input.ts'
import { readInstant } from '../../domain/values/time-input.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { nowFor } from '../../flows/deps.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as customers from '../../store/customers/customers.ts'
import type { RecordFilter } from '../../store/values/records.ts'

export const WHEN =
  'ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone'

/**
 * The query parameter `status`. Several statuses are separated by commas, as in `status=booked,warehouse`, or the parameter is repeated.
 */
export const statusQuery = <const T extends readonly string[]>(values: T, more: { default?: T[number][] } = {}) => ({
  status: Type.Optional(
    Type.Unsafe<T[number][]>({
      type: 'array',
      items: { type: 'string', enum: [...values] },
      maxItems: values.length,
      description: 'One or several, separated by commas or repeated',
      ...more,
    }),
  ),
})

export const recordQuery = {
  client_reference: Type.Optional(
    Type.String({ maxLength: CLIENT_REFERENCE_MAX_CHARACTERS, format: 'text', description: 'The exact reference' }),
  ),
  created_since: Type.Optional(Type.Text({ description: `Created at or after: ${WHEN}` })),
  created_before: Type.Optional(Type.Text({ description: `Created before: ${WHEN}` })),
  updated_since: Type.Optional(Type.Text({ description: `Last changed at or after: ${WHEN}` })),
  updated_before: Type.Optional(Type.Text({ description: `Last changed before: ${WHEN}` })),
}

export const customerQuery = {
  parcel_customer_id: Type.Optional(Type.Text({ description: 'Customer token or unique ID, full or short' })),
}

type RecordQuery = {
  client_reference?: string
  created_since?: string
  created_before?: string
  updated_since?: string
  updated_before?: string
}

export const startOfDayFor = ({ business }: Caller): DayEdge => ({ edge: 'start', timeZone: business.timeZone })

/** Parses a time. A date without a time means the start of that day in the business's time zone. */
export const readMoment = (deps: Deps, caller: Caller, field: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : readInstant(field, text, nowFor(deps, caller), startOfDayFor(caller))

/** Omits filters that are not set, so that a list without filters is recognised and cached. */
export const readRecordFilter = (deps: Deps, caller: Caller, query: RecordQuery): RecordFilter => {
  const moment = (field: keyof RecordQuery): number | undefined => readMoment(deps, caller, field, query[field])
  return omitNulls({
    clientReference: query.client_reference,
    createdSince: moment('created_since'),
    createdBefore: moment('created_before'),
    updatedSince: moment('updated_since'),
    updatedBefore: moment('updated_before'),
  })
}

/** Returns the filter for the customer with this id. An unknown id matches no rows. */
export const readCustomerFilter = async (deps: Deps, caller: Caller, id: string): Promise<{ customerId: string }> => {
  const customer = await customers.findByAnyId(deps.db, caller, caller.business.prefix, id)
  return { customerId: customer?.id ?? '' }
}

/**
 * Adds the customer with this id to the filter, and calls `use` with the result. If `id` is undefined, `use` is called synchronously with
 * the filter alone.
 */
export const withCustomerFilter = <F extends object, R>(
  deps: Deps,
  caller: Caller,
  id: string | undefined,
  filter: F,
  use: (filter: F & { customerId?: string }) => R | Promise<R>,
): R | Promise<R> => (id === undefined ? use(filter) : readCustomerFilter(deps, caller, id).then((of) => use({ ...filter, ...of })))
