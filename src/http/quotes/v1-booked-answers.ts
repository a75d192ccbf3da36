// A cache of responses for booked quotes, which are read far more often than they change.

import type { ParcelMention } from '../../domain/events/event.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Db } from '../../platform/engine/db.ts'
import { createVersionCache } from '../../platform/http/cache/by-version.ts'
import * as quotes from '../../store/quotes/quotes.ts'

const BYTES_MAX = 16 * 2 ** 20

/** A cache key for the response's data outside the quote. */
export const shownWithQuote = (parcels: readonly Pick<ParcelMention, 'id' | 'status'>[], baseUrl: string): string =>
  parcels.reduce((text, { id, status }) => `${text} ${id} ${status}`, baseUrl)

export const createBookedAnswers = (db: Db) => {
  const cache = createVersionCache(BYTES_MAX)
  return {
    /** Queries the store only if a response is cached. */
    find: async (scope: Scope, id: string, baseUrl: string): Promise<string | undefined> => {
      if (!cache.has(id)) return undefined
      const booked = await quotes.bookedSnapshot(db, scope, id)
      return booked ? cache.find(id, booked.version, shownWithQuote(booked.parcels, baseUrl)) : undefined
    },
    keep: (quote: Quote, parcels: readonly ParcelMention[], baseUrl: string, text: string): void => {
      if (quote.status === 'booked') cache.keep(quote.id, quote.version, shownWithQuote(parcels, baseUrl), text)
    },
  }
}
