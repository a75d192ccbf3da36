// Storage fees per day over all businesses of a currency, as chart data.

import { t } from '../../strings.ts'
import type { Times } from '../../time/times.ts'
import type { BusinessStorage } from '../../wire.ts'

/** Each day's start in the page's zone, in seconds. */
const startOf = (date: string, { instantOf }: Times): number => Date.parse(instantOf(`${date}T00:00:00`)) / 1000

const chargesOf = (currency: string, totals: readonly BusinessStorage[], times: Times) => {
  const byDate = new Map<string, number>()
  for (const { date, amount } of totals.flatMap(({ history }) => history)) byDate.set(date, (byDate.get(date) ?? 0) + Number(amount))
  const days = [...byDate].sort(([a], [b]) => a.localeCompare(b))
  const values = days.map(([, amount]) => amount)
  return {
    currency,
    at: days.map(([date]) => startOf(date, times)),
    lines: [{ label: t('storage.chartLine'), values }],
    last: values.at(-1) ?? 0,
  }
}

export const dailyCharges = (totals: readonly BusinessStorage[], times: Times) =>
  [...Map.groupBy(totals, ({ currency }) => currency)].map(([currency, found]) => chargesOf(currency, found, times))
