// /ops/v1/search: finds packages, customers, quotes, shipments and places by whatever staff know of them.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../flows/deps.ts'
import { search } from '../../../flows/overview/search.ts'
import { goodAnswer } from '../../operation.ts'
import { opsOperation, STAFF } from '../access.ts'
import { customerAnswers } from '../customers/present.ts'
import { businessIn } from '../list-filters.ts'
import { opsPackageAnswers } from '../packages/present.ts'
import { SEARCH_EXAMPLE, SearchAnswer, SearchQuery } from './search-schemas.ts'

export const searchRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/search',
    opsOperation(STAFF, {
      id: 'search',
      summary: 'Search for packages, customers, quotes, shipments and places',
      description: 'A few of each, best first. Case, diacritics and the order of words make no difference. Nothing is changed.',
      query: SearchQuery,
      answers: { 200: goodAnswer('What was found', SearchAnswer, SEARCH_EXAMPLE) },
    }),
    async ({ query }) => {
      const { mode = 'live', q } = query
      const found = await search(deps.db, { mode, ...(await businessIn(deps, query)) }, q, deps.clock())
      return {
        packages: await opsPackageAnswers(deps, found.packages),
        customers: await customerAnswers(deps, found.customers),
        quotes: found.quotes.map(({ id, reference, status }) => ({ parcel_quote_id: id, reference, status })),
        shipments: found.shipments.map(({ id, number, carrier, mode: of }) => ({ shipment_id: id, number, carrier, mode: of })),
        places: found.places.map(({ id, code }) => ({ place_id: id, code })),
      }
    },
  )
}
