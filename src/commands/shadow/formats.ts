// Formats a shadow report as a table, CSV or JSON.

import { grouped } from '../../domain/explain/layout.ts'
import type { QuoteChange, Totals } from '../../domain/shadow/shadow-report.ts'
import { writeCsv } from '../../domain/values/csv-text.ts'
import type { Shadowed } from '../../flows/shadow/shadow-prices.ts'
import { presentShadow } from '../../http/shadow/ops-present.ts'
import { iso, table } from '../output.ts'

const signed = (amount: string): string => (amount.startsWith('-') ? amount : `+${amount}`)

const percentText = (percent: string | null): string => (percent === null ? '' : `${signed(percent)} %`)

/** Right-aligns the columns from index `from` on. */
const alignRight = (rows: readonly (readonly string[])[], from: number): string[][] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => (column < from ? cell : cell.padStart(widths[column] ?? 0))))
}

const trialText = ({ trial: { card, fx } }: Shadowed): string =>
  [card && `${card.id}@${card.version}`, fx && `${fx.base}/${fx.quote} at ${fx.rate}`].filter(Boolean).join(' and ')

const totalCells = (totals: Totals): string[] => [
  String(totals.count),
  grouped(totals.before),
  grouped(totals.after),
  signed(grouped(totals.difference)),
  percentText(totals.percent),
  totals.unserved === 0 ? '' : String(totals.unserved),
]

const quoteCells = (change: QuoteChange, prefix: string): string[] => [
  change.reference,
  `${change.lane}, ${change.transportMode}`,
  prefix,
  grouped(change.before),
  change.after === null ? '' : grouped(change.after),
  change.difference === null ? '' : signed(grouped(change.difference)),
  percentText(change.percent),
]

const quoteTable = (title: string, changes: readonly QuoteChange[], names: ReadonlyMap<string, string>): string[] => {
  if (changes.length === 0) return []
  const rows = changes.map((change) => quoteCells(change, names.get(change.businessId)!))
  return [[title, ...table(alignRight([['quote', 'lane', 'business', 'before', 'after', 'difference', ''], ...rows], 3))].join('\n')]
}

const summary = (shadowed: Shadowed): string => {
  const { report, period, mode } = shadowed
  const until = period.until === null ? 'now' : iso(period.until)
  const left = report.unpriced === 0 ? '' : ` ${report.unpriced} had no price.`
  return `${trialText(shadowed)} over ${report.seen} ${mode} quotes from ${iso(period.since)} until ${until}, in NGN. ${report.untouched} are not concerned.${left}`
}

export const shadowTable = (shadowed: Shadowed): string => {
  const { report, businessNames: names } = shadowed
  const head = ['lane', 'business', 'quotes', 'before', 'after', 'difference', '', 'no longer served']
  const rows = report.lanes.map((lane) => [`${lane.lane}, ${lane.transportMode}`, names.get(lane.businessId)!, ...totalCells(lane)])
  const lanes = table(alignRight([head, ...rows, ['total', '', ...totalCells(report.total)]], 2)).join('\n')
  const { unserved } = report.total
  const listed = unserved > report.unserved.length ? `, ${report.unserved.length} of them listed` : ''
  const parts = [
    summary(shadowed),
    lanes,
    ...quoteTable('Biggest rises', report.rises, names),
    ...quoteTable('Biggest falls', report.falls, names),
    ...quoteTable(`No longer served: ${unserved}${listed}`, report.unserved, names),
  ]
  return `${parts.join('\n\n')}\n`
}

const CSV_HEADER = [
  ...[
    'row',
    'lane',
    'transport_mode',
    'business',
    'quote_id',
    'reference',
    'quotes',
    'before_ngn',
    'after_ngn',
    'difference_ngn',
    'percent',
  ],
  ...['unserved', 'unserved_before_ngn'],
]

/** Formats the report as one flat table. The first column says what each row is: total, lane, rise, fall or unserved. */
export const shadowCsv = ({ report, businessNames: names }: Shadowed): string => {
  const totals = (row: string, where: readonly string[], sums: Totals): string[] => [
    ...[row, ...where, '', '', String(sums.count), sums.before, sums.after, sums.difference, sums.percent ?? ''],
    ...[String(sums.unserved), sums.unservedBefore],
  ]
  const quotes = (row: string, changes: readonly QuoteChange[]): string[][] =>
    changes.map((change) => [
      ...[row, change.lane, change.transportMode, names.get(change.businessId)!, change.quoteId, change.reference, ''],
      ...[change.before, change.after ?? '', change.difference ?? '', change.percent ?? '', '', ''],
    ])
  return writeCsv([
    CSV_HEADER,
    totals('total', ['', '', ''], report.total),
    ...report.lanes.map((lane) => totals('lane', [lane.lane, lane.transportMode, names.get(lane.businessId)!], lane)),
    ...quotes('rise', report.rises),
    ...quotes('fall', report.falls),
    ...quotes('unserved', report.unserved),
  ])
}

export const shadowJson = (shadowed: Shadowed): string => `${JSON.stringify(presentShadow(shadowed))}\n`
