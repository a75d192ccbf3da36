// The house carrier: the operator's own export-air services, priced by rate cards and booked without a remote call.

import { CODE_RANDOM_BYTES, makeTrackingCode } from '../domain/values/codes.ts'

/** The length of the random token in a label's URL. The URL works without an API key, so the token must be impossible to guess. */
export const LABEL_TOKEN_BYTES = 20

export const buyFromHouse = (random: (bytes: number) => Uint8Array): { trackingCode: string; labelToken: string } => ({
  trackingCode: makeTrackingCode(random(CODE_RANDOM_BYTES)),
  labelToken: random(LABEL_TOKEN_BYTES).toHex(),
})
