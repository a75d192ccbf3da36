// The head of a column, with a button where rows can be sorted by it; and the sorting of rows that are all here.

import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { t } from '../../strings.ts'
import type { Order } from './table-view.ts'

export type SortableColumn<T> = {
  key: string
  title: string
  isTitleHidden?: boolean
  /** The server's name for the order by this column, where it has an index for it. */
  order?: string
  /** What rows are sorted by in a table that holds all of them. */
  sortBy?: (row: T) => string | number | null
}

/** Where rows are read page by page the server sorts them, by what it has an index of. */
export type Sorting = { by: 'server' | 'rows'; order: Order; set: (order: Order) => void }

const orderName = <T,>({ key, order, sortBy }: SortableColumn<T>, by: Sorting['by']): string | null =>
  by === 'server' ? (order ?? null) : sortBy ? key : null

/** First one way, then the other, then as the list comes. */
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

/** For the cell of a column's head. */
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

/** What is missing comes last, either way. */
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
