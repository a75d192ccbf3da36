// Reads a version of a rate card, by default the one in force.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import type { CardInFull } from '../../../wire.ts'

export const CARDS = '/ops/v1/cards'

export const cardPath = (id: string, version?: number | string | null): string =>
  `${CARDS}/${encodeURIComponent(id)}${version ? `@${version}` : ''}`

export const useCard = (id: string, version?: number | string | null) =>
  useQuery({
    queryKey: [CARDS, id, version ?? null],
    queryFn: ({ signal }) => api.get<CardInFull>(cardPath(id, version), {}, signal),
  })

export const draftOf = ({ versions }: CardInFull) => versions.find(({ state }) => state === 'draft') ?? null
export const inForceOf = ({ versions }: CardInFull) => versions.find(({ state }) => state === 'in force') ?? null
