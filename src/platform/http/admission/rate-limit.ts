// Rate limits, most of them per minute. Each limit is declared beside the routes that it covers.

import type { FastifyReply } from 'fastify'
import { Rejection } from '../../../domain/values/errors.ts'

const GROUPS = 8
const NETWORK_GROUPS = 4
const MAPPED_IPV4 = '::ffff:'

/** Expands an IPv6 address such as `2001:db8::1` to eight groups. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const [before, behind] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - behind.length)
  return [...before, ...Array<string>(zeros).fill('0'), ...behind]
}

/**
 * The /64 network of an IPv6 address. An IPv4 address is returned unchanged. A mapped address such as `::ffff:192.0.2.7` is returned as its
 * IPv4 address.
 */
export const networkOf = (address: string): string => {
  if (address.startsWith(MAPPED_IPV4) && address.includes('.')) return address.slice(MAPPED_IPV4.length)
  if (!address.includes(':')) return address
  const network = groupsOf(address.toLowerCase()).slice(0, NETWORK_GROUPS)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

const WINDOW_MS = 60_000
/**
 * A flood of addresses must not fill the memory. At this number of counters, expired counters are removed. If no counter has expired, all
 * counters are removed.
 */
const COUNTERS_MAX = 100_000

type Counter = { used: number; resetsAt: number }

/**
 * `limit`: how often a name, such as a key or an address, may be used in a window of time. 0 means no limit. `windowMs`: the length of the
 * window, by default a minute.
 */
type Limit = { policy: string; limit: number; windowMs?: number; refusal: string }

/** Creates a limiter that counts the uses of each name in fixed windows of time. `now` is `deps.monotonic()`. */
export const createLimiter = ({ policy, limit, windowMs = WINDOW_MS, refusal }: Limit) => {
  const counters = new Map<string, Counter>()
  const take = (name: string, now: number): Counter => {
    let counter = counters.get(name)
    if (!counter || counter.resetsAt <= now) {
      if (counters.size >= COUNTERS_MAX) sweep(counters, now)
      counter = { used: 0, resetsAt: now + windowMs }
      counters.set(name, counter)
    }
    counter.used++
    return counter
  }
  return {
    /** Counts the request, sets its RateLimit headers, and refuses it if the limit is exceeded. */
    count(name: string, now: number, reply: FastifyReply): void {
      if (limit === 0) return
      const { used, resetsAt } = take(name, now)
      const seconds = Math.max(1, Math.ceil((resetsAt - now) / 1000))
      reply.header('ratelimit-policy', `"${policy}";q=${limit};w=${windowMs / 1000}`)
      reply.header('ratelimit', `"${policy}";r=${Math.max(0, limit - used)};t=${seconds}`)
      if (used > limit) throw new Rejection('RATE_LIMITED', refusal, { retryAfterSeconds: seconds })
    },
    /** Undoes one count. */
    giveBack(name: string): void {
      const counter = counters.get(name)
      if (counter && counter.used > 0) counter.used--
    },
    isSpent(name: string, now: number): boolean {
      const counter = counters.get(name)
      return counter !== undefined && counter.resetsAt > now && counter.used >= limit
    },
  }
}

export type Limiter = ReturnType<typeof createLimiter>

const sweep = (counters: Map<string, Counter>, now: number): void => {
  for (const [name, counter] of counters) if (counter.resetsAt <= now) counters.delete(name)
  if (counters.size >= COUNTERS_MAX) counters.clear()
}

/** Runs `work`, which was already counted for `name`. If `work` fails, this count is undone. */
export const countingSuccess = async <T>(limiter: Limiter, name: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    limiter.giveBack(name)
    throw error
  }
}

/** How many authentications may fail per network and minute. */
const FAILED_AUTH_LIMIT = 600

export const createFailedAuthLimiter = (): Limiter =>
  createLimiter({ policy: 'failed-auth', limit: FAILED_AUTH_LIMIT, refusal: 'Too many failed authentications from this address.' })
