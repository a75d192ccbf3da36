// CSV is parsed according to RFC 4180, and violations are reported with row and cell.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { CSV_COLUMNS_MAX, CSV_ROWS_MAX, readCsv, writeCsv } from './csv-text.ts'

describe('readCsv', () => {
  const readable: [string, string, string[][]][] = [
    ['nothing', '', []],
    ['one cell', 'a', [['a']]],
    [
      'empty cells',
      'a,,\n,,b',
      [
        ['a', '', ''],
        ['', '', 'b'],
      ],
    ],
    ['LF, CRLF and CR', 'a\nb\r\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    ['a line end at the end, or none', 'a,b\r\n', [['a', 'b']]],
    ['an empty line as a row', 'a\n\nb', [['a'], [''], ['b']]],
    ['quotes around separators, line ends and quotes', '"a,b","c\r\nd","e ""f"""', [['a,b', 'c\r\nd', 'e "f"']]],
    ['an empty cell in quotes', '"",a', [['', 'a']]],
    ['blanks as they are', ' a , b', [[' a ', ' b']]],
    [
      'semicolons where the header has them',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs where the header has them',
      'a\tb\n1;2\t3',
      [
        ['a', 'b'],
        ['1;2', '3'],
      ],
    ],
  ]
  for (const [what, text, rows] of readable) it(`reads ${what}`, () => assert.deepEqual(readCsv(text), { rows, faults: [], wrong: null }))

  const faulty: [string, string, number, number, RegExp][] = [
    ['a quote that is never closed', 'a,b\n1,"2\n3,4', 2, 2, /never closed/],
    ['text after a closing quote', 'a\n"b"c', 2, 1, /after its closing quote/],
    ['a quote inside a cell without quotes', 'a,b,40" HC', 1, 3, /holds a quote/],
    ['rows as a spreadsheet counts them, whatever line ends cells hold', '"a\n\n",b\n1,2"', 2, 2, /holds a quote/],
  ]
  for (const [what, text, row, cell, message] of faulty) {
    it(`names row and cell of ${what}`, () => {
      const { faults } = readCsv(text)
      assert.deepEqual(
        faults.map((fault) => [fault.row, fault.cell]),
        [[row, cell]],
      )
      assert.match(faults[0]!.message, message)
    })
  }

  it('reads nothing of a file in another encoding', () => {
    const { rows, wrong } = readCsv('a\0,\0b\0\n')
    assert.deepEqual([rows, wrong], [[], 'has NUL characters or broken Unicode: save it as CSV in UTF-8'])
  })

  it('stops at a row with too many cells', () => {
    const row = (cells: number): string => `${Array.from({ length: cells }, (_, index) => index).join(',')}\n`
    assert.equal(readCsv(row(CSV_COLUMNS_MAX)).wrong, null)
    const { rows, wrong } = readCsv(`a,b\n${row(CSV_COLUMNS_MAX + 1)}c,d\n`)
    assert.deepEqual([rows.length, rows[1]!.length, wrong], [2, 100, 'has more than 100 columns in row 2'])
  })

  it('stops after too many rows, blank ones included', () => {
    assert.equal(readCsv('\n'.repeat(CSV_ROWS_MAX)).wrong, null)
    const { rows, wrong } = readCsv('\r'.repeat(500_000))
    assert.deepEqual([rows.length, wrong], [20_000, 'has more than 20000 rows, blank ones included'])
  })

  it('reports a bounded number of faults', () => assert.equal(readCsv('a"\n'.repeat(2_000)).faults.length, 1_000))

  it('reads a quote that is never closed in a long file without delay', () => {
    assert.equal(readCsv(`"${'""'.repeat(500_000)}`).faults.length, 1)
  })
})

describe('writeCsv', () => {
  it('quotes only cells that need it', () => {
    assert.equal(
      writeCsv([
        ['a', 'b c', 'd;e'],
        ['f,g', 'h"i', ''],
      ]),
      'a,b c,d;e\n"f,g","h""i",\n',
    )
  })

  it('writes no cell that a spreadsheet would run', () => {
    assert.equal(writeCsv([['=1+1', 'a;=cmd()', '＝1', '-8.50', 'x,@y']]), `'=1+1,a;'=cmd(),'＝1,-8.50,"x,'@y"\n`)
  })

  it('writes no formula for a program that splits at semicolons, where a quote inside a cell opens the next one', () => {
    for (const text of ['a;"=cmd()"', 'a;" =cmd()', 'a;"＝cmd()', 'a\t"@cmd()'])
      assert.match(writeCsv([['x', text]]), /^x,"a[;\t]"" ?'[=＝@]cmd/, text)
  })

  it('writes what readCsv reads back', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', '\r', ';', ' ') })
    // The separator is detected in the first row, so the test adds a header of plain cells.
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 })), (rows) => {
        const table = [['x', 'y'], ...rows]
        assert.deepEqual(readCsv(writeCsv(table)), { rows: table, faults: [], wrong: null })
      }),
    )
  })
})
