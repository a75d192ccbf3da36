// Builds package responses, including the notices and the current storage fee.

import type { Caller, Deps } from '../../flows/deps.ts'
import { nowFor } from '../../flows/deps.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { createVersionCache } from '../../platform/http/cache/by-version.ts'
import { readPage } from '../../platform/http/cache/pages.ts'
import type { NotedPackage } from '../../store/packages/noted-packages.ts'
import { loadNoted } from '../../store/packages/noted-packages.ts'
import type { PackageFilter } from '../../store/packages/package-list.ts'
import * as packageList from '../../store/packages/package-list.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import { presentQuote } from '../quotes/v1-present.ts'
import { presentPackage, shownWithPackage } from './v1-present.ts'
import type { WirePackage } from './v1-schemas.ts'

/** The size of the cache, which has room for ten to twenty thousand packages. */
const BYTES_MAX = 32 * 2 ** 20

const presentNoted = ({ parcel, notices }: NotedPackage, { business, mode }: Caller, now: number): WirePackage =>
  presentPackage(parcel, { notices, business, mode, now })

/** Reads the package again for a response. The package or its notices may have changed since the package was saved. */
export const packageAnswer = async (deps: Deps, caller: Caller, id: string): Promise<WirePackage> => {
  const [noted] = await loadNoted(deps.db, caller, [id])
  return presentNoted(noted!, caller, nowFor(deps, caller))
}

/**
 * Packages with their quotes. A quote lists only the package that it is shown with. Otherwise every quote of a large booking would repeat
 * all packages of the booking.
 */
export const expandedAnswers = async (deps: Deps, caller: Caller, ids: readonly string[], baseUrl: string): Promise<WirePackage[]> => {
  const noted = await loadNoted(deps.db, caller, ids)
  const quoteIds = new Set(noted.flatMap(({ parcel }) => parcel.quoteId ?? []))
  const found = new Map((await quotes.loadAll(deps.db, caller, [...quoteIds])).map((quote) => [quote.id as string, quote]))
  const now = nowFor(deps, caller)
  const answers = noted.map((each) => {
    const quote = found.get(each.parcel.quoteId ?? '')
    return { ...presentNoted(each, caller, now), quote: quote ? presentQuote(quote, { parcels: [each.parcel], baseUrl }) : null }
  })
  const byId = new Map(answers.map((answer) => [answer.parcel_id, answer]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Pages of packages with their quotes, as JSON text. They are not cached, because a quote may change while the versions of its packages
 * stay the same.
 */
export const expandedPages = (deps: Deps, caller: Caller, filter: PackageFilter, baseUrl: string) => ({
  shown: null,
  read: async (page: PageRequest): Promise<Page<string>> => {
    const found = await packageList.versions(deps.db, await packageList.find(deps.db, caller, filter), page)
    const ids = found.items.map(({ id }) => id)
    return { ...found, items: (await expandedAnswers(deps, caller, ids, baseUrl)).map((answer) => JSON.stringify(answer)) }
  },
})

export const packagePages = (deps: Deps) => {
  const cache = createVersionCache(BYTES_MAX)
  return (caller: Caller, filter: PackageFilter) => {
    const now = nowFor(deps, caller)
    const shown = shownWithPackage(caller.business, now)
    return {
      // A list is cached only if it has no filter other than status. Other filters have too many combinations.
      shown: Object.keys(filter).every((name) => name === 'status') ? shown : null,
      read: async (page: PageRequest): Promise<Page<string>> => {
        const found = await packageList.find(deps.db, caller, filter)
        return readPage(cache, {
          versions: () => packageList.versions(deps.db, found, page),
          shownWith: () => shown,
          render: async (listed) => {
            const ids = listed.map(({ id }) => id)
            return (await loadNoted(deps.db, caller, ids)).map((noted) => {
              const { id, version } = noted.parcel
              return { id, version, text: JSON.stringify(presentNoted(noted, caller, now)) }
            })
          },
        })
      },
    }
  }
}
