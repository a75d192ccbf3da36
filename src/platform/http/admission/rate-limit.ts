// Rate limits, most of them per minute: by key for all requests, by client network for failed authentication.

import type { FastifyReply } from 'fastify'
import { Rejection } from '../../../domain/values/errors.ts'

const GROUPS = 8
const NETWORK_GROUPS = 4
const MAPPED_IPV4 = '::ffff:'

/** Writes `2001:db8::1` as eight groups. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const [before, behind] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - before.length - behind.length)
  return [...before, ...Array<string>(zeros).fill('0'), ...behind]
}

/** The /64 network of an IPv6 address. Other addresses stay as they are. */
export const networkOf = (address: string): string => {
  if (address.startsWith(MAPPED_IPV4) && address.includes('.')) return address.slice(MAPPED_IPV4.length)
  if (!address.includes(':')) return address
  const network = groupsOf(address.toLowerCase()).slice(0, NETWORK_GROUPS)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

const WINDOW_MS = 60_000
/** The most failed authentications per address and minute. */
const FAILED_AUTH_LIMIT = 600
/** The number of counters above which expired ones are removed, so that a flood of addresses cannot fill memory. */
const COUNTERS_MAX = 100_000

type Counter = { used: number; resetsAt: number }

/** Counts uses of each name in fixed windows, of a minute by default. `limit` 0 means no limit. `now` is `deps.monotonic()`. */
export const createLimiter = (limit: number, windowMs = WINDOW_MS) => {
  const counters = new Map<string, Counter>()
  return {
    limit,
    windowMs,
    take(name: string, now: number): Counter {
      let counter = counters.get(name)
      if (!counter || counter.resetsAt <= now) {
        if (counters.size >= COUNTERS_MAX) sweep(counters, now)
        counter = { used: 0, resetsAt: now + windowMs }
        counters.set(name, counter)
      }
      counter.used++
      return counter
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

const secondsUntil = (counter: Counter, now: number): number => Math.max(1, Math.ceil((counter.resetsAt - now) / 1000))

/** Counts the request, sets its RateLimit headers, and refuses it if the limit is exceeded. */
const count = (limiter: Limiter, policy: string, name: string, now: number, reply: FastifyReply, refusal: string): void => {
  const counter = limiter.take(name, now)
  const seconds = secondsUntil(counter, now)
  reply.header('ratelimit-policy', `"${policy}";q=${limiter.limit};w=${limiter.windowMs / 1000}`)
  reply.header('ratelimit', `"${policy}";r=${Math.max(0, limiter.limit - counter.used)};t=${seconds}`)
  if (counter.used > limiter.limit) throw new Rejection('RATE_LIMITED', refusal, { retryAfterSeconds: seconds })
}

export const limitByKey = (limiter: Limiter, keyId: string, now: number, reply: FastifyReply): void => {
  if (limiter.limit === 0) return
  count(limiter, 'key', keyId, now, reply, `More than ${limiter.limit} requests in a minute with this key.`)
}

export const limitBySession = (limiter: Limiter, sessionId: string, now: number, reply: FastifyReply): void => {
  if (limiter.limit === 0) return
  count(limiter, 'session', sessionId, now, reply, `More than ${limiter.limit} requests in a minute; wait a moment.`)
}

/** The most unknown parcel codes that an address may try per minute. */
const GUESS_LIMIT = 30

export const createGuessLimiter = (): Limiter => createLimiter(GUESS_LIMIT)

export const limitGuesses = (limiter: Limiter, address: string, now: number, reply: FastifyReply): void =>
  count(limiter, 'guesses', networkOf(address), now, reply, 'Too many unknown parcel numbers from this address.')

/** Refuses an address after too many wrong guesses, even if it guesses right. Otherwise it could go on, and would notice a right guess. */
export const requireGuessesLeft = (limiter: Limiter, address: string, now: number, reply: FastifyReply): void => {
  if (limiter.isSpent(networkOf(address), now)) limitGuesses(limiter, address, now, reply)
}

/** Test messages that a person may send per minute: each costs money. */
const TEST_MESSAGE_LIMIT = 5

export const createTestMessageLimiter = (): Limiter => createLimiter(TEST_MESSAGE_LIMIT)

export const limitTestMessages = (limiter: Limiter, person: string, now: number, reply: FastifyReply): void =>
  count(limiter, 'test-messages', person, now, reply, `More than ${TEST_MESSAGE_LIMIT} test messages in a minute.`)

/** Codes to confirm a phone that a person of a business may have sent in a day, to whatever numbers: each costs money. */
const PHONE_CODE_LIMIT = 10
const DAY_MS = 24 * 60 * WINDOW_MS

export const createPhoneCodeLimiter = (): Limiter => createLimiter(PHONE_CODE_LIMIT, DAY_MS)

export const limitPhoneCodes = (limiter: Limiter, person: string, now: number, reply: FastifyReply): void =>
  count(limiter, 'phone-codes', person, now, reply, `More than ${PHONE_CODE_LIMIT} codes to confirm a phone in a day.`)

/** Invitations that the owners of a business may send in a day: each is an e-mail in the operator's name, to any address. */
const INVITATION_LIMIT = 50

export const createInvitationLimiter = (): Limiter => createLimiter(INVITATION_LIMIT, DAY_MS)

export const limitInvitations = (limiter: Limiter, business: string, now: number, reply: FastifyReply): void =>
  count(limiter, 'invitations', business, now, reply, `More than ${INVITATION_LIMIT} invitations in a day.`)

/** Does work that was counted for `name`. Work that fails does not count. */
export const countingSuccess = async <T>(limiter: Limiter, name: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    limiter.giveBack(name)
    throw error
  }
}

export const createFailedAuthLimiter = (): Limiter => createLimiter(FAILED_AUTH_LIMIT)

export const limitFailedAuth = (limiter: Limiter, address: string, now: number, reply: FastifyReply): void =>
  count(limiter, 'failed-auth', networkOf(address), now, reply, 'Too many failed authentications from this address.')

/**
 * The most sign-in attempts per minute from one address, for one account and in all. Attempts from other addresses are not added, because
 * an attacker elsewhere must not lock out the owner of an account.
 */
const SIGN_INS_PER_ACCOUNT = 10
const SIGN_INS_PER_ADDRESS = 30

export const createSignInLimiters = () => ({ account: createLimiter(SIGN_INS_PER_ACCOUNT), address: createLimiter(SIGN_INS_PER_ADDRESS) })

export type SignInLimiters = ReturnType<typeof createSignInLimiters>

/** Counts every attempt, so that a refusal reveals neither a password nor an account. */
export const limitSignIns = (
  { account, address }: SignInLimiters,
  email: string | null,
  ip: string,
  now: number,
  reply: FastifyReply,
): void => {
  const refusal = 'Too many attempts; wait a minute.'
  const network = networkOf(ip)
  count(address, 'sign-in-address', network, now, reply, refusal)
  if (email !== null) count(account, 'sign-in-account', `${network} ${email}`, now, reply, refusal)
}

/** The most wrong second factors per account and minute, from all addresses together. Only somebody who knows the password can send one. */
const SECOND_FACTOR_FAILURES = 5

export const createSecondFactorLimiter = (): Limiter => createLimiter(SECOND_FACTOR_FAILURES)

export const limitSecondFactors = (limiter: Limiter, email: string, now: number, reply: FastifyReply): void =>
  count(limiter, 'second-factor', email, now, reply, 'Too many wrong codes; wait a minute.')
