// Sortable column titles, and sorting in the browser for tables that hold all rows.

import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { t } from '../../strings.ts'
import type { Order } from './table-view.ts'

export type SortableColumn<T> = {
  key: string
  title: string
  isTitleHidden?: boolean
  /** Value of the API's `sort` parameter for this column. Omitted if the server cannot sort by this column. */
  order?: string
  /** The value to sort by, in a table that holds all rows. */
  sortBy?: (row: T) => string | number | null
}

export type Sorting = { by: 'server' | 'rows'; order: Order; set: (order: Order) => void }

const orderName = <T,>({ key, order, sortBy }: SortableColumn<T>, by: Sorting['by']): string | null =>
  by === 'server' ? (order ?? null) : sortBy ? key : null

/** The order after a click on a title: ascending, then descending, then none. */
const nextOrder = (name: string, order: Order): Order => {
  if (order === name) return `-${name}`
  return order === `-${name}` ? null : name
}

const directionOf = (name: string | null, order: Order): 'ascending' | 'descending' | undefined => {
  if (name === null) return undefined
  if (order === name) return 'ascending'
  return order === `-${name}` ? 'descending' : undefined
}

const MARKS = { ascending: '↑', descending: '↓' } as const

export const sortState = <T,>(column: SortableColumn<T>, { by, order }: Sorting) => {
  const direction = directionOf(orderName(column, by), order)
  return direction ? { 'aria-sort': direction } : {}
}

export const ColumnTitle = <T,>({ column, sorting }: { column: SortableColumn<T>; sorting: Sorting }) => {
  const name = orderName(column, sorting.by)
  if (column.isTitleHidden) return <VisuallyHidden>{column.title}</VisuallyHidden>
  if (name === null) return column.title
  const direction = directionOf(name, sorting.order)
  return (
    <UnstyledButton
      className="sort-button"
      data-sorted={direction}
      title={t('lists.sortBy', { column: column.title })}
      onClick={() => sorting.set(nextOrder(name, sorting.order))}
    >
      {column.title}
      <span aria-hidden="true">{direction ? MARKS[direction] : '↕'}</span>
    </UnstyledButton>
  )
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
type Sortable = string | number | null

/** Compares two values. Null comes last in both directions. */
const compare = (one: Sortable, other: Sortable, way: 1 | -1): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return way * (typeof one === 'number' && typeof other === 'number' ? one - other : words.compare(String(one), String(other)))
}

export const sortedRows = <T,>(rows: readonly T[], columns: readonly SortableColumn<T>[], { by, order }: Sorting): readonly T[] => {
  const sortBy = by === 'rows' && order !== null ? columns.find(({ key }) => key === order.replace(/^-/, ''))?.sortBy : undefined
  if (!sortBy) return rows
  const way = order!.startsWith('-') ? -1 : 1
  return rows.toSorted((one, other) => compare(sortBy(one), sortBy(other), way))
}
