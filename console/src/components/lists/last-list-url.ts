// Remembers the filters and page of a list, for the link back from a record.

import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { STORE_PREFIX } from '../../offline-store.ts'

const nameOf = (path: string): string => `${STORE_PREFIX}list ${path}`

export const useRememberList = (path: string): void => {
  const search = useSearch()
  useEffect(() => {
    const params = new URLSearchParams(search)
    // Mode and business are not remembered. The link back uses the mode and business that are selected when the link is clicked.
    for (const name of ['mode', 'business']) params.delete(name)
    window.sessionStorage.setItem(nameOf(path), params.toString())
  }, [path, search])
}

export const lastListUrl = (path: string): string => {
  const search = window.sessionStorage.getItem(nameOf(path))
  return search ? `${path}?${search}` : path
}
