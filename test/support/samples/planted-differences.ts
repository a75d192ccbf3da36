// Faults to plant in database rows, each with the sentence that the ledger check must report for it.

import type { Value } from '../../../src/platform/engine/db.ts'
import type { Json } from '../calls/quote-calls.ts'

export type Row = Record<string, Value>
export type Books = {
  payer: string
  business: string
  invoice: Json
  written: Json
  opening: Json
  payment: Json
  note: Json
  certificate: Json
  count: Json
}

/** `table` and `where` select a row, `change` is made to the row, and `told` matches the sentence that must report the change. */
export type Planted = {
  what: string
  table: string
  where: string
  change: ((row: Row) => Row) | 'deleted'
  told: (books: Books) => RegExp
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const sentence = (...parts: string[]): RegExp => new RegExp(parts.map(literal).join('.*'))
const more = (column: string) => (row: Row) => ({ [column]: Number(row[column]) + 700 })
const paperWith =
  (change: (line: Json) => Json) =>
  ({ paper }: Row): Row => {
    const { lines, ...rest } = JSON.parse(paper as string)
    return { paper: JSON.stringify({ ...rest, lines: lines.map((line: Json, index: number) => (index === 0 ? change(line) : line)) }) }
  }

export const PLANTED: Planted[] = [
  {
    what: 'the amount of an entry',
    table: 'ledger_entries',
    where: `source_type = 'payment' and amount_kobo = 1025000`,
    change: more('amount_kobo'),
    told: ({ payment, payer }) =>
      sentence(
        'wrong entry for payment',
        payment.number,
        'expected NGN 10250.00 (debit cash:cash, credit credit)',
        payer,
        'found NGN 10257.00',
        'Next: ',
      ),
  },
  {
    what: 'the payer of an entry',
    table: 'ledger_entries',
    where: `source_type = 'write_off'`,
    change: () => ({ payer_id: null }),
    told: ({ written, payer, business }) =>
      sentence('wrong entry for write-off of invoice', written.number, 'NGN 500.00', `payer ${payer}`, `payer ${business}`),
  },
  {
    what: 'a missing entry',
    table: 'ledger_entries',
    where: `source_type = 'credit_note' and position = 0`,
    change: 'deleted',
    told: ({ note, invoice, payer }) =>
      sentence('no entry for credit note', note.number, `on invoice ${invoice.number}`, 'expected NGN 2000.00', payer, 'found nothing'),
  },
  {
    what: 'a printed line of an invoice',
    table: 'invoices',
    where: `number like 'TEST-INV-%000001'`,
    change: paperWith((line) => ({ ...line, netKobo: line.netKobo - 100, taxKobo: line.taxKobo + 100 })),
    told: ({ invoice, payer }) =>
      sentence(
        `The invoice ${invoice.number} of ${payer}`,
        'NGN 20000.00 net and NGN 1500.00 tax',
        'expected NGN 19999.00 net and NGN 1501.00 tax according to its printed lines',
      ),
  },
  {
    what: 'two printed lines with the same sum',
    table: 'invoices',
    where: `number like 'TEST-INV-%000001'`,
    change: ({ paper }) => {
      const { lines, ...rest } = JSON.parse(paper as string)
      const moved = [lines[0].netKobo - 100, lines[1].netKobo + 100]
      return { paper: JSON.stringify({ ...rest, lines: lines.map((line: Json, index: number) => ({ ...line, netKobo: moved[index] })) }) }
    },
    told: ({ invoice, payer }) =>
      sentence(
        `The invoice ${invoice.number} of ${payer}`,
        'line "Repacking, customer',
        'NGN 9999.00 net and NGN 750.00 tax; expected NGN 10000.00 net',
      ),
  },
  {
    what: 'what an invoice says is paid',
    table: 'invoices',
    where: `number like 'TEST-INV-%000002'`,
    change: more('paid_kobo'),
    told: ({ written, payer }) =>
      sentence(`The invoice ${written.number} of ${payer} says paid: NGN 7.00; expected NGN 0.00 according to payments used for it`),
  },
  {
    what: 'a charge',
    table: 'charges',
    where: `net_kobo = 1000000 and payer_id is not null`,
    change: more('net_kobo'),
    told: ({ invoice, payer }) => sentence('The invoice', invoice.number.slice(0, -6), `of ${payer}`, 'according to its charges'),
  },
  {
    what: 'tax that was withheld',
    table: 'withheld_taxes',
    where: '1 = 1',
    change: more('amount_kobo'),
    told: ({ payment, payer }) =>
      sentence(`The payment ${payment.number} of ${payer} says withheld: NGN 500.00; expected NGN 507.00 according to its claims`),
  },
  {
    what: 'tax that is certified',
    table: 'withheld_taxes',
    where: '1 = 1',
    change: (row) => ({ certified_kobo: Number(row.certified_kobo) - 700 }),
    told: ({ invoice, payer }) =>
      sentence(
        `The tax of NGN 500.00 withheld from invoice ${invoice.number} of ${payer} says certified: NGN 293.00; expected NGN 300.00 according to its certificates`,
      ),
  },
  {
    what: 'the shares of a certificate',
    table: 'withholding_certificates',
    where: '1 = 1',
    change: ({ shares }) => ({ shares: JSON.stringify(JSON.parse(shares as string).map((each: Json) => ({ ...each, amountKobo: 100 }))) }),
    told: ({ certificate, payer }) =>
      sentence(
        `The certificate ${certificate.number} of ${payer} says certified: NGN 300.00; expected NGN 1.00 according to the claims that it covers`,
      ),
  },
  {
    what: 'an opening balance',
    table: 'charges',
    where: `kind = 'opening_balance'`,
    change: more('net_kobo'),
    told: ({ opening, payer }) =>
      sentence(`The invoice ${opening.number} of ${payer} says its total: NGN 5000.00; expected NGN 5007.00 according to its charges`),
  },
  {
    what: 'the entry of an opening balance',
    table: 'ledger_entries',
    where: `source_type = 'opening_balance'`,
    change: more('amount_kobo'),
    told: ({ opening, payer }) =>
      sentence(
        `charge "Opening balance" on invoice ${opening.number}`,
        'expected NGN 5000.00 (debit receivable, credit opening)',
        payer,
        'found NGN 5007.00',
      ),
  },
  {
    what: 'a write-off',
    table: 'write_offs',
    where: '1 = 1',
    change: more('amount_kobo'),
    told: ({ written, payer }) =>
      sentence(`The invoice ${written.number} of ${payer} says written off: NGN 500.00; expected NGN 507.00 according to its write-offs`),
  },
  {
    what: 'what a till should hold',
    table: 'cash_counts',
    where: '1 = 1',
    change: (row) => ({ ...more('expected_kobo')(row), reason: 'Too much change' }),
    told: ({ count }) =>
      sentence(
        `The count of the till of`,
        `(${count.cash_count_id}) says expected: NGN 10257.00; expected NGN 10250.00 according to its payments, refunds and reversals`,
      ),
  },
  {
    what: 'a payment that a till has counted',
    table: 'cash_count_items',
    where: '1 = 1',
    change: 'deleted',
    told: ({ count }) => sentence(`(${count.cash_count_id}) says that it counts 1 payments`, 'NGN 10250.00; found 0 over NGN 0.00'),
  },
  {
    what: 'a part that a credit note took',
    table: 'credit_notes',
    where: '1 = 1',
    change: paperWith((line) => ({ ...line, netKobo: line.netKobo + 700 })),
    told: ({ note, invoice, payer }) =>
      sentence(
        `The credit note ${note.number} for invoice ${invoice.number} of ${payer} says its total: NGN 2150.00; expected NGN 2157.00 according to its printed lines`,
      ),
  },
  {
    what: 'the total of a credit note',
    table: 'credit_notes',
    where: '1 = 1',
    change: (row) => ({ net_kobo: Number(row.net_kobo) + 700, tax_kobo: Number(row.tax_kobo) - 700 }),
    told: ({ note }) =>
      sentence(`The credit note ${note.number}`, 'NGN 2007.00 net and NGN 143.00 tax; expected NGN 2000.00 net and NGN 150.00 tax'),
  },
]
