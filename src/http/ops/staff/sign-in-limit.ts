// Limits attempts at passwords and second factors, and reports those that were refused.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '../../../domain/values/contact-keys.ts'
import type { Deps } from '../../../flows/deps.ts'
import { createSecondFactorLimiter, createSignInLimiters, limitSecondFactors, limitSignIns } from '../../admission/rate-limit.ts'

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
    /** An attempt from an address, at an account if one is named. */
    attempt: (request: FastifyRequest, reply: FastifyReply, email: string | null): void => {
      reported(request, () => limitSignIns(limiters, email && emailKey(email), request.ip, deps.monotonic(), reply))
      if (email !== null && factors.isSpent(emailKey(email), deps.monotonic()))
        reported(request, () => limitSecondFactors(factors, emailKey(email), deps.monotonic(), reply))
    },
    /** A wrong second factor, wherever it came from: whoever sends one knows the password. */
    wrongFactor: (email: string): void => void factors.take(emailKey(email), deps.monotonic()),
  }
}

export type SignInLimit = ReturnType<typeof createSignInLimit>
