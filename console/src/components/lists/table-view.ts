// How a list is shown: its order, columns and page size, kept in the URL beside its filters.

import { useSearchParams } from 'wouter'

export const PAGE_SIZES = [25, 50, 100] as const

/** Name of the sort order: `weight` for ascending, `-weight` for descending. Null for the default order. */
export type Order = string | null

export type TableView = {
  order: Order
  /** Keys of the shown columns; null for the default columns. */
  columns: readonly string[] | null
  perPage: number
  setOrder(order: Order): void
  setColumns(keys: readonly string[] | null): void
  setPerPage(rows: number): void
}

const PLACE = ['cursor', 'page']

export const useTableView = (perPageDefault: number): TableView => {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | null, isAnotherPage: boolean) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        value === null ? after.delete(name) : after.set(name, value)
        if (isAnotherPage) for (const each of PLACE) after.delete(each)
        return after
      },
      { replace: true },
    )
  const asked = Number(params.get('per_page'))
  return {
    order: params.get('sort'),
    columns: params.get('columns')?.split(',') ?? null,
    perPage: PAGE_SIZES.find((size) => size === asked) ?? perPageDefault,
    setOrder: (order) => set('sort', order, true),
    setColumns: (keys) => set('columns', keys === null ? null : keys.join(','), false),
    setPerPage: (rows) => set('per_page', rows === perPageDefault ? null : String(rows), true),
  }
}
