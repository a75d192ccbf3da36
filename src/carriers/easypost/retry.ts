// Retries and a circuit breaker for reads only, and the carrier's health. Purchases and refunds are never retried.

import { CircuitState, ConsecutiveBreaker, circuitBreaker, ExponentialBackoff, handleWhen, retry, wrap } from 'cockatiel'
import { ABANDONED } from '../../platform/remote/send.ts'
import type { CarrierHealth } from '../carrier.ts'
import { CarrierFailure } from '../carrier.ts'
import { CARRIER_ID } from './failures.ts'

export type RetryPolicy = {
  retries: number
  firstDelayMs: number
  maxDelayMs: number
  breakAfterFailures: number
  retryAfterBreakMs: number
}

export const RETRY_POLICY: RetryPolicy = {
  retries: 2,
  firstDelayMs: 200,
  maxDelayMs: 2_000,
  breakAfterFailures: 6,
  retryAfterBreakMs: 5_000,
}

export type Reader = { read<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T>; isOpen(): boolean }

// Each operation has its own reader, so that look-ups of purchases still work when rating keeps failing.
export const createReader = (retryPolicy: RetryPolicy): Reader => {
  const backoff = new ExponentialBackoff({ initialDelay: retryPolicy.firstDelayMs, maxDelay: retryPolicy.maxDelayMs })
  const breaker = circuitBreaker(handleWhen(isTransient), {
    breaker: new ConsecutiveBreaker(retryPolicy.breakAfterFailures),
    halfOpenAfter: retryPolicy.retryAfterBreakMs,
  })
  const policy = wrap(retry(handleWhen(isTransient), { maxAttempts: retryPolicy.retries, backoff }), breaker)
  return {
    isOpen: () => breaker.state === CircuitState.Open,
    read: async (attempt, signal) => {
      try {
        return await policy.execute(attempt, signal)
      } catch (error) {
        if (error instanceof CarrierFailure) throw error
        // Any other error comes from the policy: the circuit is open, or the deadline passed during a pause between retries.
        throw new CarrierFailure('unavailable', 'EasyPost: not asked, because it failed several times in a row', {
          carrier: CARRIER_ID,
          code: 'CIRCUIT_OPEN',
        })
      }
    },
  }
}

// Whether a retry may help. A retry does not help against a wrong key or an empty balance.
const isTransient = (error: unknown): boolean =>
  error instanceof CarrierFailure && error.kind === 'unavailable' && error.code !== ABANDONED && !isOperatorsFault(error.status)

const isOperatorsFault = (status: number | undefined): boolean => status !== undefined && status >= 300 && status < 500 && status !== 429

type Health = { watch<T>(work: Promise<T>): Promise<T>; report(): CarrierHealth }

export const createHealth = (now: () => number, readers: readonly Reader[]): Health => {
  let failing = false
  let lastSuccessAt: CarrierHealth['lastSuccessAt'] = null
  let lastFailure: CarrierHealth['lastFailure'] = null

  const succeeded = () => {
    failing = false
    lastSuccessAt = now()
  }

  return {
    watch: async (work) => {
      try {
        const result = await work
        succeeded()
        return result
      } catch (error) {
        if (error instanceof CarrierFailure && error.code !== ABANDONED) {
          // A carrier that rejects a parcel is working, so a rejection counts as a success.
          if (error.kind === 'rejected' || error.kind === 'rate_gone') succeeded()
          else {
            failing = true
            lastFailure = { at: now(), kind: error.kind, message: error.message }
          }
        }
        throw error
      }
    },
    report: () => ({
      state: readers.some((reader) => reader.isOpen()) ? 'open' : failing ? 'failing' : 'ok',
      lastSuccessAt,
      lastFailure,
    }),
  }
}
