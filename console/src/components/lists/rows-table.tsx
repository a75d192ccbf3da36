// A table of rows. The first column links to the record; narrow screens hide less important columns.

import { Anchor, Checkbox, Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '../../strings.ts'
import type { Selection } from './selection.ts'

export type Column<T> = {
  key: string
  title: string
  render: (row: T) => ReactNode
  /** What the exported file says; columns without it are left out. */
  csv?: (row: T) => string | number | boolean | null
  align?: 'right'
  isLesser?: boolean
  isTitleHidden?: boolean
}

export type RowsTableProps<T> = {
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowKey: (row: T) => string
  /** What a row is called, for those who hear the page. */
  rowName: (row: T) => string
  href?: (row: T) => string
  selection?: Selection<T>
}

export const RowsTable = <T,>({ rows, columns, rowKey, rowName, href, selection }: RowsTableProps<T>) => {
  const isAllSelected = rows.length > 0 && rows.every((row) => selection?.rows.has(rowKey(row)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="panel-scroll" tabIndex={0} aria-label={columns.map(({ title }) => title).join(', ')}>
      <Table className="table" verticalSpacing="xs" horizontalSpacing="md">
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
            {columns.map(({ key, title, align, isLesser, isTitleHidden }) => (
              <Table.Th key={key} {...(align ? { ta: align } : {})} {...(isLesser ? { className: 'narrow-hidden' } : {})}>
                {isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
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
              {columns.map(({ key, render, align, isLesser }, index) => (
                <Table.Td key={key} {...(align ? { ta: align } : {})} {...(isLesser ? { className: 'narrow-hidden' } : {})}>
                  {index === 0 && href ? (
                    <Anchor component={Link} href={href(row)} fw={550} size="sm">
                      {render(row)}
                    </Anchor>
                  ) : (
                    render(row)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
