// Checks the amounts of a rate against its breakdown.

import assert from 'node:assert/strict'
import { Decimal } from 'decimal.js'

export type Line = { kind: string; quantity: string; unit: string; unit_price: string; fx_rate: string; amount: string }

export type PricedRate = {
  service: string
  rate: string
  estimated_delivery_days: number
  breakdown: {
    lane: string
    card: { id: string; version: number; currency: string; sample: boolean }
    fx: { base: string; quote: string; rate: string }
    weight?: { chargeable_weight_kg: string }
    lines: Line[]
    total: string
  }
}

const byHand = ({ quantity, unit, unit_price, fx_rate }: Line): string => {
  const exact = new Decimal(quantity).mul(unit_price).mul(fx_rate)
  return (unit === '%' ? exact.div(100) : exact).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2)
}

/** Asserts that each line has the right amount, that the total is the sum of the lines, and that the rate equals the total. */
export const assertAddsUp = ({ rate, breakdown: { lines, total } }: PricedRate): void => {
  assert.ok(lines.length > 0)
  for (const line of lines) assert.equal(line.amount, byHand(line))
  assert.equal(total, Decimal.sum(...lines.map(({ amount }) => amount)).toFixed(2))
  assert.equal(rate, total)
}
