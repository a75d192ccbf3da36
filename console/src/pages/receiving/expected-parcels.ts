// Expected parcels, cached in the browser so that scanning works offline.

import { useQuery } from '@tanstack/react-query'
import { api, PACKAGES } from '../../api.ts'
import { readStored, store } from '../../offline-store.ts'
import type { Mode } from '../../scope.tsx'
import { useScope } from '../../scope.tsx'
import type { OpsPackage } from '../../wire.ts'

const CACHED_MAX = 1_000
const PER_PAGE = 100
const FRESH_MS = 10 * 60 * 1000
const entryName = (mode: Mode): string => `awaited-${mode}`

export const useCacheExpectedParcels = (): void => {
  const { mode } = useScope()
  useQuery({
    queryKey: ['awaited', mode],
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    queryFn: async ({ signal }) => {
      const params = { mode, status: 'booked', per_page: PER_PAGE }
      const { items } = await api.listAll<OpsPackage>(PACKAGES, params, { rowsMax: CACHED_MAX, signal })
      store(entryName(mode), items)
      return items.length
    },
  })
}

/** Finds a cached parcel by its number or by the reference of its quote. Returns null unless exactly one parcel matches. */
export const findCachedParcel = (code: string, mode: Mode): OpsPackage | null => {
  const parcels = readStored<OpsPackage[]>(entryName(mode)) ?? []
  const wanted = code.replace(/[\s-]+/g, '').toUpperCase()
  const found = parcels.filter(({ parcel_number, quote_reference }) => parcel_number === wanted || quote_reference === wanted)
  return found.length === 1 ? found[0]! : null
}
