// Limits attempts to enter a password or a second factor, and reports refused attempts.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '../../domain/values/contact-keys.ts'
import type { Deps } from '../../flows/deps.ts'
import {
  createSecondFactorLimiter,
  createSignInLimiters,
  limitSecondFactors,
  limitSignIns,
} from '../../platform/http/admission/rate-limit.ts'

export const createSignInLimit = (deps: Deps) => {
  const limiters = createSignInLimiters()
  const factors = createSecondFactorLimiter()
  const reported = (request: FastifyRequest, limit: () => void): void => {
    try {
      limit()
    } catch (error) {
      deps.report('sign-in refused', { why: 'too many attempts', client: request.ip, request_id: request.id })
      throw error
    }
  }
  return {
    attempt: (request: FastifyRequest, reply: FastifyReply, email: string | null): void => {
      reported(request, () => limitSignIns(limiters, email && emailKey(email), request.ip, deps.monotonic(), reply))
      if (email !== null && factors.isSpent(emailKey(email), deps.monotonic()))
        reported(request, () => limitSecondFactors(factors, emailKey(email), deps.monotonic(), reply))
    },
    /**
     * Counts a second factor before it is checked, so that concurrent attempts cannot exceed the limit. Attempts from all network addresses
     * count together, because every sender has already given the correct password.
     */
    tryFactor: (request: FastifyRequest, reply: FastifyReply, email: string): void =>
      reported(request, () => limitSecondFactors(factors, emailKey(email), deps.monotonic(), reply)),
    /** Takes the counted attempt back, because the factor was right. */
    rightFactor: (email: string): void => factors.giveBack(emailKey(email)),
  }
}

export type SignInLimit = ReturnType<typeof createSignInLimit>
