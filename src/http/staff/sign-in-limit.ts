// Limits attempts to enter a password or a second factor, and reports refused attempts.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '../../domain/values/contact-keys.ts'
import type { Deps } from '../../flows/deps.ts'
import { createLimiter, networkOf } from '../../platform/http/admission/rate-limit.ts'

/**
 * The most sign-in attempts per minute from one network, for one account and in all. Attempts from other networks are not added, because
 * an attacker elsewhere must not lock out the owner of an account.
 */
const PER_ACCOUNT = { policy: 'sign-in-account', limit: 10, refusal: 'Too many attempts; wait a minute.' }
const PER_NETWORK = { policy: 'sign-in-address', limit: 30, refusal: 'Too many attempts; wait a minute.' }
/** The most wrong second factors per account and minute, from all networks together. Only somebody who knows the password can send one. */
const WRONG_FACTORS = { policy: 'second-factor', limit: 5, refusal: 'Too many wrong codes; wait a minute.' }

export const createSignInLimit = (deps: Deps) => {
  const [accounts, networks, factors] = [createLimiter(PER_ACCOUNT), createLimiter(PER_NETWORK), createLimiter(WRONG_FACTORS)]
  const reported = (request: FastifyRequest, limit: () => void): void => {
    try {
      limit()
    } catch (error) {
      deps.report('sign-in refused', { why: 'too many attempts', client: request.ip, request_id: request.id })
      throw error
    }
  }
  /**
   * Counts a second factor before it is checked, so that concurrent attempts cannot exceed the limit. Attempts from all networks count
   * together, because every sender has already given the correct password.
   */
  const tryFactor = (request: FastifyRequest, reply: FastifyReply, email: string): void =>
    reported(request, () => factors.count(emailKey(email), deps.monotonic(), reply))
  return {
    tryFactor,
    /** Counts every attempt, so that a refusal reveals neither a password nor an account. */
    attempt: (request: FastifyRequest, reply: FastifyReply, email: string | null): void => {
      const [network, now] = [networkOf(request.ip), deps.monotonic()]
      reported(request, () => {
        networks.count(network, now, reply)
        if (email !== null) accounts.count(`${network} ${emailKey(email)}`, now, reply)
      })
      if (email !== null && factors.isSpent(emailKey(email), now)) tryFactor(request, reply, email)
    },
    /** Takes the counted attempt back, because the factor was right. */
    rightFactor: (email: string): void => factors.giveBack(emailKey(email)),
  }
}

export type SignInLimit = ReturnType<typeof createSignInLimit>
