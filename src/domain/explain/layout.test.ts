// The lines of a letter fit the width of the page, even with very long words. Amounts are right-aligned.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { entry, grouped, oneLine, PAGE_WIDTH_CHARACTERS, paragraph, stroke } from './layout.ts'

describe('a paragraph', () => {
  it('breaks between words, and keeps its indent', () => {
    const lines = paragraph(`${'word '.repeat(20)}end`, 2)
    assert.deepEqual(
      lines.map((line) => line.length),
      [66, 40],
    )
    assert.ok(lines.every((line) => line.startsWith('  w')))
  })

  it('breaks a word that no line can hold, between characters as people see them', () => {
    const family = '👩‍👩‍👧‍👦'
    assert.deepEqual(paragraph(family.repeat(PAGE_WIDTH_CHARACTERS + 1)), [family.repeat(PAGE_WIDTH_CHARACTERS), family])
  })

  it('keeps a number and its unit together', () => {
    const lines = paragraph(`${'x'.repeat(PAGE_WIDTH_CHARACTERS - 4)} 2.4 kg`)
    assert.deepEqual(lines, ['x'.repeat(PAGE_WIDTH_CHARACTERS - 4), '2.4 kg'])
  })
})

describe('an entry', () => {
  it('has its figure at the right edge, beside the label or below it', () => {
    assert.deepEqual(entry('Total', '1.00'), [`  Total${'1.00'.padStart(PAGE_WIDTH_CHARACTERS - 7)}`])
    const long = 'x'.repeat(PAGE_WIDTH_CHARACTERS - 7)
    assert.deepEqual(entry(long, '1.00'), [`  ${long}`, '1.00'.padStart(PAGE_WIDTH_CHARACTERS)])
  })

  it('has a line as wide as its figure', () => assert.equal(stroke('12.00'), `${' '.repeat(PAGE_WIDTH_CHARACTERS - 5)}-----`))
})

describe('one line', () => {
  const LINES: [text: string, line: string][] = [
    ['  a\r\n\tb  ', 'a b'],
    ['a\u2028b\u2029c\u0085d', 'a b c d'],
    ['a\u0000b\u001b[31mc', 'a b [31mc'],
    ['a\u202eb\u200bc\ufeff', 'abc'],
    ['Ọjà ńlá, 字', 'Ọjà ńlá, 字'],
    ['\ud800x', '\ufffdx'],
    ['x'.repeat(201), `${'x'.repeat(200)}…`],
  ]
  for (const [text, line] of LINES) it(`of ${JSON.stringify(text).slice(0, 40)}`, () => assert.equal(oneLine(text), line))
})

describe('an amount', () => {
  for (const [amount, text] of [
    ['0.50', '0.50'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567.89', '1,234,567.89'],
    ['-12345.00', '-12,345.00'],
    ['1499.987654321', '1,499.987654321'],
  ] as const) {
    it(`of ${amount} reads ${text}`, () => assert.equal(grouped(amount), text))
  }
})
