// Bank statements are read in various formats of dates and amounts. Invoices are proposed by number first, then by amount and name.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PROBLEMS_MAX } from '../../values/errors.ts'
import type { BankMapping } from './bank-csv.ts'
import { readBankAmount, readBankCsv, readBankDate } from './bank-csv.ts'
import { invoiceNumbersIn, matcherFor } from './bank-match.ts'

const MAPPING: BankMapping = {
  date: 'Date',
  amount: null,
  credit: 'Credit',
  reference: null,
  description: 'Narration',
  dateFormat: 'DD/MM/YYYY',
  decimal: 'point',
}

describe('a date of a bank', () => {
  for (const [cell, format, date] of [
    ['2026-11-16', 'YYYY-MM-DD', '2026-11-16'],
    ['2026-11-16T09:30:00', 'YYYY-MM-DD', '2026-11-16'],
    ['16/11/2026', 'DD/MM/YYYY', '2026-11-16'],
    ['6.1.26', 'DD/MM/YYYY', '2026-01-06'],
    ['11/16/2026 14:05', 'MM/DD/YYYY', '2026-11-16'],
    ['16-Nov-2026', 'DD-MMM-YYYY', '2026-11-16'],
    ['16 november 26', 'DD-MMM-YYYY', '2026-11-16'],
    ['16/11/2026', 'MM/DD/YYYY', null],
    ['31/02/2026', 'DD/MM/YYYY', null],
    ['16-Foo-2026', 'DD-MMM-YYYY', null],
    ['', 'DD/MM/YYYY', null],
    ['yesterday', 'DD/MM/YYYY', null],
  ] as const)
    it(`${cell || '(empty)'} as ${format} is ${date}`, () => assert.equal(readBankDate(cell, format), date))
})

describe('an amount of a bank', () => {
  for (const [cell, decimal, kobo] of [
    ['1234.5', 'point', 123_450],
    ['1,234,567.89', 'point', 123_456_789],
    ['₦1,234.50', 'point', 123_450],
    ['NGN 500', 'point', 50_000],
    ['500.00 CR', 'point', 50_000],
    ['500.00 DR', 'point', -50_000],
    ['(500.00)', 'point', -50_000],
    ['-₦500', 'point', -50_000],
    ['500-', 'point', -50_000],
    ['1.234.567,89', 'comma', 123_456_789],
    ['1 234,5', 'comma', 123_450],
    ['0.00', 'point', 0],
    ['1,23.00', 'point', null],
    ['1.234', 'point', null],
    ['12e3', 'point', null],
    ['99999999999.00', 'point', null],
    ['n/a', 'point', null],
  ] as const)
    it(`${cell} with a decimal ${decimal} is ${kobo}`, () => assert.equal(readBankAmount(cell, decimal), kobo))
})

describe('a bank statement', () => {
  it('is read below the bank’s heading, without outgoing lines, and distinguishes identical lines', () => {
    const csv = [
      'Account,0123456789',
      '',
      'Date,Narration,Debit,Credit',
      '16/11/2026,TRF ACME INV-2026-000042,,"129,000.00"',
      '16/11/2026,POS,5000,',
      '16/11/2026,CASH,,100',
      '16/11/2026,CASH,,100',
      ',TOTAL,,',
    ].join('\n')
    const { mapping, lines, outgoing, mistakes } = readBankCsv(csv, null)
    assert.deepEqual(mapping, MAPPING)
    assert.deepEqual(mistakes, [])
    assert.equal(outgoing, 1)
    assert.deepEqual(
      lines.map(({ row, date, amountKobo }) => [row, date, amountKobo]),
      [
        [4, '2026-11-16', 12_900_000],
        [6, '2026-11-16', 10_000],
        [7, '2026-11-16', 10_000],
      ],
    )
    assert.equal(new Set(lines.map(({ identity }) => identity)).size, 3)
    const part = readBankCsv('Date;Credit;Narration\n16/11/2026;100;CASH\n', null)
    assert.equal(part.lines[0]?.identity, lines[1]?.identity, 'the same line in another export')
  })

  it('finds the date format that fits all dates', () => {
    assert.equal(readBankCsv('Date,Details,Amount\n11/16/2026,x,1\n01/02/2026,x,1\n', null).mapping?.dateFormat, 'MM/DD/YYYY')
  })

  it('names every mistake by row and column', () => {
    const csv = 'Date,Narration,Credit\n32/11/2026,x,1\n16/11/2026,x,one\n16/11/2026,"x,1\n'
    assert.deepEqual(
      readBankCsv(csv, MAPPING).mistakes.map(({ row, column }) => [row, column]),
      [
        [2, 'Date'],
        [3, 'Credit'],
        [4, 'Narration'],
      ],
    )
    assert.deepEqual(
      readBankCsv('A,B,C\n1,2,3\n', MAPPING).mistakes.map(({ column }) => column),
      ['Date', 'Credit', 'Narration'],
    )
    assert.match(readBankCsv('', null).mistakes[0]!.message, /no header/)
    assert.match(readBankCsv(`Date,Narration,Credit\n${'16/11/2026,x,1\n'.repeat(2_001)}`, MAPPING).mistakes[0]!.message, /at most 2000/)
    assert.equal(readBankCsv('One,Two,Three\n1,2,3\n', null).mapping, null, 'unusual columns are for a person to map')
  })
})

describe('proposals', () => {
  const line = (description: string, amountKobo = 10_000) => ({
    row: 2,
    date: '2026-11-16',
    amountKobo,
    reference: null,
    description,
    identity: '',
  })
  const open = (number: string, buyer: string, openKobo: number) => ({
    businessId: 'biz',
    payerId: null,
    invoiceId: `id of ${number}`,
    number,
    buyer,
    openKobo,
  })
  const invoices = [
    open('INV-2026-000001', 'Acme Imports', 10_000),
    open('INV-2026-000002', 'Zoë Stores', 10_000),
    open('INV-2026-000003', 'Other', 20_000),
  ]
  const proposed = (description: string, amountKobo?: number): string[] =>
    matcherFor('live', invoices)(line(description, amountKobo)).map(({ number, reason }) => `${number.slice(-1)} ${reason}`)

  it('are by number first, then amount and name, then amount alone', () => {
    assert.deepEqual(invoiceNumbersIn(line('pay inv2026000003 now'), 'live'), ['INV-2026-000003'])
    assert.deepEqual(invoiceNumbersIn(line('TEST-INV-2026-000003'), 'test'), ['TEST-INV-2026-000003'])
    assert.deepEqual(proposed('FOR INV-2026-000003', 10_000), ['3 invoice_number'])
    assert.deepEqual(proposed('TRF FROM IMPORTS ACME LTD'), ['1 amount_and_name'])
    assert.deepEqual(proposed('zoe stores'), ['2 amount_and_name'])
    assert.deepEqual(proposed('SOMEBODY'), ['1 amount', '2 amount'])
    assert.deepEqual(proposed('ACME IMPORTS', 7), [])
  })

  it('fold the name on an invoice once, however many lines have its amount', () => {
    let reads = 0
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...open(`INV-2026-${100_000 + index}`, '', 10_000),
      get buyer() {
        reads += 1
        return `Sample Imports ${index}`
      },
    }))
    const match = matcherFor('live', many)
    assert.equal(reads, many.length)
    for (let count = 0; count < 100; count++) match(line('TRF FROM SOMEBODY ELSE'))
    assert.equal(reads, many.length + 100 * 5, 'and of those that are proposed')
    assert.deepEqual(
      match(line('IMPORTS 7 SAMPLE')).map(({ number, reason }) => [number, reason]),
      many.slice(0, 5).map(({ number }) => [number, 'amount_and_name']),
    )
  })

  it('lists a limited number of mistakes, and how many were left out', () => {
    const { mistakes } = readBankCsv(`Date,Narration,Credit\n${'16/11/2026,x,one\n'.repeat(PROBLEMS_MAX + 20)}`, MAPPING)
    assert.equal(mistakes.length, PROBLEMS_MAX + 1)
    assert.deepEqual(mistakes.at(-1), { row: 0, column: 'csv', message: 'has 20 more mistakes than the 100 listed' })
  })
})
