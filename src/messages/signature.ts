// Compares signatures and secrets in constant time. A missing value never matches.

import { timingSafeEqual } from 'node:crypto'

export const isSame = (given: unknown, expected: string): boolean => {
  if (typeof given !== 'string' || expected === '') return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
