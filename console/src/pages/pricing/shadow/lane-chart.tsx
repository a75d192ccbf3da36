// Bar chart of the totals of each lane before and after re-pricing. The lane with the largest change comes first.

import './lane-chart.css'
import { Title } from '@mantine/core'
import { Hint } from '../../../components/text.tsx'
import { formatMoney, signedPercent } from '../../../format.ts'
import { t } from '../../../strings.ts'
import type { LaneTotals } from '../../../wire.ts'

const LANES_MAX = 12

type Bars = { name: string; before: number; after: number }

/** Adds up the totals of all businesses for each lane: `lanes` has one row per lane and business. */
const barsOf = (lanes: readonly LaneTotals[]): Bars[] => {
  const byLane = new Map<string, Bars>()
  for (const { lane, transport_mode: mode, before, after } of lanes) {
    const name = `${lane}, ${t(`cards.${mode}`)}`
    const bars = byLane.get(name) ?? { name, before: 0, after: 0 }
    bars.before += Number(before)
    bars.after += Number(after)
    byLane.set(name, bars)
  }
  return [...byLane.values()].sort((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before))
}

const percentOf = ({ before, after }: Bars): string => (before === 0 ? '' : signedPercent((((after - before) / before) * 100).toFixed(1)))

export const LaneChart = ({ lanes, currency }: { lanes: readonly LaneTotals[]; currency: string }) => {
  const all = barsOf(lanes)
  const shown = all.slice(0, LANES_MAX)
  const greatest = Math.max(...shown.flatMap(({ before, after }) => [before, after]))
  const width = (amount: number) => ({ width: `${greatest === 0 ? 0 : (amount / greatest) * 100}%` })
  const money = (amount: number): string => formatMoney(amount, currency)
  const says = shown.map(({ name, before, after }) => t('cards.chartLine', { lane: name, before: money(before), after: money(after) }))
  return (
    <div>
      <Title order={3} size="h5">
        {t('cards.chartTitle')}
      </Title>
      {all.length > shown.length && <Hint>{t('cards.moreLanes', { count: shown.length })}</Hint>}
      <div className="lane-key" aria-hidden="true">
        <span className="lane-key-before">{t('cards.before')}</span>
        <span className="lane-key-after">{t('cards.after')}</span>
      </div>
      <div className="lane-chart" role="img" aria-label={t('cards.chartSays', { lines: says.join(' ') })}>
        {shown.map((bars) => (
          <div key={bars.name} className="lane">
            <span className="lane-name">{bars.name}</span>
            <span className="lane-bars">
              <span className="lane-before" style={width(bars.before)} />
              <span className="lane-after" style={width(bars.after)} />
            </span>
            <span className="lane-percent">{percentOf(bars)}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
