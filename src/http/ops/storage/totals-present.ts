// Storage totals, from domain to wire.

import type { Static } from 'typebox'
import type { Decimal } from '../../../domain/values/money.ts'
import { amountText, sum } from '../../../domain/values/money.ts'
import type { BusinessStorage } from '../../../flows/storage/total-storage.ts'
import { presentOpsBusiness } from '../packages/present.ts'
import type { TotalsAnswer } from './schemas.ts'

const counted = (totals: readonly BusinessStorage['total'][]) => {
  const added = (read: (total: BusinessStorage['total']) => Decimal): string => amountText(sum(totals.map(read)))
  return {
    packages_stored: totals.reduce((count, { stored }) => count + stored, 0),
    packages_chargeable: totals.reduce((count, { chargeable }) => count + chargeable, 0),
    amount_due: added(({ amountDue }) => amountDue),
    accruing_per_day: added(({ perDay }) => perDay),
  }
}

export const presentTotals = (found: readonly BusinessStorage[]): Static<typeof TotalsAnswer> => ({
  totals: found.map(({ business, today, total }) => ({
    business: presentOpsBusiness(business),
    date: today,
    currency: total.currency,
    ...counted([total]),
    history: total.history.map(({ date, amount }) => ({ date, amount: amountText(amount) })),
  })),
  sums: [
    ...Map.groupBy(
      found.map(({ total }) => total),
      ({ currency }) => currency,
    ),
  ].map(([currency, totals]) => ({ currency, ...counted(totals) })),
})
