// Paystack's origin, the key prefixes of live and test mode, and the time limit of a call.

import { originOf } from '../../platform/remote/origin.ts'

const PAYSTACK_ORIGIN = 'https://api.paystack.co'

export const paystackOrigin = (setting: string = PAYSTACK_ORIGIN): URL => originOf('PAYSTACK_BASE_URL', setting, PAYSTACK_ORIGIN)

/**
 * The first characters of a secret key. The prefix is checked, so that a live key is never used in test mode, or a test key in live mode.
 */
export const KEY_PREFIX = { live: 'sk_live_', test: 'sk_test_' } as const

export const CALL_TIMEOUT_MS = 10_000
