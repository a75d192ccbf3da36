// The operator's tax rates, by kind of charge and direction of trade. Each rate applies from its effective date.

import { inForce } from '../values/calendar.ts'
import type { Problems } from '../values/errors.ts'
import type { ServiceKind } from './charge-kind.ts'

/** `zero`: taxed at zero percent. `exempt`: not taxed by law. `outside`: not within the scope of the tax. */
export const TAX_CATEGORIES = ['standard', 'zero', 'exempt', 'outside'] as const
export type TaxCategory = (typeof TAX_CATEGORIES)[number]

type Categorised = { category: TaxCategory | null; percent: string }

/** A rate without a category counts as standard if its percent is above zero, and as zero-rated if it is zero. */
export const categoryOf = ({ category, percent }: Categorised): TaxCategory => category ?? (Number(percent) > 0 ? 'standard' : 'zero')

/**
 * Reports a problem if percent, category and reason contradict each other. Only `standard` may have tax. `zero` and `exempt` need a reason.
 * A taxed rate has no reason.
 */
export const checkCategory = ({ category, percent, reason }: Categorised & { reason: string | null }, problems: Problems): void => {
  const isTaxed = Number(percent) > 0
  if (category === 'standard' && !isTaxed) problems.add('percent', 'must be above 0 for the category standard')
  if (category !== null && category !== 'standard' && isTaxed) problems.add('percent', `must be 0 for the category ${category}`)
  if ((category === 'zero' || category === 'exempt') && reason === null) problems.add('reason', `is required for the category ${category}`)
  if (isTaxed && reason !== null) problems.add('reason', 'is for charges without tax')
}

/** `direction` is null for a rate that applies to both directions. */
export type TaxRate = {
  id: string
  kind: ServiceKind
  direction: 'import' | 'export' | null
  percent: string
  /** Null in rates that were recorded without a category. `categoryOf` derives the category of such a rate from its percent. */
  category: TaxCategory | null
  reason: string | null
  effectiveFrom: number
  recordedAt: number
}

type Taxed = { kind: ServiceKind; direction: 'import' | 'export' | null; at: number }

/**
 * The rate in force at `at`; null if none is set. A rate for one direction takes precedence over a rate for both. `rates` must be in the
 * order in which they were recorded.
 */
const taxRateFor = (rates: readonly TaxRate[], { kind, direction, at }: Taxed): TaxRate | null => {
  const ofKind = rates.filter((rate) => rate.kind === kind)
  const rateFor = (wanted: TaxRate['direction']): TaxRate | null =>
    inForce(
      ofKind.filter((rate) => rate.direction === wanted),
      at,
    )
  return rateFor(direction) ?? rateFor(null)
}

export const taxPercentFor = (rates: readonly TaxRate[], taxed: Taxed): string => taxRateFor(rates, taxed)?.percent ?? '0'

export type ChargeTax = { taxPercent: string; taxCategory: TaxCategory; taxReason: string | null }

/** If no rate is set, the charge is zero-rated, and `taxReason` is null. */
export const taxFor = (rates: readonly TaxRate[], taxed: Taxed): ChargeTax => {
  const { percent, category, reason } = taxRateFor(rates, taxed) ?? { percent: '0', category: null, reason: null }
  return { taxPercent: percent, taxCategory: categoryOf({ category, percent }), taxReason: reason }
}

/** The current tax rates on freight by direction of trade; a direction without a rate is absent. */
export type FreightTax = { import?: string; export?: string }

export const freightTaxAt = (rates: readonly TaxRate[], at: number): FreightTax => {
  const percents = (['import', 'export'] as const).map((direction) => [
    direction,
    taxRateFor(rates, { kind: 'freight', direction, at })?.percent,
  ])
  return Object.fromEntries(percents.filter(([, percent]) => percent !== undefined))
}
