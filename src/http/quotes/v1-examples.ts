// Example responses for the API reference, recorded by `npm run docs:examples`: the four flows, a package and a parcel customer.

import type { WireCustomer } from '../customers/v1-schemas.ts'
import type { WireHold, WirePackage, WireTracking } from '../packages/v1-schemas.ts'
import type { WireEstimate, WireExplanation } from './v1-explain-schemas.ts'
import json from './v1-recorded-examples.json' with { type: 'json' }
import type { WireQuote } from './v1-schemas.ts'

type Flow = 'export-air' | 'import-air' | 'import-ocean' | 'export-ocean'

// A test checks that every example fits the schema it is shown with.
const recorded = json as unknown as {
  customer: WireCustomer
  pending: Record<Flow, WireQuote>
  booked: Record<Flow, WireQuote>
  cancelled: WireQuote
  estimate: WireEstimate
  explanation: WireExplanation
  package: WirePackage
  tracking: WireTracking
  held: WireHold
  cancelledPackage: WirePackage
}

const { pending, booked } = recorded

/** By their flow. */
export { booked as BOOKED_QUOTES, pending as PENDING_QUOTES }
export const PENDING_QUOTE = pending['export-air']
export const {
  customer: CUSTOMER,
  cancelled: CANCELLED_QUOTE,
  estimate: ESTIMATE,
  explanation: EXPLANATION,
  package: PACKAGE,
  tracking: TRACKING,
  held: HELD,
  cancelledPackage: CANCELLED_PACKAGE,
} = recorded
