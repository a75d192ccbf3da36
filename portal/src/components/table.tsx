// Tables, which phones show as cards, and the filters and the pager of a list.

// biome-ignore-all lint/a11y/noRedundantRoles: a table that is shown as cards would lose the roles that it does not state

import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { Page, PagePosition } from '../../../web/requests.ts'
import { usePlace } from '../scope.tsx'
import { texts } from '../texts/shell.ts'

export type Column<Row> = {
  /** Must be unique within a table. */
  head: string
  cell: (row: Row) => ReactNode
  /** Right aligned. */
  isNumber?: true
  /** Hidden on screens of medium width. Phones show cards instead of a table, with all columns. */
  isLesser?: true
  /** Whether only screen readers get the heading. Used for columns of buttons. */
  isHeadHidden?: true
  /** Whether the column holds controls that change data. The column is hidden from operator staff who view the portal as the business. */
  isWriting?: true
}

type TableProps<Row> = {
  /** The table's caption, which only screen readers get. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The URL of a row's page, to which the first cell links. */
  hrefOf?: (row: Row) => string
}

const lookOf = ({ isNumber, isLesser }: Pick<Column<never>, 'isNumber' | 'isLesser'>): string | undefined =>
  [isNumber && 'number', isLesser && 'lesser'].filter(Boolean).join(' ') || undefined

export function Table<Row>({ caption, columns: all, rows, keyOf, hrefOf }: TableProps<Row>) {
  const { isViewOnly } = usePlace()
  const columns = all.filter(({ isWriting }) => !(isWriting && isViewOnly))
  return (
    <div className="table">
      <table role="table">
        <caption className="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, isHeadHidden, ...looks }) => (
              <th key={head} scope="col" role="columnheader" className={lookOf(looks)}>
                {isHeadHidden ? <span className="unseen">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" className={hrefOf && 'opens'}>
              {columns.map(({ head, cell, isHeadHidden, ...looks }, at) => (
                <td key={head} role="cell" data-label={isHeadHidden ? '' : head} className={lookOf(looks)}>
                  {at === 0 && hrefOf ? (
                    <Link href={hrefOf(row)} className="row-link">
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const FILTERS_LEFT_OUT = ['page', 'cursor']

/** Keeps the filters of a list in the URL. The returned `query` holds the filters and the position of the shown page. */
export const useFilters = <Key extends string>(keys: readonly Key[]) => {
  const [search, setSearch] = useSearchParams()
  const values = Object.fromEntries(keys.map((key) => [key, search.get(key) ?? ''])) as Record<Key, string>
  const position = Object.fromEntries(FILTERS_LEFT_OUT.flatMap((key) => (search.get(key) ? [[key, search.get(key)]] : [])))
  const set = (key: Key, value: string): void =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        for (const each of FILTERS_LEFT_OUT) next.delete(each)
        if (value === '') next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true },
    )
  const clear = (): void => setSearch({}, { replace: true })
  return {
    /** The props of a filter's input: its value, and the function that changes it. */
    field: (key: Key) => ({ value: values[key], onValue: (value: string) => set(key, value) }),
    query: { ...values, ...position } as Record<string, string>,
    clear,
    isFiltered: keys.some((key) => values[key] !== ''),
  }
}

/** Shows links to the next and previous page of a list. The position is in the URL, so that the browser's Back and Forward buttons work. */
export const Pager = ({ next, previous }: Pick<Page<unknown>, 'next' | 'previous'>) => {
  const [search] = useSearchParams()
  const [location] = useLocation()
  const hrefTo = ({ page, cursor }: PagePosition): string => {
    const params = new URLSearchParams(search)
    params.set('page', page)
    params.set('cursor', cursor)
    return `${location}?${params}`
  }
  if (next === null && previous === null) return null
  return (
    <nav className="pager" aria-label={texts.pager}>
      {previous ? (
        <Link href={hrefTo(previous)} className="button plain">
          {texts.previousPage}
        </Link>
      ) : (
        <span />
      )}
      {next && (
        <Link href={hrefTo(next)} className="button plain">
          {texts.nextPage}
        </Link>
      )}
    </nav>
  )
}
