// Shadow re-pricing as /ops/v1 reports it. Amounts are decimal text in one currency.

type Totals = {
  quotes: number
  before: string
  after: string
  difference: string
  percent: string | null
  unserved: number
  unserved_before: string
}
export type LaneTotals = Totals & { lane: string; transport_mode: 'air' | 'ocean'; business_id: string }
export type MovedQuote = {
  parcel_quote_id: string
  reference: string
  business_id: string
  lane: string
  transport_mode: 'air' | 'ocean'
  before: string
  after: string | null
  difference: string | null
  percent: string | null
}
export type ShadowReport = {
  since: string
  quotes_in_period: number
  quotes_max: number
  complete: boolean
  currency: string
  seen: number
  untouched: number
  total: Totals
  lanes: LaneTotals[]
  rises: MovedQuote[]
  falls: MovedQuote[]
  unserved: MovedQuote[]
}
