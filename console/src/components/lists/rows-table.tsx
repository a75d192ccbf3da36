// The table that every list uses. The first column links to the record; narrow screens hide less important columns.

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
  /** The value of the cell. It is shown unless the column has `render`, and exported unless the column has `csv`. */
  value?: (row: T) => string | number | null | undefined
  /**
   * Formats `value` for display. Declared as a method, so that TypeScript also accepts a function with a narrower parameter, such as
   * `string`.
   */
  format?(value: string | number | null | undefined): ReactNode
  render?: (row: T) => ReactNode
  /** The value in the exported file; `value` by default. A column that has neither `csv` nor `value` is not exported. */
  csv?: (row: T) => string | number | boolean | null
  /** Details that are added to the cell only on narrow screens, where less important columns are hidden. */
  narrow?: (row: T) => ReactNode
  align?: 'right'
  isLesser?: boolean
  /** True for text of any length. The text is cut off if other columns need the space. */
  isFreeText?: boolean
  /** True if the column is hidden until the user chooses to show it. */
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
  /** The accessible name of the table; by default the column titles. Needed if a page has several tables with the same columns. */
  name?: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowKey: (row: T) => string
  /** Name of the row, used in the accessible label of its checkbox. */
  rowName: (row: T) => string
  href?: (row: T) => string
  selection?: Selection<T>
  /** The heading above a row. It is shown only if it differs from the heading of the previous row. */
  headingOf?: (row: T) => string
  /** The totals in the table's footer, by column key. */
  totals?: Readonly<Record<string, ReactNode>> | undefined
  /** The sort order, for a list that the server sorts. If omitted, the table sorts its rows in the browser, so `rows` must be complete. */
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
