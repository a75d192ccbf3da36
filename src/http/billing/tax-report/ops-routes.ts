// /ops/v1/tax_report: the tax of a period by tax category, rate and direction of trade.

import type { FastifyInstance } from 'fastify'
import type { TaxReportRow } from '../../../domain/billing/tax-report.ts'
import { BYTE_ORDER_MARK, writeCsv } from '../../../domain/values/csv-text.ts'
import { koboText, sumKobo } from '../../../domain/values/kobo.ts'
import { PRICE_CURRENCY } from '../../../domain/values/money.ts'
import type { TaxReport } from '../../../flows/billing/tax/read-tax-report.ts'
import { readTaxReport } from '../../../flows/billing/tax/read-tax-report.ts'
import type { Deps } from '../../../flows/deps.ts'
import { fileAnswer, goodAnswer } from '../../../platform/http/operation.ts'
import { sendFile } from '../../../platform/http/send-file.ts'
import { BOOKS, opsRoute } from '../../staff/access.ts'
import { businessIn } from '../../values/ops-list-filters.ts'
import { TAX_REPORT_EXAMPLE, TaxReportAnswer, TaxReportQuery } from './ops-schemas.ts'

const presentRow = ({ invoiced, credited, category, percent, direction, reason }: TaxReportRow) => ({
  category,
  percent,
  direction,
  reason,
  invoiced_net: koboText(invoiced.netKobo),
  invoiced_tax: koboText(invoiced.taxKobo),
  credited_net: koboText(credited.netKobo),
  credited_tax: koboText(credited.taxKobo),
  net: koboText(invoiced.netKobo - credited.netKobo),
  tax: koboText(invoiced.taxKobo - credited.taxKobo),
})

const present = ({ from, to, rows, notInvoicedKobo }: TaxReport) => ({
  currency: PRICE_CURRENCY,
  from,
  to,
  rows: rows.map(presentRow),
  net: koboText(sumKobo(rows.map(({ invoiced, credited }) => invoiced.netKobo - credited.netKobo))),
  tax: koboText(sumKobo(rows.map(({ invoiced, credited }) => invoiced.taxKobo - credited.taxKobo))),
  not_invoiced_tax: koboText(notInvoicedKobo),
})

const COLUMNS = [
  'category',
  'percent',
  'direction',
  'reason',
  'invoiced_net',
  'invoiced_tax',
  'credited_net',
  'credited_tax',
  'net',
  'tax',
] as const

export const taxReportRoutes = (app: FastifyInstance, deps: Deps): void => {
  type Query = { mode?: 'live' | 'test'; business?: string; from: string; to: string }
  const read = async (query: Query): Promise<TaxReport> => {
    const { mode = 'live', from, to } = query
    const { businessId } = await businessIn(deps, query)
    return readTaxReport(deps, { mode, businessId, from, to })
  }

  opsRoute(app, 'GET', '/ops/v1/tax_report', BOOKS, {
    id: 'getTaxReport',
    summary: 'The tax of a period',
    description:
      'By category, rate, direction of trade and reason: the invoices issued on these days, less the credit notes issued on them.',
    query: TaxReportQuery,
    answers: { 200: goodAnswer('The report', TaxReportAnswer, TAX_REPORT_EXAMPLE) },
    handler: async ({ query }) => present(await read(query)),
  })

  opsRoute(app, 'GET', '/ops/v1/tax_report.csv', BOOKS, {
    id: 'getTaxReportCsv',
    summary: 'The tax of a period as CSV',
    description: 'The rows of the report.',
    query: TaxReportQuery,
    answers: { 200: fileAnswer('The report', 'text/csv') },
    handler: async ({ query }, reply) => {
      const { from, to, rows } = present(await read(query))
      const csv = writeCsv([[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))])
      return sendFile(reply, `tax-${from}-${to}.csv`, BYTE_ORDER_MARK + csv)
    },
  })
}
