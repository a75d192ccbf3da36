// The manifest file lists the contents of the shipment, its sums are exact, and no cell runs as a formula.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Package } from '../packages/package.ts'
import { readCsv } from '../values/csv-text.ts'
import { startsFormula } from '../values/spreadsheet.ts'
import type { Listed } from './manifest.ts'
import { manifestCsv, manifestOf } from './manifest.ts'
import { newConsolidation } from './shipment.ts'

const shipment = newConsolidation(
  { id: 'shp_1', number: 'S7K2M9QXTR4B', mode: 'live', transportMode: 'air', now: 0 },
  { conveyance: 'SA 912', masterDocument: '123-12345675', originCountry: 'CN', destinationCountry: 'NG', etd: Date.UTC(2026, 10, 16, 13) },
)

const listed = (parcel: Partial<Package>, more: Partial<Listed> = {}): Listed => ({
  parcel: {
    parcelNumber: 'P7XK2M9QTR4B',
    customerIdentifier: 'ACM1001',
    customerName: 'Sample Customer',
    quantity: 1,
    cargoIndex: 0,
    actualWeightKg: null,
    declaredWeightKg: null,
    volumeCbm: null,
    dimensions: null,
    ...parcel,
  } as Package,
  businessName: 'Acme Imports',
  cargo: { mode: 'air', pieces: [{ weightKg: 1, packageType: 'Carton' }], listed: true },
  announcedGoods: [],
  consignee: 'Sample Shop',
  city: 'Lagos',
  ...more,
})

const rowsOf = (lines: readonly Listed[]): string[][] => readCsv(manifestCsv(manifestOf(shipment, lines, 'Africa/Lagos')).slice(1)).rows
const tableOf = (lines: readonly Listed[]): string[][] => {
  const rows = rowsOf(lines)
  return rows.slice(rows.findIndex(([first]) => first === 'Parcel number'))
}

describe('a manifest as CSV', () => {
  it('begins with the shipment, each fact by its name', () => {
    const head = Object.fromEntries(rowsOf([]).slice(0, 10))
    assert.partialDeepStrictEqual(head, {
      Shipment: 'S7K2M9QXTR4B',
      Flight: 'SA 912',
      'Air waybill': '123-12345675',
      From: 'China (CN)',
      To: 'Nigeria (NG)',
      ETD: '2026-11-16 21:00',
      'Times in': 'Asia/Shanghai',
    })
  })

  for (const [what, originCountry, operatorsZone, expected] of [
    ['its only zone', 'GH', 'Asia/Shanghai', 'Africa/Accra'],
    ['the zone of China’s clocks', 'CN', 'Africa/Lagos', 'Asia/Shanghai'],
    ['the operator’s own, where the country has it too', 'US', 'America/Chicago', 'America/Chicago'],
    ['the operator’s own, where the country has several others', 'US', 'Africa/Lagos', 'Africa/Lagos'],
    ['the operator’s own, where no country is known', null, 'Africa/Lagos', 'Africa/Lagos'],
  ] as const) {
    it(`is in the time of the origin: ${what}`, () =>
      assert.equal(manifestOf({ ...shipment, originCountry }, [], operatorsZone).timeZone, expected))
  }

  it('lists measured values, otherwise declared ones, and adds up without a rounding error', () => {
    const table = tableOf([
      listed({ actualWeightKg: 0.1, declaredWeightKg: 9, dimensions: { lengthCm: 100, widthCm: 50, heightCm: 20 }, quantity: 2 }),
      listed({ declaredWeightKg: 0.2, volumeCbm: 0.1, customerIdentifier: null }, { cargo: null, consignee: null, city: null }),
    ])
    assert.deepEqual(table.slice(1), [
      ['P7XK2M9QTR4B', 'ACM1001', 'Acme Imports', 'Sample Shop', 'Lagos', '2', '0.1', '0.200', 'Carton'],
      ['P7XK2M9QTR4B', '', 'Acme Imports', 'Sample Customer', '', '1', '0.2', '0.100', ''],
      ['Total: 2', '', '', '', '', '3', '0.3', '0.300', ''],
    ])
  })

  it('names the contents: the commodity, otherwise the description, otherwise the kind of package', () => {
    const contents = (cargo: Listed['cargo']): string => tableOf([listed({}, { cargo })])[1]![8]!
    const element = { containerSize: 'LCL' as const, quantity: 1 }
    assert.equal(contents({ mode: 'ocean', elements: [{ ...element, commodity: 'Tiles' }], description: 'Other' }), 'Tiles')
    assert.equal(contents({ mode: 'ocean', elements: [element], description: 'Goods' }), 'Goods')
  })

  it('names the first goods of an announced parcel, before the kind of package', () => {
    const contents = (announcedGoods: string[], more: Partial<Listed> = {}): string =>
      tableOf([listed({}, { announcedGoods, ...more })])[1]![8]!
    assert.equal(contents(['Toy cars', 'Lamps']), 'Toy cars, Lamps')
    assert.equal(contents(['Toy cars', 'Lamps', 'Pots', 'Pans', 'Bags'], { cargo: null }), 'Toy cars, Lamps, Pots and 2 more')
  })

  const HOSTILE = ['=HYPERLINK("x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '＝1', 'Tiles; =1', 'a,=1', 'a\t=1', 'a\n ＠SUM(A1)']
  for (const text of HOSTILE) {
    it(`does not let ${JSON.stringify(text)} run, and keeps its text`, () => {
      const [, row] = tableOf([listed({ customerIdentifier: text }, { businessName: text, consignee: text, city: text })])
      for (const cell of [row![1]!, row![2]!, row![3]!, row![4]!]) {
        assert.equal(startsFormula(cell), false)
        assert.equal(cell.replaceAll("'", ''), text)
      }
    })
  }

  it('never has a cell that would run, whatever people typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@,;\'" \t\nA1(') }), (text) => {
        const cells = rowsOf([listed({ customerIdentifier: text }, { businessName: text, city: text })]).flat()
        assert.deepEqual(cells.filter(startsFormula), [])
      }),
    )
  })
})
