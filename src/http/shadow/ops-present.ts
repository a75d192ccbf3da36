// Converts the report of a shadow re-pricing to the JSON of /ops/v1 and of the command line.

import type { QuoteChange, ShadowReport, Totals } from '../../domain/shadow/shadow-report.ts'
import { PRICE_CURRENCY } from '../../domain/values/money.ts'
import type { Shadowed } from '../../flows/shadow/shadow-prices.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'

const presentTotals = ({ count, before, after, difference, percent, unserved, unservedBefore }: Totals) => ({
  quotes: count,
  before,
  after,
  difference,
  percent,
  unserved,
  unserved_before: unservedBefore,
})

const presentQuote = ({ quoteId, businessId, transportMode, ...change }: QuoteChange) => ({
  parcel_quote_id: quoteId,
  business_id: businessId,
  transport_mode: transportMode,
  ...change,
})

const presentReport = (report: ShadowReport) => ({
  seen: report.seen,
  untouched: report.untouched,
  unpriced: report.unpriced,
  total: presentTotals(report.total),
  lanes: report.lanes.map((lane) => ({
    lane: lane.lane,
    transport_mode: lane.transportMode,
    business_id: lane.businessId,
    ...presentTotals(lane),
  })),
  rises: report.rises.map(presentQuote),
  falls: report.falls.map(presentQuote),
  unserved: report.unserved.map(presentQuote),
})

export const presentShadow = ({ trial: { card, fx }, period, mode, report, quotesInPeriod }: Shadowed) => ({
  card: card && { card_id: card.id, version: card.version },
  fx: fx && { pair: `${fx.base}/${fx.quote}`, rate: fx.rate },
  mode,
  since: instant(period.since),
  until: nullableInstant(period.until),
  quotes_in_period: quotesInPeriod,
  currency: PRICE_CURRENCY,
  ...presentReport(report),
})
