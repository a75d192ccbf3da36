// What the last exchanges tell about a carrier's health, for operators to look at.
import type { CarrierHealth } from '../carrier.ts'
import { CarrierFailure } from '../carrier.ts'
import type { Reader } from './reads.ts'
import { ABANDONED } from './send.ts'

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
          // A clear no to one parcel is a sign of health.
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
