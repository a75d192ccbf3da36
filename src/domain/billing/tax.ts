// Tax rates of the operator, each from a date on, by kind of charge and direction of trade.

import { inForce } from '../values/calendar.ts'
import type { ServiceKind } from './charge-kind.ts'

/** `direction` is null for a rate that applies to both directions. */
export type TaxRate = {
  id: string
  kind: ServiceKind
  direction: 'import' | 'export' | null
  percent: string
  effectiveFrom: number
  recordedAt: number
}

type Taxed = { kind: ServiceKind; direction: 'import' | 'export' | null; at: number }

/** Null if no rate is set. A rate for one direction wins over a rate for both directions. `rates` are in order of recording. */
const taxRateFor = (rates: readonly TaxRate[], { kind, direction, at }: Taxed): string | null => {
  const ofKind = rates.filter((rate) => rate.kind === kind)
  const rateFor = (wanted: TaxRate['direction']): TaxRate | null =>
    inForce(
      ofKind.filter((rate) => rate.direction === wanted),
      at,
    )
  return (rateFor(direction) ?? rateFor(null))?.percent ?? null
}

export const taxPercentFor = (rates: readonly TaxRate[], taxed: Taxed): string => taxRateFor(rates, taxed) ?? '0'

/** The current tax rates on freight by direction of trade; a direction without a rate is absent. */
export type FreightTax = { import?: string; export?: string }

export const freightTaxAt = (rates: readonly TaxRate[], at: number): FreightTax => {
  const percents = (['import', 'export'] as const).map((direction) => [direction, taxRateFor(rates, { kind: 'freight', direction, at })])
  return Object.fromEntries(percents.filter(([, percent]) => percent !== null))
}
