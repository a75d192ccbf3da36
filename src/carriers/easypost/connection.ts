// EasyPost's origin, and the time limit of each kind of call.

import { originOf } from '../../platform/remote/origin.ts'

const EASYPOST_ORIGIN = 'https://api.easypost.com'

export const easyPostOrigin = (setting: string = EASYPOST_ORIGIN): URL => originOf('EASYPOST_BASE_URL', setting, EASYPOST_ORIGIN)

const RATE_TIMEOUT_MS = 25_000 // one limit for a rate request and all its retries
export const BUY_TIMEOUT_MS = 60_000
const READ_TIMEOUT_MS = 10_000

export const TIMEOUTS = { rateMs: RATE_TIMEOUT_MS, buyMs: BUY_TIMEOUT_MS, readMs: READ_TIMEOUT_MS }
