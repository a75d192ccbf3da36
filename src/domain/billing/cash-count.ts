// The count of the cash in a cashier's till: the expected amount, the counted amount, and the reason for a difference.

import { invalidField, invalidTransition } from '../values/errors.ts'
import { sumKobo } from '../values/kobo.ts'

/** Cash that went into the till, or out of it if the amount is negative. */
export type CashMovement = { sourceId: string; amountKobo: number }

export type CashCount = {
  id: string
  mode: 'live' | 'test'
  cashierId: string
  movements: number
  expectedKobo: number
  countedKobo: number
  reason: string | null
  createdAt: number
}

export const differenceKobo = ({ expectedKobo, countedKobo }: Pick<CashCount, 'expectedKobo' | 'countedKobo'>): number =>
  countedKobo - expectedKobo

export const expectedIn = (movements: readonly CashMovement[]): number => sumKobo(movements.map(({ amountKobo }) => amountKobo))

type Counted = { id: string; mode: 'live' | 'test'; cashierId: string; countedKobo: number; reason: string | null; now: number }

export const countOf = (movements: readonly CashMovement[], { id, mode, cashierId, countedKobo, reason, now }: Counted): CashCount => {
  if (movements.length === 0) throw invalidTransition('There was no cash since the last count.')
  const expectedKobo = expectedIn(movements)
  if (expectedKobo !== countedKobo && reason === null)
    throw invalidField('reason', 'is required, because the count differs from what is expected')
  return { id, mode, cashierId, movements: movements.length, expectedKobo, countedKobo, reason, createdAt: now }
}
