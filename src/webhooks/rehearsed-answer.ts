// Simulated webhook responses in test mode, chosen by the URL: https://rehearse.invalid/503, /timeout or /unreachable.

import type { AttemptOutcome } from '../domain/events/webhook.ts'
import type { Mode } from '../domain/values/scope.ts'

/** The domain `.invalid` is reserved and never resolves. In live mode, the host therefore fails like any unknown host. */
const HOST = 'rehearse.invalid'
const STATUS = /^\/([2-5]\d\d)$/

const ERRORS: Readonly<Record<string, string>> = {
  '/timeout': 'The receiver did not answer in time (rehearsed).',
  '/unreachable': 'The receiver cannot be reached (rehearsed).',
}

export type RehearsedAnswer = Pick<AttemptOutcome, 'responseStatus' | 'responseExcerpt' | 'error'>

export const rehearsedAnswer = (address: string, mode: Mode): RehearsedAnswer | null => {
  const url = mode === 'test' ? URL.parse(address) : null
  if (url?.hostname !== HOST) return null
  const [, status] = STATUS.exec(url.pathname) ?? []
  if (status) return { responseStatus: Number(status), responseExcerpt: 'Rehearsed.', error: null }
  return { responseStatus: null, responseExcerpt: null, error: ERRORS[url.pathname] ?? ERRORS['/unreachable']! }
}
