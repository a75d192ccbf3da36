// Limits attempts to enter a password or a second factor, and reports refused attempts.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '../../domain/values/contact-keys.ts'
import type { Deps } from '../../flows/deps.ts'
import { createLimiter, networkOf } from '../../platform/http/admission/rate-limit.ts'

/**
 * Limits on sign-in attempts per minute from one network: for one account, and for all accounts together. Each network is counted
 * separately, so that an attacker elsewhere cannot lock out the owner of an account.
 */
const PER_ACCOUNT = { policy: 'sign-in-account', limit: 10, refusal: 'Too many attempts; wait a minute.' }
const PER_NETWORK = { policy: 'sign-in-address', limit: 30, refusal: 'Too many attempts; wait a minute.' }
/**
 * The limit on wrong second factors per account and minute, for all networks together. Only a person who knows the password can send a
 * second factor.
 */
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
   * Counts an attempt before the second factor is checked, so that concurrent attempts cannot exceed the limit. Attempts from all networks
   * are counted together, because every sender has already entered the correct password.
   */
  const tryFactor = (request: FastifyRequest, reply: FastifyReply, email: string): void =>
    reported(request, () => factors.count(emailKey(email), deps.monotonic(), reply))
  return {
    tryFactor,
    /**
     * Counts every attempt, even if the password is correct or the account does not exist. A refusal therefore reveals nothing about the
     * password or the account.
     */
    attempt: (request: FastifyRequest, reply: FastifyReply, email: string | null): void => {
      const [network, now] = [networkOf(request.ip), deps.monotonic()]
      reported(request, () => {
        networks.count(network, now, reply)
        if (email !== null) accounts.count(`${network} ${emailKey(email)}`, now, reply)
      })
      if (email !== null && factors.isSpent(emailKey(email), now)) tryFactor(request, reply, email)
    },
    /** Takes back the counted attempt, because the second factor was correct. */
    rightFactor: (email: string): void => factors.giveBack(emailKey(email)),
  }
}

export type SignInLimit = ReturnType<typeof createSignInLimit>
