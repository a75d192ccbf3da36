// How EasyPost is reached: its origin, and how long each kind of call may take.

const EASYPOST_ORIGIN = 'https://api.easypost.com'

export const easyPostOrigin = (setting: string = EASYPOST_ORIGIN): URL => {
  const url = URL.parse(setting)
  if (!url) throw new Error('EASYPOST_BASE_URL is not a URL')
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    throw new Error('EASYPOST_BASE_URL must be an origin such as https://api.easypost.com: /v2 is appended to it')
  if (!isSafeTarget(url)) throw new Error('EASYPOST_BASE_URL must be https: plain http is for loopback only')
  return url
}

export const isSafeTarget = (url: URL): boolean => url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

const RATE_TIMEOUT_MS = 25_000 // a read's retries share its time
export const BUY_TIMEOUT_MS = 60_000
const READ_TIMEOUT_MS = 10_000

export const TIMEOUTS = { rateMs: RATE_TIMEOUT_MS, buyMs: BUY_TIMEOUT_MS, readMs: READ_TIMEOUT_MS }
