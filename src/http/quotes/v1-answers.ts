// Response caches for booked quotes and for pages of quotes. Booked quotes are read far more often than they change.

import type { ParcelMention } from '../../domain/events/event.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import type { Db } from '../../platform/engine/db.ts'
import type { Page, PageRequest, Version } from '../../platform/engine/paging.ts'
import { createVersionCache } from '../../platform/http/cache/by-version.ts'
import { readPage } from '../../platform/http/cache/pages.ts'
import * as packages from '../../store/packages/packages.ts'
import type { QuoteFilter } from '../../store/quotes/quote-list.ts'
import * as quoteList from '../../store/quotes/quote-list.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { presentQuote } from './v1-present.ts'

/** The size of each cache, which has room for two to three thousand quotes. */
const BYTES_MAX = 16 * 2 ** 20

/** A cache key for the response data that is not part of the quote: the packages and the server's URL. */
const shownWithQuote = (parcels: readonly Pick<ParcelMention, 'id' | 'status'>[], baseUrl: string): string =>
  parcels.reduce((text, { id, status }) => `${text} ${id} ${status}`, baseUrl)

export const createBookedAnswers = (db: Db) => {
  const cache = createVersionCache(BYTES_MAX)
  return {
    /** Returns the cached response if it is up to date. If no response is cached, the store is not queried. */
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

type Listed = Version & { parcels: readonly ParcelMention[] }

export const quotePages = (deps: Deps) => {
  const cache = createVersionCache(BYTES_MAX)
  return (caller: Caller, filter: QuoteFilter, baseUrl: string, page: PageRequest): Promise<Page<string>> => {
    /** Reads the packages of the quotes. Packages are not cached, because they can change without a new version of the quote. */
    const parcelsOf = async (found: readonly Version[]): Promise<(quote: Version) => ParcelMention[]> => {
      const ids = filter.status.includes('booked') ? found.map(({ id }) => id) : []
      const parcels = Map.groupBy(await packages.summariesOfQuotes(deps.db, caller, ids), ({ quoteId }) => quoteId)
      return ({ id }) => parcels.get(id) ?? []
    }
    return readPage<Listed>(cache, {
      versions: async () => {
        const found = await quoteList.versions(deps.db, caller, filter, page)
        const parcels = await parcelsOf(found.items)
        return { ...found, items: found.items.map((quote) => ({ id: quote.id, version: quote.version, parcels: parcels(quote) })) }
      },
      shownWith: ({ parcels }) => shownWithQuote(parcels, baseUrl),
      render: async (listed) => {
        const parcels = new Map(listed.map((quote) => [quote.id, quote.parcels]))
        const found = await quotes.loadAll(
          deps.db,
          caller,
          listed.map(({ id }) => id),
        )
        const textOf = (quote: Quote) => JSON.stringify(presentQuote(quote, { parcels: parcels.get(quote.id)!, baseUrl }))
        return found.map((quote) => ({ id: quote.id, version: quote.version, text: textOf(quote) }))
      },
    })
  }
}
