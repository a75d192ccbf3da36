// Amounts booked, owed on invoices and owed for storage, and a bar chart of the quotes and bookings of the last thirty days.

import { useQuery } from '@tanstack/react-query'
import { AGED_DEBT, api, OVERVIEW } from '../../api.ts'
import { Panel } from '../../components/page.tsx'
import { readWith } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { PageLink } from '../../components/text.tsx'
import { formatMoney, formatNumber, formatShortDate } from '../../format.ts'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { BROWSER_ZONE } from '../../time.tsx'
import type { AgedDebt, BookedValue, BusinessStorage, Debt, Overview, StorageTotals } from '../../wire.ts'
import { sumOf } from '../billing/billing-text.tsx'
import { Tile } from './counts.tsx'

const STORAGE_TOTALS = '/ops/v1/storage/totals'
const DAYS = 30
/** Sums are refetched less often than counts, because sums change slowly and take longer to compute. */
const REFETCH_MS = 5 * 60_000

const bookedHref = (from: string, to: string): string => `/quotes?booked_from=${from}&booked_to=${to}`

const Booked = ({ booked: { currency, date, since, today, last_30_days: month } }: { booked: BookedValue }) => (
  <>
    <Tile
      name={t('overview.bookedToday')}
      value={formatMoney(today.amount, currency)}
      hint={t('overview.bookedHint', { count: today.bookings })}
      href={bookedHref(date, date)}
    />
    <Tile
      name={t('overview.bookedMonth')}
      value={formatMoney(month.amount, currency)}
      hint={t('overview.bookedHint', { count: month.bookings })}
      href={bookedHref(since, date)}
    />
  </>
)

const accruedText = (totals: readonly BusinessStorage[], currency: string, days: number): string => {
  const amounts = totals.filter((each) => each.currency === currency).flatMap(({ history }) => history.slice(-days))
  return formatMoney(sumOf(amounts.map(({ amount }) => amount)), currency)
}

const StorageOwed = ({ found: { sums, totals } }: { found: StorageTotals }) =>
  sums.map(({ currency, amount_due: due }) => (
    <Tile
      key={currency}
      name={t('overview.storageOwed')}
      value={formatMoney(due, currency)}
      hint={t('overview.storageOwedHint', { today: accruedText(totals, currency, 1), month: accruedText(totals, currency, DAYS) })}
      href="/storage?overdue=true"
    />
  ))

const Owed = ({ debts }: { debts: readonly Debt[] }) => (
  <>
    <Tile
      name={t('overview.owed')}
      value={formatMoney(sumOf(debts.map(({ open }) => open)), 'NGN')}
      hint={t('overview.owedHint', { count: debts.reduce((sum, { invoices }) => sum + invoices, 0) })}
      href="/invoices?due=open"
    />
    <Tile
      name={t('overview.overdue')}
      value={formatMoney(sumOf(debts.flatMap(({ buckets: { current: _, ...late } }) => Object.values(late))), 'NGN')}
      hint={t('overview.overdueHint')}
      href="/invoices?due=overdue"
    />
  </>
)

export const Money = () => {
  const { mode, businessId: business } = useScope()
  const params = { mode, business, time_zone: BROWSER_ZONE }
  const booked = useQuery({
    queryKey: [OVERVIEW, 'booked', params],
    queryFn: ({ signal }) => api.get<BookedValue>(`${OVERVIEW}/booked`, params, signal),
    refetchInterval: REFETCH_MS,
  })
  const storage = useQuery({
    ...readWith<StorageTotals>(STORAGE_TOTALS, { mode, business, days: String(DAYS) }),
    refetchInterval: REFETCH_MS,
  })
  const debt = useQuery({ ...readWith<AgedDebt>(AGED_DEBT, { mode, business }), refetchInterval: REFETCH_MS })
  return (
    <Panel title={t('overview.money')} flush>
      <QueryView query={booked}>
        {(found) => (
          <ul className="money">
            <Booked booked={found} />
            {debt.data && <Owed debts={debt.data.debts} />}
            {storage.data && <StorageOwed found={storage.data} />}
          </ul>
        )}
      </QueryView>
    </Panel>
  )
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const TICKS_MAX = 5
/** Possible steps between the ticks of the axis. Each step is also tried multiplied by 10, 100, 1,000 and 10,000. */
const TICK_STEPS = [1, 2, 5]

/** The ticks of the axis: round numbers from 0 up to the first number that is at least `most`. */
const ticksUpTo = (most: number): number[] => {
  const steps = [1, 10, 100, 1_000, 10_000].flatMap((power) => TICK_STEPS.map((step) => step * power))
  const step = steps.find((each) => most / each <= TICKS_MAX) ?? most
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}

const WEEK_DAYS = 7

const Bars = ({ perDay, describe }: { perDay: Overview['per_day']; describe: string }) => {
  const ticks = ticksUpTo(Math.max(1, ...perDay.flatMap(({ quotes, bookings }) => [quotes, bookings])))
  const height = (value: number): string => `${(value / ticks.at(-1)!) * 100}%`
  return (
    <>
      <div className="bars" role="img" aria-label={describe}>
        {ticks.map((value) => (
          <span key={value} className="bars-tick" style={{ bottom: height(value) }}>
            {formatNumber(value)}
          </span>
        ))}
        {perDay.map(({ date, quotes, bookings }, index) => (
          <div key={date} className="bar-day" title={t('overview.dayText', { date: formatShortDate(date), quotes, bookings })}>
            <span className="bar" style={{ height: height(quotes) }} />
            <span className="bar" data-front style={{ height: height(bookings) }} />
            {(perDay.length - 1 - index) % WEEK_DAYS === 0 && <span className="bars-date">{formatShortDate(date)}</span>}
          </div>
        ))}
      </div>
      <div className="bars-legend" aria-hidden="true">
        <span>{t('quotes.title')}</span>
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
    <Panel title={t('overview.sales')} lead={t('overview.salesSum', sums)} actions={toQuotes}>
      <Bars perDay={perDay} describe={t('overview.salesDescribed', sums)} />
    </Panel>
  )
}
