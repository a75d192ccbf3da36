// The signed-in person, and the operator of the portal.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../web/errors.ts'
import { portal } from './api.ts'
import { brandColours } from './brand-colours.ts'
import type { Brand, Me } from './wire.ts'

export const SESSION_KEY = ['session']
const BRAND_KEY = ['brand']
const MINUTE_MS = 60_000

const readSession = async (): Promise<Me | null> => {
  try {
    return await portal.get<Me>('/session')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** The data of the query is null if nobody is signed in. */
export const useSession = () => useQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: MINUTE_MS })

/**
 * Returns a function that sets the signed-in person, or null after signing out. It also discards all data that was read for the previous
 * person.
 */
export const useEnter = () => {
  const client = useQueryClient()
  return (me: Me | null): void => {
    client.removeQueries({ predicate: ({ queryKey: [first] }) => first !== SESSION_KEY[0] && first !== BRAND_KEY[0] })
    client.setQueryData(SESSION_KEY, me)
  }
}

/** The operator's name, logo, colour and ways to sign in; undefined until they are read. */
export const useBrand = (): Brand | undefined =>
  useQuery({ queryKey: BRAND_KEY, queryFn: () => portal.get<Brand>('/brand'), staleTime: Number.POSITIVE_INFINITY }).data

/** Applies the operator's colour to the page. If the operator has no colour, the default colours of portal.css apply. */
export const useBrandColour = (): void => {
  const colour = useBrand()?.colour
  useEffect(() => {
    if (colour === undefined || !/^#[0-9a-f]{6}$/i.test(colour)) return
    for (const [name, value] of Object.entries(brandColours(colour))) document.documentElement.style.setProperty(name, value)
  }, [colour])
}
