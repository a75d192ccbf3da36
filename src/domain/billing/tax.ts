// Tax rates of the operator: dated, by kind of charge and direction of trade.

import { inForce } from '../values/calendar.ts'
import type { ChargeKind } from './charge-kind.ts'

/** `direction` null: both directions. */
export type TaxRate = {
  id: string
  kind: ChargeKind
  direction: 'import' | 'export' | null
  percent: string
  effectiveFrom: number
  recordedAt: number
}

/** A rate for one direction wins over a rate for both directions. Without a rate there is no tax. `rates` are in order of recording. */
export const taxPercentFor = (
  rates: readonly TaxRate[],
  { kind, direction, at }: { kind: ChargeKind; direction: 'import' | 'export' | null; at: number },
): string => {
  const ofKind = rates.filter((rate) => rate.kind === kind)
  const rateFor = (wanted: TaxRate['direction']): TaxRate | null =>
    inForce(
      ofKind.filter((rate) => rate.direction === wanted),
      at,
    )
  return (rateFor(direction) ?? rateFor(null))?.percent ?? '0'
}
