// The house carrier: the operator's own export-air services, priced by rate cards and booked without a remote call.

import { CODE_RANDOM_BYTES, makeTrackingCode } from '../domain/values/codes.ts'

/** The length of the secret in a label's URL. The URL needs no key, so nobody must be able to guess it. */
export const LABEL_TOKEN_BYTES = 20

export const buyFromHouse = (random: (bytes: number) => Uint8Array): { trackingCode: string; labelToken: string } => ({
  trackingCode: makeTrackingCode(random(CODE_RANDOM_BYTES)),
  labelToken: random(LABEL_TOKEN_BYTES).toHex(),
})
