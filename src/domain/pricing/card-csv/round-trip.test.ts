// Cards and their files can be converted into each other without loss, and no file makes the reader throw.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { wellFormedText } from '../../../../test/support/samples/random-texts.ts'
import { SAMPLE_CARDS } from '../../demo/sample-cards.ts'
import { allCountries } from '../../values/country.ts'
import { readCsv } from '../../values/csv-text.ts'
import { CONTAINER_SIZES } from '../cargo.ts'
import type { AirService, Countries, ExportAirTariff, Tariff } from '../rate-card.ts'
import { diffCards } from './diff-cards.ts'
import type { CardContent } from './layout.ts'
import { CARD_KINDS } from './layout.ts'
import { kindOfFile, readCardCsv } from './read-card.ts'
import { cardToCsv } from './write-card.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const contentOf = ({ title, currency, tariff }: CardContent): CardContent => ({ title, currency, tariff })

const readBack = (text: string, kind: Tariff['kind']): CardContent => {
  const parsed = readCardCsv(bytesOf(text), kind)
  if (!parsed.ok) assert.fail(JSON.stringify(parsed.mistakes, null, 2))
  return parsed.card
}

const name = fc.stringMatching(/^[A-Z][a-zé ,;"'&]{0,12}[a-z]$/)
const figure = (max: number, decimals: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: max - 1 }), fc.option(fc.stringMatching(new RegExp(`^\\d{1,${decimals}}$`))))
    .map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`))
const fee = fc.oneof(fc.constant('0'), figure(1_000_000, 2))
const surcharges = fc.record({ minimumCharge: fee, fuelPercent: fc.oneof(fc.constant('0'), figure(100, 2)), handlingFee: fee })
const measure = { volumetricDivisor: fc.integer({ min: 1_000, max: 10_000 }), stepKg: fc.option(figure(100, 3)) }
const transitDays = fc.integer({ min: 1, max: 365 })
const countries: fc.Arbitrary<Countries> = fc.oneof(fc.constant('*' as const), fc.shuffledSubarray([...allCountries], { minLength: 1 }))

const breaks = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 4 }), fc.array(figure(1_000, 4), { minLength: 5, maxLength: 5 }))
  .map(([bounds, prices]) =>
    [...bounds.sort((one, other) => one - other).map(String), null].map((upToKg, index) => ({ upToKg, pricePerKg: prices[index]! })),
  )

const zonesOf = (names: string[], shuffled: string[], open: boolean): ExportAirTariff['zones'] =>
  names.map((zone, index) => {
    const isOpen = open && index === names.length - 1
    return { zone, countries: isOpen ? '*' : shuffled.filter((_, place) => place % names.length === index) }
  })

const service = (zones: string[]): fc.Arbitrary<AirService> =>
  fc.record({
    carrier: name,
    service: name,
    surcharges,
    zones: fc
      .shuffledSubarray(zones, { minLength: 1 })
      .chain((served) => fc.tuple(...served.map((zone) => fc.record({ zone: fc.constant(zone), transitDays, breaks })))),
  })

const exportAir: fc.Arbitrary<Tariff> = fc
  .tuple(
    fc.uniqueArray(fc.stringMatching(/^[A-Z][A-Z0-9_-]{0,5}$/), { minLength: 1, maxLength: 5 }),
    fc.shuffledSubarray([...allCountries], { minLength: 5 }),
    fc.boolean(),
  )
  .chain(([names, shuffled, open]) =>
    fc.record({
      kind: fc.constant('export_air' as const),
      ...measure,
      zones: fc.constant(zonesOf(names, shuffled, open)),
      services: fc.uniqueArray(service(names), { minLength: 1, maxLength: 3, selector: (air) => `${air.carrier}|${air.service}` }),
    }),
  )

const importAir: fc.Arbitrary<Tariff> = fc.record({
  kind: fc.constant('import_air' as const),
  countries,
  ...measure,
  pricePerKg: figure(1_000, 4),
  transitDays,
  surcharges,
})

const prices = fc
  .shuffledSubarray([...CONTAINER_SIZES], { minLength: 1 })
  .chain((sizes) => fc.tuple(...sizes.map((size) => figure(100_000, 2).map((price) => [size, price]))))
  .map((entries) => Object.fromEntries(entries))
const ocean: fc.Arbitrary<Tariff> = fc.record({
  kind: fc.constantFrom('ocean_import' as const, 'ocean_export' as const),
  countries,
  prices,
  surcharges,
})

// fast-check makes some objects without a prototype. `structuredClone` turns them into plain objects.
const card: fc.Arbitrary<CardContent> = fc
  .record({ title: name, currency: fc.constantFrom('USD', 'NGN', 'EUR'), tariff: fc.oneof(exportAir, importAir, ocean) })
  .map((made) => structuredClone(made))

describe('a card and its file', () => {
  for (const sample of SAMPLE_CARDS) {
    it(`are equivalent for ${sample.title}`, () => {
      const text = cardToCsv(sample)
      const read = readBack(text, sample.tariff.kind)
      assert.deepEqual(read, contentOf(sample))
      assert.equal(cardToCsv(read), text)
    })
  }

  it('are equivalent for any valid card', () => {
    fc.assert(
      fc.property(card, (written) => {
        const text = cardToCsv(written)
        const read = readBack(text, written.tariff.kind)
        assert.deepEqual(read, written)
        assert.equal(cardToCsv(read), text)
        assert.deepEqual(diffCards(written, read), [])
      }),
      { numRuns: 300 },
    )
  })

  it('have the same columns in every row', () => {
    for (const sample of SAMPLE_CARDS) {
      const { rows } = readCsv(cardToCsv(sample))
      assert.deepEqual([...new Set(rows.map((row) => row.length))], [rows[0]!.length])
    }
  })

  it('have a star for a service that serves all zones', () => {
    const { rows } = readCsv(cardToCsv(SAMPLE_CARDS.find(({ tariff }) => tariff.kind === 'export_air')!))
    const column = rows[0]!.indexOf('zones_served')
    assert.deepEqual(new Set(rows.filter(([row]) => row === 'service').map((row) => row[column])), new Set(['*']))
  })

  it('start with a byte order mark only if they are not ASCII', () => {
    const sample = SAMPLE_CARDS[1]!
    assert.ok(!cardToCsv(sample).startsWith('\uFEFF'))
    const accented = { ...contentOf(sample), title: 'Chine à Lagos' }
    assert.ok(cardToCsv(accented).startsWith('\uFEFF'))
    assert.deepEqual(readBack(cardToCsv(accented), 'import_air'), accented)
  })

  it('are not written if a spreadsheet would run a cell', () => {
    for (const title of ['=1+1', '+A1', '-A1', '@SUM(A1)', '＝1', 'Rates;=1+1', 'Rates, @A1', 'a\tb', 'a\n=1']) {
      assert.throws(() => cardToCsv({ ...SAMPLE_CARDS[0]!, title }), /cannot be written as CSV/, title)
    }
  })
})

/** Changes that a card file may undergo when a user opens, sorts or saves the file in a spreadsheet program. */
const SAVED_BY: [string, (text: string) => string][] = [
  ['line ends of Windows', (text) => text.replaceAll('\n', '\r\n')],
  ['a byte order mark', (text) => `\uFEFF${text}`],
  ['semicolons', (text) => text.replaceAll(',', ';')],
  ['tabs', (text) => text.replaceAll(',', '\t')],
  ['quotes around everything', (text) => text.replace(/[^,\n]+/g, '"$&"')],
  ['numbers without closing zeros', (text) => text.replace(/(\.\d*?)0+(?=[,\n])/g, '$1').replace(/\.(?=[,\n])/g, '')],
  ['empty rows and columns at the end', (text) => `${text.replaceAll('\n', ',,\n')}${','.repeat(20)}\n`],
  ['rows sorted upside down', (text) => [text.split('\n')[0], ...text.trim().split('\n').slice(1).reverse()].join('\n')],
]

describe('a file saved by a spreadsheet', () => {
  for (const [what, save] of SAVED_BY) {
    it(`is the same card with ${what}`, () => {
      assert.ok(SAMPLE_CARDS.some((sample) => save(cardToCsv(sample)) !== cardToCsv(sample)))
      for (const sample of SAMPLE_CARDS) {
        assert.deepEqual(diffCards(sample, readBack(save(cardToCsv(sample)), sample.tariff.kind)), [])
      }
    })
  }
})

describe('readCardCsv', () => {
  const noise = fc.oneof(wellFormedText(8), fc.constantFrom(',', '"', '\n', ';', '*', '-1', '1e9', 'card', 'price', '0', ''))
  const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(40), text: noise })
  const apply = (text: string, { at, length, text: put }: { at: number; length: number; text: string }): string => {
    const start = Math.floor(at * text.length)
    return text.slice(0, start) + put + text.slice(start + length)
  }

  it('never throws on a damaged file, and accepts only cards that can be written again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLE_CARDS), fc.array(edit, { minLength: 1, maxLength: 4 }), (sample, edits) => {
        const parsed = readCardCsv(bytesOf(edits.reduce(apply, cardToCsv(sample))), sample.tariff.kind)
        if (parsed.ok) assert.deepEqual(readBack(cardToCsv(parsed.card), sample.tariff.kind), parsed.card)
        else assert.ok(parsed.mistakes.length > 0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...CARD_KINDS), (bytes, kind) => {
        assert.equal(readCardCsv(bytes, kind).ok, false)
      }),
    )
  })
})

const kindIn = (text: string) => kindOfFile(bytesOf(text))

describe('kindOfFile', () => {
  it('is the kind in the card row', () => {
    for (const sample of SAMPLE_CARDS) assert.equal(kindIn(cardToCsv(sample)), sample.tariff.kind)
  })

  it('is found whatever the order of rows and columns, the case, the separator and the blanks', () => {
    assert.equal(kindIn('title;KIND;row\n;;price\nX;Ocean_Export;card\n'), 'ocean_export')
    assert.equal(kindIn('title, kind ,row\nX, ocean_export ,card\n'), 'ocean_export')
  })

  for (const text of ['', '\n', 'kind\n', 'kind\nfreight\n', 'row,title\ncard,import_air\n', '\u0000\uFFFD']) {
    it(`is not known for ${JSON.stringify(text)}`, () => assert.equal(kindIn(text), null))
  }
})
