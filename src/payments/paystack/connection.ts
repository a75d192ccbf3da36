// Paystack's origin, the key prefixes of the two modes, and the time limit of a call.

import { originOf } from '../../platform/remote/origin.ts'

const PAYSTACK_ORIGIN = 'https://api.paystack.co'

export const paystackOrigin = (setting: string = PAYSTACK_ORIGIN): URL => originOf('PAYSTACK_BASE_URL', setting, PAYSTACK_ORIGIN)

/** The start of a secret key. It is checked, so that a key of one mode is never used in the other. */
export const KEY_PREFIX = { live: 'sk_live_', test: 'sk_test_' } as const

export const CALL_TIMEOUT_MS = 10_000
