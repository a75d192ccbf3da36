// Which cells of a card file are valid. The message about an invalid cell says what to write instead.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { escapeFormulas } from '../../values/spreadsheet.ts'
import { forbiddenIn, shown, zone } from './cell.ts'
import { reader } from './layout.ts'
import { readCardCsv } from './read-card.ts'

const CARD = {
  row: 'card',
  kind: 'import_air',
  title: 'From China',
  currency: 'USD',
  countries: 'CN',
  volumetric_divisor_cm3_per_kg: '6000',
  step_kg: 'none',
  price_per_kg: '8.50',
  transit_days: '7',
  minimum_charge: '0',
  fuel_percent: '0',
  handling_fee: '0',
}
type Column = keyof typeof CARD

const readWith = (column: Column, cell: string) => {
  const card = { ...CARD, [column]: cell }
  // The test joins the lines itself, because `writeCsv` refuses cells that a spreadsheet would run as formulas.
  const lines = [Object.keys(card), Object.values(card)].map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
  return readCardCsv(new TextEncoder().encode(lines.join('\n')), 'import_air')
}

const WRONG: [Column, string, RegExp][] = [
  ['kind', 'air', /not one of: export_air, import_air/],
  ['title', '', /is empty: a card row needs it/],
  ['title', '=1+1', /would run as a formula/],
  ['title', '+A1', /would run as a formula/],
  ['title', '-A1', /would run as a formula/],
  ['title', '@SUM(A1)', /would run as a formula/],
  ['title', ' \t=1+1', /would run as a formula/],
  ['title', 'Rates;=1+1', /would run as a formula/],
  ['title', 'March 2026', /become a date/],
  ['title', '1/2', /become another number or a date/],
  ['title', '0012', /become another number/],
  ['title', 'true', /become TRUE or FALSE/],
  ['title', 'From\nChina', /line break/],
  ['title', 'From \u202Eanihc', /invisible character/],
  ['title', 'x'.repeat(256), /longer than 255 characters/],
  ['currency', 'DOLLAR', /not an ISO 4217 currency code/],
  ['currency', '$', /not an ISO 4217 currency code/],
  ['countries', 'ZZ', /"ZZ" is not an ISO-2 country code$/],
  ['countries', 'CN UK', /for United Kingdom write GB/],
  ['countries', 'CHN', /for China write CN/],
  ['countries', 'CN, HK', /separated by blanks/],
  ['countries', 'CN *', /\* alone/],
  ['countries', 'CN HK CN', /CN is in the list twice/],
  ['countries', 'QQ CN ZZ QQ', /^"QQ" is not an ISO-2 country code; "ZZ" is not an ISO-2 country code$/],
  ['countries', 'Q1 Q2 Q3 Q4 Q5 Q6 Q7', /"Q5" is not an ISO-2 country code; and 2 more$/],
  ['volumetric_divisor_cm3_per_kg', '600', /not between 1000 and 10000/],
  ['volumetric_divisor_cm3_per_kg', '5000.5', /must be a whole number/],
  ['volumetric_divisor_cm3_per_kg', '6.000', /if thousands are meant write 6000/],
  ['step_kg', '', /is empty/],
  ['step_kg', '0', /not between 0.001 and 100/],
  ['step_kg', 'half', /is not a number.*or the words: none/],
  ['price_per_kg', '', /is empty/],
  ['price_per_kg', '0', /not between 0.0001 and 1000000/],
  ['price_per_kg', '-8.50', /must not be negative/],
  ['price_per_kg', '-0', /must not be negative/],
  ['price_per_kg', '8,50', /has a decimal comma: write 8\.50/],
  ['price_per_kg', '1,400.00', /has a thousands separator: write 1400\.00/],
  ['price_per_kg', '1.400,00', /has a decimal comma: write 1400\.00/],
  ['price_per_kg', '1,400', /can be read two ways: write 1400 or 1\.4/],
  ['price_per_kg', '1,400,000', /thousands separators: write 1400000/],
  ['price_per_kg', '1.400.000', /thousands separators: write 1400000/],
  ['price_per_kg', '1 400.5', /thousands separators: write 1400\.5/],
  ['price_per_kg', "1'400", /thousands separators: write 1400/],
  ['price_per_kg', '1E+03', /scientific notation/],
  ['price_per_kg', '08.50', /must be written 8\.5/],
  ['price_per_kg', '.5', /must be written 0\.5/],
  ['price_per_kg', '8.', /must be written 8/],
  ['price_per_kg', '+8.50', /must be written 8\.5/],
  ['price_per_kg', '$8.50', /without currency sign or unit/],
  ['price_per_kg', '8.50 USD', /without currency sign or unit/],
  ['price_per_kg', 'eight', /is not a number/],
  ['price_per_kg', '٨', /is not a number/],
  ['price_per_kg', '8.50001', /4 decimals at most$/],
  ['price_per_kg', '1000000.01', /not between/],
  ['price_per_kg', '9'.repeat(20), /not between/],
  ['price_per_kg', '9'.repeat(21), /longer than 20 characters/],
  ['price_per_kg', '=8*1.1', /would run as a formula/],
  ['transit_days', '0', /not between 1 and 365/],
  ['transit_days', '7.5', /whole number/],
  ['minimum_charge', '', /is empty/],
  ['minimum_charge', '10.005', /2 decimals at most/],
  ['minimum_charge', '1000000000.01', /not between 0 and 1000000000/],
  ['step_kg', '0.5001', /3 decimals at most/],
  ['fuel_percent', '12.505', /2 decimals at most/],
  ['fuel_percent', '12%', /without currency sign or unit/],
  ['fuel_percent', '101', /not between 0 and 100/],
]

const RIGHT: [Column, string][] = [
  ['row', 'CARD'],
  ['kind', 'Import_Air'],
  ['title', 'Rates of March 2026'],
  ['title', '2026'],
  ['title', 'May'],
  ['title', 'Guangzhou – Lagos, "express"; 40 ft'],
  ['title', 'x'.repeat(255)],
  ['currency', 'ngn'],
  ['countries', '*'],
  ['countries', 'cn  HK\u00A0TW'],
  ['volumetric_divisor_cm3_per_kg', ' 5000 '],
  ['step_kg', 'None'],
  ['step_kg', '0.5'],
  ['price_per_kg', '0.0001'],
  ['price_per_kg', '1000000.0000'],
  ['minimum_charge', '1000000000.00'],
  ['fuel_percent', '100'],
  ['transit_days', '365'],
]

describe('the name of a zone', () => {
  it('is a letter and then letters, digits, - or _, 20 in all', () => {
    for (const text of ['A', 'Zone_1-b', 'É', `Z${'1'.repeat(19)}`, `Z${'𐐀'.repeat(19)}`]) assert.deepEqual(zone(text), { value: text })
    for (const text of ['', '1A', '-A', 'A B', `Z${'1'.repeat(20)}`]) {
      const parsed = zone(text)
      assert.match('wrong' in parsed ? parsed.wrong : '', /is not a zone name: begin with a letter.*at most 20 in all/)
    }
    assert.match(JSON.stringify(zone('true')), /would become TRUE or FALSE/)
  })
})

describe('a weight', () => {
  it('is at most 1000000 kg, to the gram', () => {
    const read = reader('over_kg')
    for (const text of ['0', '0.001', '1000000.000']) assert.deepEqual(read(text), { value: text })
    assert.match(JSON.stringify(read('1000000.001')), /not between 0 and 1000000/)
    assert.match(JSON.stringify(read('0.0001')), /3 decimals at most/)
  })
})

describe('a cell in a message', () => {
  it('is cut off after 40 characters, without control characters', () => {
    assert.equal(shown('x'.repeat(40)), `"${'x'.repeat(40)}"`)
    assert.equal(shown('x'.repeat(41)), `"${'x'.repeat(40)}…"`)
    assert.equal(shown('a\u001b[2Jb'), '"a?[2Jb"')
  })

  it('that is not UTF-8 is reported as such', () => {
    assert.match(forbiddenIn('Caf\uFFFD') ?? '', /not UTF-8: save the file as "CSV UTF-8"/)
    assert.equal(forbiddenIn('Café'), null)
  })
})

describe('a text written for a spreadsheet', () => {
  it('has an apostrophe before a formula, and numbers stay as they are', () => {
    assert.equal(escapeFormulas('=1+1'), "'=1+1")
    assert.equal(escapeFormulas('-8.50'), '-8.50')
  })
})

describe('a cell', () => {
  for (const [column, cell, message] of WRONG) {
    it(`of ${column} may not be ${JSON.stringify(cell.slice(0, 20))}`, () => {
      const parsed = readWith(column, cell)
      if (parsed.ok) assert.fail('was taken')
      assert.deepEqual(
        parsed.mistakes.map((mistake) => [mistake.row, mistake.column]),
        [[2, column]],
      )
      assert.match(parsed.mistakes[0]!.message, message)
    })
  }

  for (const [column, cell] of RIGHT) {
    it(`of ${column} may be ${JSON.stringify(cell.slice(0, 40))}`, () => {
      const parsed = readWith(column, cell)
      if (!parsed.ok) assert.fail(JSON.stringify(parsed.mistakes))
    })
  }
})
