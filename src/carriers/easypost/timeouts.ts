// How long EasyPost may take.

const RATE_TIMEOUT_MS = 25_000 // a read's retries share its time
export const BUY_TIMEOUT_MS = 60_000
const READ_TIMEOUT_MS = 10_000

export const TIMEOUTS = { rateMs: RATE_TIMEOUT_MS, buyMs: BUY_TIMEOUT_MS, readMs: READ_TIMEOUT_MS }
