// Every mistake in a card file is reported with its row and column. A file with mistakes gives no card at all.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCsv, writeCsv } from '../../values/csv-text.ts'
import type { CardKind } from '../rate-card.ts'
import { MISTAKES_LISTED_MAX } from './mistakes.ts'
import { CARD_FILE_MAX_BYTES, CARD_FILE_MAX_ROWS, CARD_LISTED_MAX } from './named-cells.ts'
import { readCardCsv } from './read-card.ts'

const EXPORT_AIR = `row,kind,title,currency,volumetric_divisor_cm3_per_kg,step_kg,zone,countries,carrier,service,zones_served,minimum_charge,fuel_percent,handling_fee,transit_days,over_kg,up_to_kg,price_per_kg
card,export_air,Air,USD,5000,0.5,,,,,,,,,,,,
zone,,,,,,A,GH TG,,,,,,,,,,
zone,,,,,,B,*,,,,,,,,,,
service,,,,,,,,Acme,Fast,*,0,0,0,,,,
price,,,,,,A,,Acme,Fast,,,,,2,0,5,14.00
price,,,,,,A,,Acme,Fast,,,,,2,5,20,11.50
price,,,,,,A,,Acme,Fast,,,,,2,20,no limit,9.80
price,,,,,,B,,Acme,Fast,,,,,4,0,no limit,20.00
`
const IMPORT_AIR = `row,kind,title,currency,countries,volumetric_divisor_cm3_per_kg,step_kg,price_per_kg,transit_days,minimum_charge,fuel_percent,handling_fee
card,import_air,From China,USD,CN,6000,none,8.50,7,0,0,0
`
const OCEAN = `row,kind,title,currency,countries,minimum_charge,fuel_percent,handling_fee,container_size,unit,price_per_unit
card,ocean_import,Sea,USD,CN HK,0,0,0,,,
price,,,,,,,,20',container,2900
price,,,,,,,,LCL,CBM,200
`
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const inLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (symbol) => symbol.charCodeAt(0))

/** The mistakes in a card file, each as one line with row, column and message. */
const saidOf = (file: string | Uint8Array, kind: CardKind): string[] => {
  const parsed = readCardCsv(typeof file === 'string' ? bytesOf(file) : file, kind)
  return parsed.ok ? [] : parsed.mistakes.map(({ row, column, message }) => `${row} ${column}: ${message}`)
}

/** Returns the file with one cell replaced. Rows are counted from 1, and row 1 is the header. */
const withCell = (file: string, row: number, column: string, value: string): string => {
  const { rows } = readCsv(file)
  rows[row - 1]![rows[0]!.indexOf(column)] = value
  return writeCsv(rows)
}
const line = (file: string, row: number): string => file.split('\n')[row - 1]!
const withRow = (file: string, text: string): string => `${file}${text}\n`
const withoutRows = (file: string, from: number, count = 1): string =>
  file
    .split('\n')
    .toSpliced(from - 1, count)
    .join('\n')

type Case = [what: string, file: string | Uint8Array, ...said: string[]]

const LISTED = '1 (file): lists more than 10000 countries and zones'

const WRONG_IMPORT_AIR: Case[] = [
  ['nothing at all', '', '1 (file): is empty'],
  ['blanks only', '\uFEFF \n,,\n', '1 (file): is empty'],
  ['a header only', line(IMPORT_AIR, 1), '1 row: has no card row below it: a file has one'],
  ['too many bytes', IMPORT_AIR.padEnd(CARD_FILE_MAX_BYTES + 1), '1 (file): is larger than 1048576 bytes'],
  ['too many rows', IMPORT_AIR + '\n'.repeat(CARD_FILE_MAX_ROWS), '1 (file): has more than 10000 rows'],
  ['too many columns', `${','.repeat(2_000)}x`, '1 (file): has more than 100 columns in row 1'],
  ['too many countries in one cell', withCell(IMPORT_AIR, 2, 'countries', 'CN '.repeat(CARD_LISTED_MAX + 1)), LISTED],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x72, 0]), '1 (file): is UTF-16 text: save it as "CSV UTF-8"'],
  ['a workbook', bytesOf('PK\u0003\u0004'), '1 (file): is a workbook: save it as "CSV UTF-8"'],
  [
    'another encoding',
    inLatin1(IMPORT_AIR.replace('China', 'Chin\xE9')),
    '2 title: holds characters that are not UTF-8: save the file as "CSV UTF-8"',
  ],
  ['the columns of another kind', OCEAN, '1 (file): has the columns of a card of kind ocean_import or ocean_export, not import_air'],
  [
    'an unknown column',
    IMPORT_AIR.replace(',title,', ',name,'),
    '1 title: is missing from the header',
    '1 "name": is not a column of a card of kind import_air',
  ],
  ['no column that says what a row is', IMPORT_AIR.replaceAll(/^(row|card),/gm, ''), '1 row: is missing from the header'],
  [
    'no column that says what a row is, and a cell that is refused in any row',
    IMPORT_AIR.replaceAll(/^(row|card),/gm, '').replace('From China', '=1+1'),
    '1 row: is missing from the header',
  ],
  ['a column twice', IMPORT_AIR.replace('\n', ',title\n').replace(',0\n', ',0,Again\n'), '1 title: is in the header twice'],
  ['a cell beyond the header', IMPORT_AIR.replace(',0\n', ',0,,note\n'), '2 cell 14: has no column name in the header'],
  [
    'a row cut short',
    IMPORT_AIR.replace(',0,0\n', '\n'),
    '2 fuel_percent: is empty: a card row needs it',
    '2 handling_fee: is empty: a card row needs it',
  ],
  ['a row of no known type', withRow(IMPORT_AIR, 'price,'), '3 row: "price" is not one of: card'],
  ['a second card row', withRow(IMPORT_AIR, line(IMPORT_AIR, 2)), '3 row: is a second card row: the first is row 2'],
  [
    'another kind than asked for',
    withCell(IMPORT_AIR, 2, 'kind', 'export_air'),
    '2 kind: is export_air, but the file is read as import_air',
  ],
]

const WRONG_OCEAN: Case[] = [
  [
    'a quote never closed',
    OCEAN.replace('LCL', '"LCL'),
    '4 container_size: begins with a quote that is never closed',
    '4 unit: is empty: a price row needs it',
    '4 price_per_unit: is empty: a price row needs it',
  ],
  ['no price row', withoutRows(OCEAN, 3, 2), '1 row: has no price row below it: a card prices at least one container size'],
  ['a price in the card row', withCell(OCEAN, 2, 'price_per_unit', '10'), '2 price_per_unit: must be empty in a card row'],
  [
    'an unknown container size',
    withCell(OCEAN, 3, 'container_size', '45'),
    `3 container_size: "45" is not one of: 20', 40', 40' HC, 40' REEF, 20' REEF, LCL, Ro-Ro, Breakbulk`,
  ],
  ['a container size twice', withRow(OCEAN, line(OCEAN, 3)), "5 container_size: 20' is priced in row 3 already"],
  ['the unit of another size', withCell(OCEAN, 4, 'unit', 'RT'), '4 unit: must be CBM: that is how LCL is priced'],
  [
    'an absurd price',
    withCell(OCEAN, 3, 'price_per_unit', '2000000000'),
    '3 price_per_unit: 2000000000 is not between 0.01 and 1000000000',
  ],
  [
    'thousands with a point',
    withCell(OCEAN, 3, 'price_per_unit', '2.900'),
    '3 price_per_unit: "2.900" may have 2 decimals at most, and the point is the decimal sign: if thousands are meant write 2900',
  ],
]

const WRONG_EXPORT_AIR: Case[] = [
  [
    'too many countries and zones in all rows',
    `${EXPORT_AIR}zone,,,,,,C,${'QQ '.repeat(CARD_LISTED_MAX / 2)}\nservice,,,,,,,,Acme,Slow,${'C '.repeat(CARD_LISTED_MAX / 2)}\n`,
    LISTED,
  ],
  [
    'no zone row',
    withoutRows(EXPORT_AIR, 3, 2),
    '1 row: has no zone row below it: a card has at least one',
    ...[4, 5, 6].map((row) => `${row} zone: A has no zone row`),
    '7 zone: B has no zone row',
  ],
  ['a zone lost', withoutRows(EXPORT_AIR, 4), '8 zone: B has no zone row'],
  ['a zone twice', withRow(EXPORT_AIR, 'zone,,,,,,A,NG'), '10 zone: A has a zone row already, row 3'],
  ['a country in two zones', withCell(EXPORT_AIR, 4, 'countries', 'NG TG'), '4 countries: TG is in the zone of row 3 already'],
  ['two zones for every other country', withCell(EXPORT_AIR, 3, 'countries', '*'), '4 countries: * is in the zone of row 3 already'],
  [
    'a service lost',
    withoutRows(EXPORT_AIR, 5),
    '1 row: has no service row below it: a card has at least one',
    ...[5, 6, 7, 8].map((row) => `${row} service: Fast of Acme has no service row`),
  ],
  ['a service twice', withRow(EXPORT_AIR, line(EXPORT_AIR, 5)), '10 service: Fast of Acme has a service row already, row 5'],
  [
    'prices of an unknown service',
    withCell(EXPORT_AIR, 9, 'service', 'Slow'),
    '5 zones_served: includes zone B, but the service has no price row for it',
    '9 service: Slow of Acme has no service row',
  ],
  [
    'a service without prices in a zone',
    withoutRows(EXPORT_AIR, 9),
    '5 zones_served: includes zone B, but the service has no price row for it',
  ],
  ['a service to an unknown zone', withCell(EXPORT_AIR, 5, 'zones_served', 'A B C'), '5 zones_served: C has no zone row'],
  ['prices in a zone not served', withCell(EXPORT_AIR, 5, 'zones_served', 'A'), '9 zone: B is not in zones_served of the service, row 5'],
  [
    'prices in an unknown zone',
    withRow(withCell(EXPORT_AIR, 5, 'zones_served', 'A B'), line(EXPORT_AIR, 9).replace('B', 'C')),
    '10 zone: C has no zone row',
  ],
  ['countries in a price row', withCell(EXPORT_AIR, 6, 'countries', 'GH'), '6 countries: must be empty in a price row'],
  [
    'two transit times for one zone',
    withCell(EXPORT_AIR, 7, 'transit_days', '3'),
    '7 transit_days: is 3, but 2 in row 6 for the same service and zone',
  ],
  ['a first weight break above zero', withCell(EXPORT_AIR, 6, 'over_kg', '1'), '6 over_kg: leaves a gap: no row covers 0 to 1 kg'],
  ['a weight break lost', withoutRows(EXPORT_AIR, 7), '7 over_kg: leaves a gap after row 6: no row covers 5 to 20 kg'],
  ['a weight break twice', withRow(EXPORT_AIR, line(EXPORT_AIR, 7)), '10 over_kg: overlaps row 7: both cover 5 to 20 kg'],
  ['weight breaks that overlap', withCell(EXPORT_AIR, 7, 'over_kg', '4.5'), '7 over_kg: overlaps row 6: both cover 4.5 to 5 kg'],
  ['two open weight breaks', withRow(EXPORT_AIR, line(EXPORT_AIR, 9)), '10 over_kg: overlaps row 9, which has no limit'],
  [
    'an empty weight break',
    withCell(EXPORT_AIR, 9, 'over_kg', '7').replace('7,no limit', '7,7'),
    '9 up_to_kg: must be above over_kg, which is 7',
  ],
  [
    'a last weight break that ends',
    withCell(EXPORT_AIR, 8, 'up_to_kg', '70'),
    '8 up_to_kg: must be "no limit" in the last row of a zone: no row covers more than 70 kg',
  ],
  [
    'a mistyped bound, without a gap made up around it',
    withCell(EXPORT_AIR, 7, 'up_to_kg', ''),
    '7 up_to_kg: is empty: a price row needs it',
  ],
  [
    'two zones without a name',
    withCell(withCell(EXPORT_AIR, 3, 'zone', ''), 4, 'zone', ''),
    '3 zone: is empty: a zone row needs it',
    '4 zone: is empty: a zone row needs it',
    ...[6, 7, 8].map((row) => `${row} zone: A has no zone row`),
    '9 zone: B has no zone row',
  ],
  ['no transit days for a zone', withCell(EXPORT_AIR, 9, 'transit_days', ''), '9 transit_days: is empty: a price row needs it'],
  [
    'a price of no carrier',
    withCell(EXPORT_AIR, 9, 'carrier', ''),
    '5 zones_served: includes zone B, but the service has no price row for it',
    '9 carrier: is empty: a price row needs it',
  ],
  [
    'a price of no zone',
    withCell(EXPORT_AIR, 7, 'zone', ''),
    '7 zone: is empty: a price row needs it',
    '8 over_kg: leaves a gap after row 6: no row covers 5 to 20 kg',
  ],
  ['no zones served', withCell(EXPORT_AIR, 5, 'zones_served', ''), '5 zones_served: is empty: a service row needs it'],
  ['a service without one of its fees', withCell(EXPORT_AIR, 5, 'handling_fee', ''), '5 handling_fee: is empty: a service row needs it'],
  [
    'a service of no carrier',
    withCell(EXPORT_AIR, 5, 'carrier', ''),
    '5 carrier: is empty: a service row needs it',
    ...[6, 7, 8, 9].map((row) => `${row} service: Fast of Acme has no service row`),
  ],
  [
    'a service without prices',
    withoutRows(EXPORT_AIR, 6, 4),
    ...['A', 'B'].map((zone) => `5 zones_served: includes zone ${zone}, but the service has no price row for it`),
  ],
  [
    'a zone that is no word',
    withRow(EXPORT_AIR, 'zone,,,,,,1,NG'),
    '10 zone: "1" is not a zone name: begin with a letter, then letters, digits, - or _, at most 20 in all, such as A or Z1',
  ],
]

const FILES: [CardKind, string, Case[]][] = [
  ['import_air', IMPORT_AIR, WRONG_IMPORT_AIR],
  ['ocean_import', OCEAN, WRONG_OCEAN],
  ['export_air', EXPORT_AIR, WRONG_EXPORT_AIR],
]

describe('readCardCsv', () => {
  for (const [kind, sound, wrong] of FILES) {
    it(`takes a sound ${kind} file`, () => assert.deepEqual(saidOf(sound, kind), []))
    for (const [what, file, ...said] of wrong) {
      it(`reports every mistake in an ${kind} file, and no more: ${what}`, () => assert.deepEqual(saidOf(file, kind), said))
    }
  }

  it('accepts a file up to the maximum size, rows and columns', () => {
    const padded = (columns: number): string => IMPORT_AIR.replace('\n', `${','.repeat(columns - line(IMPORT_AIR, 1).split(',').length)}\n`)
    const ofRows = (rows: number): string => IMPORT_AIR + '\n'.repeat(rows - 2)
    for (const file of [IMPORT_AIR.padEnd(CARD_FILE_MAX_BYTES), ofRows(CARD_FILE_MAX_ROWS), padded(100)]) {
      assert.deepEqual(saidOf(file, 'import_air'), [])
    }
    assert.deepEqual(saidOf(ofRows(CARD_FILE_MAX_ROWS + 1), 'import_air'), ['1 (file): has more than 10000 rows'])
    assert.deepEqual(saidOf(padded(101), 'import_air'), ['1 (file): has more than 100 columns in row 1'])
  })

  it('reads the names of columns in any case, and with blanks around them', () => {
    const named = IMPORT_AIR.replace(line(IMPORT_AIR, 1), line(IMPORT_AIR, 1).toUpperCase().replaceAll(',', ' , '))
    assert.deepEqual(saidOf(named, 'import_air'), [])
  })

  it('does not take an import-air card for an export-air card, nor an ocean import card for an ocean export card', () => {
    assert.deepEqual(saidOf(IMPORT_AIR, 'export_air'), ['1 (file): has the columns of a card of kind import_air, not export_air'])
    assert.deepEqual(saidOf(OCEAN, 'ocean_export'), ['2 kind: is ocean_import, but the file is read as ocean_export'])
  })

  it('reports all mistakes at once, from the top down', () => {
    const edits: [number, string, string][] = [
      [8, 'price_per_kg', '9,80'],
      [2, 'currency', 'XX'],
      [3, 'countries', 'QQ'],
      [6, 'over_kg', '2'],
    ]
    const file = edits.reduce((text, [row, column, value]) => withCell(text, row, column, value), EXPORT_AIR)
    assert.deepEqual(saidOf(file, 'export_air'), [
      '2 currency: "XX" is not an ISO 4217 currency code, such as USD or NGN',
      '3 countries: "QQ" is not an ISO-2 country code',
      '6 over_kg: leaves a gap: no row covers 0 to 2 kg',
      '8 price_per_kg: "9,80" has a decimal comma: write 9.80',
    ])
  })

  it('lists a limited number of mistakes, and how many were left out', () => {
    const said = saidOf(OCEAN + 'price,,,,,,,,20,container,x\n'.repeat(150), 'ocean_import')
    assert.equal(said.length, MISTAKES_LISTED_MAX + 1)
    assert.equal(said.at(-1), '1 (file): has 100 more mistakes than the 200 listed')
  })

  it('never repeats terminal control characters', () => {
    const said = saidOf(`\u001B[2J,row\n\u009B2J,${'x\u001B]0;'.repeat(50)}\n`, 'import_air')
    for (const text of said) assert.doesNotMatch(text, /\p{C}/u)
  })
})
