// Invoices and statements as rows for spreadsheets.

import { BYTE_ORDER_MARK, writeCsv } from '../../values/csv-text.ts'
import { koboText } from '../../values/kobo.ts'
import { grossOf } from '../charge.ts'
import type { Invoice } from '../invoice.ts'
import type { LineGoods } from '../line-goods.ts'
import { groupedLines } from '../line-goods.ts'

const INVOICE_COLUMNS = [
  'number',
  'issue_date',
  'due_date',
  'buyer',
  'kind',
  'description',
  'quantity',
  'unit_price',
  'net',
  'tax_percent',
  'tax',
  'total',
  'packages',
  'shipment',
  'customer',
  'route',
  'service',
  'charged',
  'received_on',
  'client_reference',
]

const goodsCells = (goods: LineGoods | null | undefined): string[] => {
  const { parcels = [], shipment, customer, route, service, charged, receivedOn, reference } = goods ?? {}
  return [parcels.join(' '), ...[shipment, customer, route, service, charged, receivedOn, reference].map((value) => value ?? '')]
}

export const invoiceCsv = ({ number, issueDate, dueDate, paper }: Invoice): string =>
  BYTE_ORDER_MARK +
  writeCsv([
    INVOICE_COLUMNS,
    ...groupedLines(paper!.lines)
      .flatMap(({ lines }) => lines)
      .map((line) => [
        number!,
        issueDate!,
        dueDate!,
        paper!.buyer.name,
        line.kind,
        line.description,
        String(line.quantity),
        koboText(line.unitKobo),
        koboText(line.netKobo),
        line.taxPercent,
        koboText(line.taxKobo),
        koboText(grossOf(line)),
        ...goodsCells(line.goods),
      ]),
  ])
