// Marks the cells of a card's table that differ.

import { t } from '../../strings.ts'
import type { CardChange, CardInFull } from '../../wire.ts'
import type { Mark, Marks } from './sheet/marks.ts'
import { marksOf } from './sheet/marks.ts'

const PLACES = ['carrier', 'service', 'zone', 'over_kg', 'up_to_kg', 'container_size'] as const
const NO_LIMIT = 'no limit'

const isSame = (cell: string, value: string): boolean => cell === value || (cell !== '' && Number(cell) === Number(value))

/** Rows that the change is about: those that fill its column, and agree in what names its place. */
const isPlace = (row: Record<string, string>, change: CardChange): boolean => {
  const { country, field } = change
  if (!row[field]) return false
  if (country !== undefined) return (row.countries ?? '').split(/\s+/).includes(country)
  return PLACES.every((place) => {
    const value = change[place]
    return value === undefined || isSame(row[place] ?? '', value ?? NO_LIMIT)
  })
}

/** A country that came to the card or moved to another zone shows in the cell that lists it. */
const columnOf = ({ country, field }: CardChange): string => (country === undefined ? field : 'countries')

export const diffMarks = (changes: readonly CardChange[], { columns, rows }: CardInFull): Marks =>
  marksOf(
    changes
      .filter(({ change }) => change !== 'removed')
      .flatMap((change) => {
        const column = columns.indexOf(columnOf(change))
        const mark: Mark =
          change.change === 'added'
            ? { kind: 'added', text: change.country ? `${change.country} ${t('cards.isNew')}` : t('cards.isNew') }
            : { kind: 'changed', text: t('cards.was', { before: change.before ?? '' }) }
        return rows.flatMap((row, index) => (column >= 0 && isPlace(row, change) ? [{ row: index, column, mark }] : []))
      }),
  )
