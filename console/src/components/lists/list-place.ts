// Remembers the filters and page of a list, for the way back from a record.

import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { PREFIX } from '../../kept.ts'

const nameOf = (path: string): string => `${PREFIX}list ${path}`

export const useListPlace = (path: string): void => {
  const search = useSearch()
  useEffect(() => {
    const params = new URLSearchParams(search)
    // The way back is into the scope of that moment.
    for (const name of ['mode', 'business']) params.delete(name)
    window.sessionStorage.setItem(nameOf(path), params.toString())
  }, [path, search])
}

export const listAddress = (path: string): string => {
  const search = window.sessionStorage.getItem(nameOf(path))
  return search ? `${path}?${search}` : path
}
