// How EasyPost is reached: its origin, and how long each kind of call may take.

import { originOf } from '../../remote/origin.ts'

const EASYPOST_ORIGIN = 'https://api.easypost.com'

export const easyPostOrigin = (setting: string = EASYPOST_ORIGIN): URL => originOf('EASYPOST_BASE_URL', setting, EASYPOST_ORIGIN)

const RATE_TIMEOUT_MS = 25_000 // a read's retries share its time
export const BUY_TIMEOUT_MS = 60_000
const READ_TIMEOUT_MS = 10_000

export const TIMEOUTS = { rateMs: RATE_TIMEOUT_MS, buyMs: BUY_TIMEOUT_MS, readMs: READ_TIMEOUT_MS }
