// /ops/v1/quotes and /ops/v1/estimates: quotes of all businesses, and estimates, quotes and bookings that staff make for a business.

import type { FastifyInstance } from 'fastify'
import { addDays, startOfDay } from '../../domain/values/calendar.ts'
import { bookQuote } from '../../flows/booking/book-quote.ts'
import type { Deps } from '../../flows/deps.ts'
import { readingZone } from '../../flows/overview/operator-overview.ts'
import { cancelQuote } from '../../flows/quotes/cancel-quote.ts'
import { createQuote, estimatePrice } from '../../flows/quotes/create-quote.ts'
import { explainQuote } from '../../flows/quotes/explain-quote.ts'
import type { QuoteView } from '../../flows/quotes/view-quotes.ts'
import { viewQuote, viewQuotes } from '../../flows/quotes/view-quotes.ts'
import { NEWEST_FIRST } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { LIST_COUNT_EXAMPLE, ListCountAnswer } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import type { QuotesFilter } from '../../store/overview/operator-lists.ts'
import { countQuotes, listQuotes, locateQuote } from '../../store/overview/operator-lists.ts'
import { presentOpsBusiness } from '../packages/ops-present.ts'
import type { OpsRegister } from '../register.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { callerForBusiness, foundFor } from '../staff/for-business.ts'
import { QuoteParams } from '../values/fields.ts'
import { businessOfCustomer, commonFilter, dateIn, orderIn } from '../values/ops-list-filters.ts'
import { MakeQuoteBody, OPS_QUOTE_EXAMPLE, OpsQuoteAnswer, QuotesQuery } from './ops-schemas.ts'
import { BOOKED_QUOTES, CANCELLED_QUOTE, ESTIMATE, EXPLANATION } from './v1-examples.ts'
import { presentEstimate, presentExplanation } from './v1-explain-present.ts'
import { EstimateAnswer, ExplanationAnswer } from './v1-explain-schemas.ts'
import { presentQuote } from './v1-present.ts'
import { BookBody, CancelBody } from './v1-request-schemas.ts'
import { BOOKING_ERRORS, QUOTING_ERRORS } from './v1-routes.ts'

const presentOpsQuote = ({ scope, quote, business, parcels }: QuoteView, baseUrl: string) => ({
  ...presentQuote(quote, { parcels, baseUrl }),
  business: presentOpsBusiness(business),
  mode: scope.mode,
  parcel_customer_id: quote.customerId,
})

const opsQuoteRoutes = (app: FastifyInstance, deps: Deps): void => {
  const filterIn = async (query: Type.Static<typeof QuotesQuery>): Promise<QuotesFilter> => {
    const { status, customer_id: customerId, booked_from: from, booked_to: to } = query
    const common = await commonFilter(deps, query)
    const dayStart = async (date: string) => startOfDay(date, await readingZone(deps, common.businessId, query.time_zone))
    return {
      ...(await businessOfCustomer(deps, customerId)),
      ...common,
      ...omitNulls({
        status,
        customerId,
        bookedFrom: from && (await dayStart(dateIn('booked_from', from))),
        bookedBefore: to && (await dayStart(addDays(dateIn('booked_to', to), 1))),
      }),
    } as QuotesFilter
  }

  opsRoute(app, 'GET', '/ops/v1/quotes', STAFF, {
    id: 'listAllQuotes',
    summary: 'List quotes of all businesses',
    description: 'Newest first, every status unless one is asked for. Rates are as last shown to the business.',
    query: QuotesQuery,
    answers: { 200: goodAnswer('A page of quotes', Type.Array(OpsQuoteAnswer), [OPS_QUOTE_EXAMPLE]) },
    handler: async (request, reply) => {
      const filter = await filterIn(request.query)
      const order = orderIn({ created: NEWEST_FIRST }, request.query.sort)
      const { items } = await listPage(request, reply, (page) => listQuotes(deps.db, filter, { ...page, order }), request.query.per_page)
      return (await viewQuotes(deps, items)).map((view) => presentOpsQuote(view, request.baseUrl))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/quotes/totals', STAFF, {
    id: 'countQuotes',
    summary: 'How many quotes the list has',
    description: 'Quotes that match the filters.',
    query: QuotesQuery,
    answers: { 200: goodAnswer('The count', ListCountAnswer, LIST_COUNT_EXAMPLE) },
    handler: async ({ query }) => countQuotes(deps.db, await filterIn(query)),
  })

  opsRoute(app, 'GET', '/ops/v1/quotes/:id', STAFF, {
    id: 'getAnyQuote',
    summary: 'Retrieve a quote',
    description: 'As its business sees it, without re-pricing it.',
    params: QuoteParams,
    answers: { 200: goodAnswer('The quote', OpsQuoteAnswer, OPS_QUOTE_EXAMPLE) },
    handler: async (request) => presentOpsQuote(await viewQuote(deps, await locateQuote(deps.db, request.params.id)), request.baseUrl),
  })

  opsRoute(app, 'GET', '/ops/v1/quotes/:id/explain', STAFF, {
    id: 'explainAnyQuote',
    summary: 'Explain the price of a quote',
    description: 'Every step from the cargo to the total, as its business sees it.',
    params: QuoteParams,
    answers: { 200: goodAnswer('The derivation of the price', ExplanationAnswer, EXPLANATION) },
    errors: ['LANE_NOT_SERVED'],
    handler: async (request) => {
      const { quote, caller } = await foundFor(deps, request, locateQuote)
      return presentExplanation(await explainQuote(deps, caller, quote.id, null))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/quotes/:id/cancel', WAREHOUSE, {
    id: 'cancelQuoteAsStaff',
    summary: 'Cancel a pending quote',
    description: 'Its closed_reason is then `cancelled_by_operator`.',
    params: QuoteParams,
    body: CancelBody,
    answers: {
      200: goodAnswer('The quote, cancelled', OpsQuoteAnswer, {
        ...OPS_QUOTE_EXAMPLE,
        ...CANCELLED_QUOTE,
        closed_reason: 'cancelled_by_operator',
      }),
    },
    errors: ['NOT_FOUND', 'QUOTE_ALREADY_BOOKED', 'QUOTE_CANCELLED', 'BOOKING_IN_PROGRESS'],
    handler: async (request) => {
      const { scope, quote: found, caller } = await foundFor(deps, request, locateQuote)
      const quote = await cancelQuote(deps, caller, found.id, request.body.comment ?? null, 'cancelled_by_operator')
      return presentOpsQuote(await viewQuote(deps, { scope, quote }), request.baseUrl)
    },
  })
}

const counterRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/estimates', WAREHOUSE, {
    id: 'estimatePriceAsStaff',
    attachValidation: true,
    summary: 'Estimate a price for a business',
    description: 'From countries and cargo, with the cards and terms of the business. Outside carriers are not asked; nothing is stored.',
    body: MakeQuoteBody,
    answers: { 200: goodAnswer('The estimate, cheapest rate first', EstimateAnswer, ESTIMATE) },
    errors: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE', 'LANE_NOT_SERVED'],
    handler: async (request) => {
      const problems = problemsOf(request)
      const caller = await callerForBusiness(deps, request, request.body, problems)
      return presentEstimate(await estimatePrice(deps, caller, request.body.parcel ?? {}, problems), caller.business.timeZone)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/quotes', WAREHOUSE, {
    id: 'createQuoteAsStaff',
    attachValidation: true,
    summary: 'Create a quote for a business',
    description: 'By the same rules as the business’s own. Its `source` is `console`, and the audit trail names who made it.',
    body: MakeQuoteBody,
    answers: { 201: goodAnswer('The quote, pending', OpsQuoteAnswer, { ...OPS_QUOTE_EXAMPLE, source: 'console' }) },
    errors: [...QUOTING_ERRORS],
    handler: async (request, reply) => {
      const problems = problemsOf(request)
      const caller = await callerForBusiness(deps, request, request.body, problems)
      const quote = await createQuote(deps, caller, request.body.parcel ?? {}, problems, 'console')
      const view = await viewQuote(deps, { scope: caller, quote })
      return reply.code(201).send(presentOpsQuote(view, request.baseUrl))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/quotes/:id/create_shipment', WAREHOUSE, {
    id: 'createShipmentAsStaff',
    config: { answersLost: true },
    summary: 'Confirm a pending quote of a business',
    description:
      'Books it and creates its packages, no matter who created the quote. Export air needs the `rate_id` of a rate at most one hour old.',
    params: QuoteParams,
    body: BookBody,
    answers: {
      200: goodAnswer('The quote, booked', OpsQuoteAnswer, { ...OPS_QUOTE_EXAMPLE, ...BOOKED_QUOTES['export-air'], source: 'console' }),
    },
    errors: [...BOOKING_ERRORS],
    handler: async (request) => {
      const { scope, quote: found, caller } = await foundFor(deps, request, locateQuote)
      const quote = await bookQuote(deps, caller, found.id, request.body.rate_id ?? null, request.underKey)
      return presentOpsQuote(await viewQuote(deps, { scope, quote }), request.baseUrl)
    },
  })
}

export const register: OpsRegister = { ops: [opsQuoteRoutes, counterRoutes] }
