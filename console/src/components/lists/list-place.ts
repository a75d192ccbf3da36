// Remembers the filters and page of a list, for the way back from a record.

import { useEffect } from 'react'
import { useSearch } from 'wouter'

const nameOf = (path: string): string => `waybill-list ${path}`

export const useListPlace = (path: string): void => {
  const search = useSearch()
  useEffect(() => window.sessionStorage.setItem(nameOf(path), search), [path, search])
}

export const listAddress = (path: string): string => {
  const search = window.sessionStorage.getItem(nameOf(path))
  return search ? `${path}?${search}` : path
}
