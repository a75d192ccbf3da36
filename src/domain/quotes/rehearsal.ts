// Rehearsals: in test mode, certain values of client_reference make a request fail on purpose. In live mode these values have no effect.

import type { Problems } from '../values/errors.ts'
import { Rejection } from '../values/errors.ts'
import type { Mode } from '../values/scope.ts'

/** References with this prefix ask for a rehearsal. Real order numbers do not begin like this. */
const PREFIX = 'rehearse:'

export const REHEARSALS = {
  overloaded: 'the request is answered 503 OVERLOADED with Retry-After',
  rate_limited: 'the request is answered 429 RATE_LIMITED with Retry-After',
  customer_inactive: 'the quote is refused with 422 CUSTOMER_INACTIVE',
  no_rates: 'the quote is refused with 422 LANE_NOT_SERVED and the reason',
  rates_unavailable: 'the quote is refused with 503 CARRIER_UNAVAILABLE',
  purchase_refused: 'the booking is refused with 422 CARRIER_REJECTED; the quote stays pending',
  purchase_unavailable: 'the booking is refused with 503 CARRIER_UNAVAILABLE; the quote stays pending',
  purchase_unknown_bought: 'the booking is answered 503 CARRIER_OUTCOME_PENDING, and a moment later the quote is booked',
  purchase_unknown_not_bought: 'the booking is answered 503 CARRIER_OUTCOME_PENDING, and a moment later the quote is pending again',
} as const satisfies Record<string, string>

export type Rehearsal = keyof typeof REHEARSALS

const isRehearsal = (name: string): name is Rehearsal => Object.hasOwn(REHEARSALS, name)

export const rehearsalOf = (mode: Mode, reference: string | null | undefined): Rehearsal | null => {
  if (mode !== 'test' || !reference?.startsWith(PREFIX)) return null
  const name = reference.slice(PREFIX.length)
  return isRehearsal(name) ? name : null
}

/** Rehearsals of failures at an outside carrier. They apply only to export air, the only flow with outside carriers. */
const CARRIER_REHEARSALS: readonly Rehearsal[] = [
  'rates_unavailable',
  'purchase_refused',
  'purchase_unavailable',
  'purchase_unknown_bought',
  'purchase_unknown_not_bought',
]

export const isCarrierRehearsal = (rehearsal: Rehearsal | null): rehearsal is Rehearsal =>
  rehearsal !== null && CARRIER_REHEARSALS.includes(rehearsal)

/** Refuses rehearsals that are misspelt or have no effect, because the client might not notice that nothing was rehearsed. */
export const checkRehearsal = (mode: Mode, reference: string | null, isExportAir: boolean, problems: Problems): void => {
  if (mode !== 'test' || !reference?.startsWith(PREFIX)) return
  const rehearsal = rehearsalOf(mode, reference)
  const field = 'parcel.client_reference'
  if (rehearsal === null) {
    const known = Object.keys(REHEARSALS).map((name) => `${PREFIX}${name}`)
    problems.add(field, `is not a known rehearsal: use one of ${known.join(', ')}`)
  } else if (isCarrierRehearsal(rehearsal) && !isExportAir) problems.add(field, 'rehearses an outside carrier, and only export air has one')
}

const RETRY_SECONDS = 1

export const refuseByRehearsal = (rehearsal: Rehearsal | null): void => {
  if (rehearsal === 'overloaded') throw new Rejection('OVERLOADED', undefined, { retryAfterSeconds: RETRY_SECONDS })
  if (rehearsal === 'rate_limited') {
    throw new Rejection('RATE_LIMITED', 'Too many requests in a minute with this key (rehearsed).', { retryAfterSeconds: RETRY_SECONDS })
  }
}
