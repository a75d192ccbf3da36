// Filters and page of a list, kept in the URL, so that reload, bookmarks and the back button work.

import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import type { PagePosition } from '../../api.ts'

/** `useFilters(['q', 'status'])`: their values in the URL, '' where missing. */
export const useFilters = <Name extends string>(names: readonly Name[]) => {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>
  const setFilter = useCallback(
    (name: Name, value: string) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          value === '' ? after.delete(name) : after.set(name, value)
          // A changed filter starts at the first page.
          after.delete('cursor')
          after.delete('page')
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  return [values, setFilter] as const
}

export const usePagePosition = () => {
  const [params, setParams] = useSearchParams()
  const cursor = params.get('cursor')
  const place: PagePosition | null = cursor === null ? null : { cursor, page: params.get('page') ?? '1' }
  const goTo = (next: PagePosition) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set('page', next.page)
      after.set('cursor', next.cursor)
      return after
    })
  return [place, goTo] as const
}
