// The matrix of a rate card in the console: contains every figure of the card's file, and marks changes.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeMarks } from '../console/src/pages/pricing/cards/matrix/marks.ts'
import { matrixOf, tablesOf, textAt } from '../console/src/pages/pricing/cards/matrix/matrix.ts'
import type { Sheet } from '../console/src/pages/pricing/cards/sheet/sheet.ts'
import { readFile } from '../console/src/pages/pricing/cards/sheet/sheet.ts'
import { SAMPLE_CARDS } from '../src/domain/demo/sample-cards.ts'
import { cardToCsv } from '../src/domain/pricing/card-csv/write-card.ts'

/** Columns of the card's file that the matrix shows as a heading, a row name or a chip. These columns have no cells in the matrix. */
const HEADINGS = ['row', 'kind', 'zone', 'carrier', 'service', 'container_size', 'unit']

const CARDS = SAMPLE_CARDS.map((card) => ({ id: card.id, kind: card.tariff.kind, sheet: readFile(cardToCsv(card)) }))
const EXPORT_AIR = CARDS.find(({ kind }) => kind === 'export_air')!

const cellsIn = (sheet: Sheet, kind: (typeof CARDS)[number]['kind']) =>
  tablesOf(matrixOf(sheet, kind)).flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.filter((cell) => cell !== null)))

const zoneA = (sheet: Sheet) => matrixOf(sheet, 'export_air').zones[0]!.table

/**
 * Types a text into a cell of zone A's table, as the console does. If the cell stands for several cells of the sheet, the text is written
 * to all of them.
 */
const typed = (sheet: Sheet, row: number, column: number, text: string): Sheet => {
  const { places } = zoneA(sheet).rows[row]!.cells[column]!
  const isPlace = (atRow: number, atColumn: number) => places.some((place) => place.row === atRow && place.column === atColumn)
  return { ...sheet, rows: sheet.rows.map((cells, atRow) => cells.map((cell, atColumn) => (isPlace(atRow, atColumn) ? text : cell))) }
}

describe('the matrix of a rate card', () => {
  for (const { id, kind, sheet } of CARDS) {
    it(`has every figure of ${id}`, () => {
      const shown = new Set(cellsIn(sheet, kind).flatMap(({ places }) => places.map(({ row, column }) => `${row} ${column}`)))
      const missing = sheet.rows.flatMap((cells, row) =>
        cells.flatMap((cell, column) => {
          const name = sheet.columns[column]!
          // The first weight row has 0 in `over_kg`. That zero is not a cell of the matrix.
          const isFixed = HEADINGS.includes(name) || (name === 'over_kg' && cell === '0')
          return cell === '' || isFixed || shown.has(`${row} ${column}`) ? [] : [`${name} in row ${row + 2}`]
        }),
      )
      assert.deepEqual(missing, [])
    })

    it(`does not differ from itself for ${id}, in any order of its rows`, () => {
      const turned = { ...sheet, rows: sheet.rows.toReversed() }
      assert.deepEqual(changeMarks(turned, sheet, kind), [])
    })
  }

  it('has a row per weight and a column per service, for services with prices', () => {
    const { heads, rows } = zoneA(EXPORT_AIR.sheet)
    assert.deepEqual(heads, ['Up to, kg', 'Waybill Air Express', 'Waybill Air Priority', 'Waybill Air Economy'])
    assert.deepEqual(
      rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell && textAt(EXPORT_AIR.sheet, cell))]),
      [
        ['Over 0 kg', '5', '14.00', '11.20', '8.60'],
        ['Over 5 kg', '20', '11.50', '9.30', '7.20'],
        ['Over 20 kg', '70', '9.80', '7.90', '6.10'],
        ['Over 70 kg', 'no limit', '8.90', '7.10', '5.50'],
        ['Transit time, days', null, '2', '4', '7'],
      ],
    )
  })

  it('moves a limit together with the start of the next weight, and marks only the limit', () => {
    const moved = typed(EXPORT_AIR.sheet, 1, 0, '25')
    assert.deepEqual(
      zoneA(moved).rows.map(({ name }) => name),
      ['Over 0 kg', 'Over 5 kg', 'Over 25 kg', 'Over 70 kg', 'Transit time, days'],
    )
    const marked = changeMarks(moved, EXPORT_AIR.sheet, 'export_air').map(({ column, mark }) => `${moved.columns[column]} ${mark.text}`)
    assert.deepEqual([...new Set(marked)].sort(), ['over_kg was 20', 'up_to_kg was 20'])
  })

  it('marks a changed price with its previous value, an equal one in another notation not, and new ones as new', () => {
    const marks = (sheet: Sheet) => changeMarks(sheet, EXPORT_AIR.sheet, 'export_air').map(({ mark }) => mark.text)
    assert.deepEqual(marks(typed(EXPORT_AIR.sheet, 0, 1, '14.75')), ['was 14.00'])
    assert.deepEqual(marks(typed(EXPORT_AIR.sheet, 0, 1, '14')), [])
    const row = EXPORT_AIR.sheet.columns.map((name) => ({ row: 'zone', zone: 'G', countries: 'FJ' })[name] ?? '')
    assert.deepEqual(marks({ ...EXPORT_AIR.sheet, rows: [...EXPORT_AIR.sheet.rows, row] }), ['new'])
  })
})
