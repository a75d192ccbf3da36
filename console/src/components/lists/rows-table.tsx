// The table of every list. The first column links to the record; narrow screens hide less important columns.

import './table.css'
import { Checkbox, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { Fragment, useMemo, useState } from 'react'
import { t } from '../../strings.ts'
import { NarrowOnly, PageLink } from '../text.tsx'
import { moveAmongRows } from './row-keys.ts'
import type { SortableColumn, Sorting } from './sorting.tsx'
import { ColumnTitle, sortedRows, sortState } from './sorting.tsx'
import type { Order } from './table-view.ts'

/** Rows selected for a bulk action; the selection survives paging and filtering. */
export type Selection<T> = { rows: ReadonlyMap<string, T>; set(rows: readonly T[], isPicked: boolean): void; clear(): void }

export const useSelection = <T,>(rowKey: (row: T) => string): Selection<T> => {
  const [rows, setRows] = useState<ReadonlyMap<string, T>>(new Map())
  return useMemo(
    () => ({
      rows,
      set: (changed, isPicked) =>
        setRows((before) => {
          const after = new Map(before)
          for (const row of changed) isPicked ? after.set(rowKey(row), row) : after.delete(rowKey(row))
          return after
        }),
      clear: () => setRows(new Map()),
    }),
    [rows, rowKey],
  )
}

export type Column<T> = SortableColumn<T> & {
  /** The value that is shown and exported, unless the column has `render` or `csv`. */
  value?: (row: T) => string | number | null | undefined
  /** How `value` is shown. It is declared as a method, so that a function for a narrower type, such as strings only, may be passed. */
  format?(value: string | number | null | undefined): ReactNode
  render?: (row: T) => ReactNode
  /** The value in the exported file, by default `value`. A column with neither is not exported. */
  csv?: (row: T) => string | number | boolean | null
  /** Details in the first column, on narrow screens that hide the other columns. */
  narrow?: (row: T) => ReactNode
  align?: 'right'
  isLesser?: boolean
  /** The column has text of any length, which is cut off where other columns need the room. */
  isFreeText?: boolean
  /** The column is hidden until the user chooses it. */
  isOptional?: boolean
}

/** A `format` that shows a dash for missing values. */
export const orDash = (value: string | number | null | undefined): string | number => value ?? '—'

/** The last column, with the buttons of each row. */
export const actionsColumn = <T,>(render: (row: T) => ReactNode): Column<T> => ({
  key: 'actions',
  title: t('shell.actions'),
  isTitleHidden: true,
  align: 'right',
  render,
})

export type RowsTableProps<T> = {
  /** The accessible name, where a page has several tables with the same columns. */
  name?: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowKey: (row: T) => string
  /** The accessible name of a row. */
  rowName: (row: T) => string
  href?: (row: T) => string
  selection?: Selection<T>
  /** The heading above a row, shown where it differs from that of the row before. */
  headingOf?: (row: T) => string
  /** Sums of all rows by column key. */
  totals?: Readonly<Record<string, ReactNode>> | undefined
  /** How the server sorts the list. If omitted, `rows` are all rows, and the table sorts them itself. */
  sorting?: Sorting
  empty?: ReactNode
}

const cellOf = <T,>({ align, isLesser, isFreeText }: Column<T>) => ({
  ...(align ? { ta: align } : {}),
  className: [align && 'figure', isLesser && 'narrow-hidden', isFreeText && 'free-text'].filter(Boolean).join(' '),
})

const contentOf = <T,>({ render, value, format = (plain) => plain, narrow }: Column<T>, row: T): ReactNode => {
  const content = render ? render(row) : format(value?.(row))
  const details = narrow?.(row)
  if (!details) return content
  return (
    <>
      {content}
      <NarrowOnly>{details}</NarrowOnly>
    </>
  )
}

const titlesOf = (columns: readonly { title: string }[]): string => columns.map(({ title }) => title).join(', ')

export const RowsTable = <T,>({
  name,
  rows,
  columns,
  rowKey,
  rowName,
  href,
  selection,
  headingOf,
  totals,
  empty,
  ...given
}: RowsTableProps<T>) => {
  const [order, setOrder] = useState<Order>(null)
  const sorting = given.sorting ?? { by: 'rows', order, set: setOrder }
  if (rows.length === 0 && empty !== undefined) return empty
  const isAllSelected = rows.length > 0 && rows.every((row) => selection?.rows.has(rowKey(row)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className="panel-scroll" tabIndex={0} aria-label={name ?? titlesOf(columns)} onKeyDown={moveAmongRows}>
      <Table className="table" verticalSpacing={6} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w={44}>
                <Checkbox
                  size="xs"
                  aria-label={t('shell.selectAll')}
                  checked={isAllSelected}
                  onChange={() => selection.set(rows, !isAllSelected)}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Table.Th key={column.key} {...cellOf(column)} {...sortState(column, sorting)}>
                <ColumnTitle column={column} sorting={sorting} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sortedRows(rows, columns, sorting).map((row, place, sorted) => (
            <Fragment key={rowKey(row)}>
              {headingOf && headingOf(row) !== (place > 0 ? headingOf(sorted[place - 1]!) : '') && (
                <Table.Tr>
                  <Table.Th colSpan={columns.length} scope="colgroup" className="group-heading">
                    {headingOf(row)}
                  </Table.Th>
                </Table.Tr>
              )}
              <Table.Tr>
                {selection && (
                  <Table.Td>
                    <Checkbox
                      size="xs"
                      aria-label={t('shell.selectRow', { name: rowName(row) })}
                      checked={selection.rows.has(rowKey(row))}
                      onChange={() => selection.set([row], !selection.rows.has(rowKey(row)))}
                    />
                  </Table.Td>
                )}
                {columns.map((column, index) => (
                  <Table.Td key={column.key} {...cellOf(column)}>
                    {index === 0 && href ? (
                      <PageLink href={href(row)} fw={550}>
                        {contentOf(column, row)}
                      </PageLink>
                    ) : (
                      contentOf(column, row)
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            </Fragment>
          ))}
        </Table.Tbody>
        {totals && (
          <Table.Tfoot>
            <Table.Tr>
              {selection && <Table.Td />}
              {columns.map((column) => (
                <Table.Td key={column.key} {...cellOf(column)}>
                  {totals[column.key]}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </section>
  )
}
