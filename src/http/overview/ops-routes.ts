// /ops/v1/overview: figures of the day, such as arrivals and packages on hold. /ops/v1/search: full-text search of records.

import type { FastifyInstance } from 'fastify'
import { amountText, PRICE_CURRENCY } from '../../domain/values/money.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { viewCustomers } from '../../flows/customers/read-customers.ts'
import type { Deps } from '../../flows/deps.ts'
import { bookedValue, operatorOverview } from '../../flows/overview/operator-overview.ts'
import type { SearchFound } from '../../flows/overview/search.ts'
import { search } from '../../flows/overview/search.ts'
import { viewPackages } from '../../flows/packages/view-packages.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { businessQuery, modeQuery, zoneQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'
import type { Booked } from '../../store/overview/overview.ts'
import { presentOpsCustomer } from '../customers/present.ts'
import { presentOpsBusiness, presentOpsPackage } from '../packages/ops-present.ts'
import type { OpsRegister } from '../register.ts'
import { BOOKS, opsRoute, STAFF } from '../staff/access.ts'
import { seesMoney } from '../staff/auth.ts'
import { businessIn, sitesIn } from '../values/ops-list-filters.ts'
import { BOOKED_EXAMPLE, BookedAnswer, OVERVIEW_EXAMPLE, OverviewAnswer, SEARCH_EXAMPLE, SearchAnswer, SearchQuery } from './ops-schemas.ts'

const PAPER_KINDS = { invoice: 'invoice', creditNote: 'credit_note', receipt: 'receipt' } as const

const presentPaper = ({ kind, number, recordId, scope, business }: SearchFound['papers'][number]) => ({
  kind: PAPER_KINDS[kind],
  number,
  invoice_id: kind === 'receipt' ? null : recordId,
  payment_id: kind === 'receipt' ? recordId : null,
  mode: scope.mode,
  business: presentOpsBusiness(business),
})

const searchRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/search', STAFF, {
    id: 'search',
    summary: 'Search for packages, customers, quotes, shipments, places, papers and businesses',
    description: 'A few of each, best first. Case, diacritics and the order of words make no difference. Nothing is changed.',
    query: SearchQuery,
    answers: { 200: goodAnswer('The records found', SearchAnswer, SEARCH_EXAMPLE) },
    handler: async ({ query, staff }) => {
      const { mode = 'live', q } = query
      const found = await search(deps.db, { mode, ...(await businessIn(deps, query)) }, q, deps.clock(), staff.seen)
      return {
        packages: (await viewPackages(deps, found.packages)).map(presentOpsPackage),
        customers: (await viewCustomers(deps, found.customers)).map(presentOpsCustomer),
        quotes: found.quotes.map(({ id, reference, status }) => ({ parcel_quote_id: id, reference, status })),
        shipments: found.shipments.map(({ id, number, carrier, mode: of }) => ({ shipment_id: id, number, carrier, mode: of })),
        places: found.places.map(({ id, code }) => ({ place_id: id, code })),
        papers: (await seesMoney(deps.db, staff)) ? found.papers.map(presentPaper) : [],
        businesses: found.businesses.map(presentOpsBusiness),
      }
    },
  })
}

const KOBO_PER_NAIRA = 100

const presentOverview = (mode: Mode, found: Awaited<ReturnType<typeof operatorOverview>>) => ({
  mode,
  at: instant(found.now),
  time_zone: found.timeZone,
  date: found.today,
  arrived_today: found.arrivedToday,
  in_warehouse: found.inWarehouse,
  on_hold: found.onHold,
  storage_starting_soon: found.endingSoon,
  storage_charged: found.charged,
  awaiting_disposition: found.kept,
  abandoned: found.abandoned,
  unidentified: found.unidentified,
  unpriced: found.unpriced,
  failing_deliveries: found.failing,
  missed_charges: found.missed,
  undecided_messages: found.undecided,
  late_shipments: found.late,
  leaving_soon: found.leaving.map(({ id, number, carrier, etd }) => ({ shipment_id: id, number, carrier, etd: instant(etd) })),
  per_day: found.sales,
  onboarding: {
    first_key: found.steps.firstKey,
    own_rate_card: found.steps.ownRateCard,
    business_terms: found.steps.businessTerms,
    warehouse_address: found.steps.warehouseAddress,
    colleague_invited: found.steps.colleagueInvited,
    first_receipt: found.steps.firstReceipt,
  },
  carriers: found.carriers.map(({ id, state, lastSuccessAt, lastFailure }) => ({
    carrier: id,
    state,
    last_success_at: nullableInstant(lastSuccessAt),
    last_failure_at: nullableInstant(lastFailure?.at ?? null),
    last_failure: lastFailure?.message ?? null,
  })),
})

const presentBooked = ({ bookings, kobo }: Booked) => ({ bookings, amount: amountText(kobo.div(KOBO_PER_NAIRA)) })

const overviewRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/overview', STAFF, {
    id: 'getOverview',
    summary: 'Today’s overview',
    description:
      'Arrivals, what is stored, held, leaving, unidentified, without a price or failing, storage about to be charged, what was cancelled or abandoned in the warehouse, sales per day, carriers’ health; with `business`, its own alone; with `site`, what is there or goes there, beside what belongs to no site. Floor staff see their sites only.',
    query: Type.Object({
      ...modeQuery,
      ...businessQuery,
      site: Type.Optional(Type.Text({ description: 'Code or token of a site' })),
      ...zoneQuery,
    }),
    answers: { 200: goodAnswer('The overview', OverviewAnswer, OVERVIEW_EXAMPLE) },
    handler: async ({ query, staff }) => {
      const { mode = 'live' } = query
      const scope = { mode, ...(await businessIn(deps, query)), ...(await sitesIn(deps, { query, staff })) }
      return presentOverview(mode, await operatorOverview(deps, scope, query.time_zone))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/overview/booked', BOOKS, {
    id: 'getBookedValue',
    summary: 'Booked revenue, in naira',
    description:
      'Quotes booked today and in the last thirty days, at the prices they have now; those of which every package is cancelled are left out.',
    query: Type.Object({ ...modeQuery, ...businessQuery, ...zoneQuery }),
    answers: { 200: goodAnswer('Booked revenue', BookedAnswer, BOOKED_EXAMPLE) },
    handler: async ({ query }) => {
      const { mode = 'live' } = query
      const found = await bookedValue(deps, { mode, ...(await businessIn(deps, query)) }, query.time_zone)
      return {
        mode,
        time_zone: found.timeZone,
        date: found.date,
        since: found.since,
        currency: PRICE_CURRENCY,
        today: presentBooked(found.today),
        last_30_days: presentBooked(found.month),
      }
    },
  })
}

export const register: OpsRegister = { ops: [overviewRoutes, searchRoutes] }
