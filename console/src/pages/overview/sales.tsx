// Quotes and bookings of the last thirty days, as bars.

import { Panel } from '../../components/page.tsx'
import { PageLink } from '../../components/text.tsx'
import { formatShortDate } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Overview } from '../../wire.ts'

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const Bars = ({ perDay, describe }: { perDay: Overview['per_day']; describe: string }) => {
  const most = Math.max(1, ...perDay.flatMap(({ quotes, bookings }) => [quotes, bookings]))
  const height = (value: number): string => `${(value / most) * 100}%`
  return (
    <>
      <div className="bars" role="img" aria-label={describe}>
        {perDay.map(({ date, quotes, bookings }) => (
          <div key={date} className="bar-day" title={t('overview.dayText', { date: formatShortDate(date), quotes, bookings })}>
            <span className="bar" style={{ height: height(quotes) }} />
            <span className="bar" data-front style={{ height: height(bookings) }} />
          </div>
        ))}
      </div>
      <div className="bars-axis" aria-hidden="true">
        <span>{formatShortDate(perDay[0]!.date)}</span>
        <span>{t('overview.mostADay', { count: most })}</span>
        <span>{t('overview.today')}</span>
      </div>
      <div className="bars-legend" aria-hidden="true">
        <span>{t('overview.quotes')}</span>
        <span data-front>{t('overview.bookings')}</span>
      </div>
    </>
  )
}

export const Sales = ({ perDay }: { perDay: Overview['per_day'] }) => {
  const quotes = perDay.map((day) => day.quotes)
  const sums = { quotes: total(quotes), bookings: total(perDay.map((day) => day.bookings)), today: quotes.at(-1) ?? 0 }
  const toQuotes = <PageLink href="/quotes">{t('overview.toQuotes')}</PageLink>
  return (
    <Panel title={t('overview.sales')} lead={`${t('overview.salesLead')} ${t('overview.salesSum', sums)}.`} actions={toQuotes}>
      <Bars perDay={perDay} describe={t('overview.salesDescribed', sums)} />
    </Panel>
  )
}
