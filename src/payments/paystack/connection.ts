// How Paystack is reached: its origin, which keys are for which mode, and how long a call may take.

import { originOf } from '../../remote/origin.ts'

const PAYSTACK_ORIGIN = 'https://api.paystack.co'

export const paystackOrigin = (setting: string = PAYSTACK_ORIGIN): URL => originOf('PAYSTACK_BASE_URL', setting, PAYSTACK_ORIGIN)

/** What a secret key begins with: a key of one mode never moves the other's money. */
export const KEY_PREFIX = { live: 'sk_live_', test: 'sk_test_' } as const

export const CALL_TIMEOUT_MS = 10_000
