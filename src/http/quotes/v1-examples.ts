// Example responses for the API reference, most of them recorded by `npm run docs:examples`.

import type { WireCustomer } from '../customers/v1-schemas.ts'
import type { WireHold, WirePackage, WireTracking } from '../packages/v1-schemas.ts'
import type { WireEstimate, WireExplanation } from './v1-explain-schemas.ts'
import json from './v1-recorded-examples.json' with { type: 'json' }
import type { WireQuote } from './v1-schemas.ts'

type Flow = 'export-air' | 'import-air' | 'import-ocean' | 'export-ocean'

// The cast is safe, because a test checks that every example fits its schema.
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

/** Example quotes by direction and transport mode, such as `export-air`. */
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

export const LETTER = `Demo Business
15 November 2026

Quote QR5KKRVHRJZ3 (booked)

Dear Ikeja Crafts,

This is how the price of your export by air from Nigeria to United
Kingdom is made up.

Your cargo: 2.4 kg (Carved wooden bowls)
  - Piece: 2.4 kg, 30 x 20 x 15 cm

Waybill Air Economy, about 9 days
  2.4 kg, charged as 2.5 kg. The greater of the actual weight,
  2.4 kg, and the volumetric weight, 1.8 kg (cubic centimetres
  divided by 5000), rounded up to a full 0.5 kg.

  Economy, zone C
    2.5 kg x USD 11.80 x 1,400                             41,300.00
                                                       -------------
  Total                                                NGN 41,300.00

Where the figures come from
  Prices: Export air (sample), version 1, in force since 1 January
  2026, 01:00:00 (Africa/Lagos).
  Exchange rate: 1 USD is 1,400 NGN, in force since 1 January 2026,
  01:00:00 (Africa/Lagos); source: Sample rate of a first start.
  Rounding: Each line is multiplied out exactly and rounded once,
  half up, to the kobo (two decimals). The total is the sum of the
  rounded lines.

Yours sincerely,
Demo Business
`
