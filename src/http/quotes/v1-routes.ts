// /v1/parcel_quotes: routes to create, retrieve, list and cancel quotes. /v1/packages/{id}/create_shipment: books a quote.

import type { FastifyInstance } from 'fastify'
import type { ParcelMention } from '../../domain/events/event.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { bookQuote } from '../../flows/booking/book-quote.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { cancelQuote } from '../../flows/quotes/cancel-quote.ts'
import { createQuote } from '../../flows/quotes/create-quote.ts'
import { readQuote } from '../../flows/quotes/read-quote.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { pageSender } from '../../platform/http/cache/pages.ts'
import { answerWith, questionOf, sendAnswer } from '../../platform/http/cache/until-next-commit.ts'
import { answerByFlow, goodAnswer, route } from '../../platform/http/operation.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as packages from '../../store/packages/packages.ts'
import type { QuoteFilter } from '../../store/quotes/quote-list.ts'
import type { Shared } from '../register.ts'
import { QuoteParams } from '../values/fields.ts'
import { customerQuery, readRecordFilter, recordQuery, statusQuery, withCustomerFilter } from '../values/v1-list-filters.ts'
import { createBookedAnswers, quotePages } from './v1-answers.ts'
import { BOOKED_QUOTES, CANCELLED_QUOTE, PENDING_QUOTES } from './v1-examples.ts'
import { presentQuote } from './v1-present.ts'
import { BookBody, CancelBody, CreateQuoteBody } from './v1-request-schemas.ts'
import type { WireQuote } from './v1-schemas.ts'
import { QuoteAnswer } from './v1-schemas.ts'

const ListQuery = Type.Object({
  ...statusQuery(['pending', 'booked'], { default: ['pending'] }),
  cancelled: Type.Optional(Type.Boolean({ description: 'true: cancelled quotes instead of pending ones' })),
  direction: Type.Optional(Type.Enum(['import', 'export'])),
  transport_mode: Type.Optional(Type.Enum(['air', 'ocean'])),
  ...customerQuery,
  ...recordQuery,
  ...pageQuery,
})

/** Reads the filter of a list. Returns null if the query has both `cancelled` and a status, because no quote matches both. */
const readFilter = (deps: Deps, caller: Caller, query: Type.Static<typeof ListQuery>): QuoteFilter | null => {
  const { status, cancelled = false, direction, transport_mode: transportMode } = query
  if (cancelled && status !== undefined) return null
  return {
    status: cancelled ? ['cancelled'] : (status ?? ['pending']),
    ...omitNulls({ direction, transportMode }),
    ...readRecordFilter(deps, caller, query),
  }
}

export const QUOTING_ERRORS = ['CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE', 'LANE_NOT_SERVED', 'CARRIER_UNAVAILABLE'] as const
export const BOOKING_ERRORS = [
  'RATE_REQUIRED',
  'RATE_NOT_FOUND',
  'QUOTE_RATE_OUTDATED',
  'QUOTE_ALREADY_BOOKED',
  'QUOTE_CANCELLED',
  'BOOKING_IN_PROGRESS',
  'CARRIER_REJECTED',
  'CARRIER_UNAVAILABLE',
  'CARRIER_OUTCOME_PENDING',
] as const

const PAGES = Object.fromEntries(Object.entries(PENDING_QUOTES).map(([flow, quote]) => [flow, [quote]]))

const NONE: Page<string> = { items: [], older: null, newer: null }

export const quoteRoutes = (app: FastifyInstance, deps: Deps, { cache }: Shared): void => {
  const bookedAnswers = createBookedAnswers(deps.db)
  const readPage = quotePages(deps)
  const sendPage = pageSender(cache)
  const parcelsOf = async (caller: Caller, quote: Quote): Promise<ParcelMention[]> =>
    quote.status === 'booked' ? packages.summariesOfQuotes(deps.db, caller, [quote.id]) : []
  const answer = async (caller: Caller, quote: Quote, base: string): Promise<WireQuote> =>
    presentQuote(quote, { parcels: await parcelsOf(caller, quote), baseUrl: base })
  const readAnew = async (caller: Caller, id: string, base: string): Promise<string> => {
    const quote = await readQuote(deps, caller, id)
    const parcels = await parcelsOf(caller, quote)
    const text = JSON.stringify(presentQuote(quote, { parcels, baseUrl: base }))
    bookedAnswers.keep(quote, parcels, base, text)
    return text
  }

  route(app, 'POST', '/v1/parcel_quotes', 'Quotes', {
    id: 'createQuote',
    isContract: true,
    attachValidation: true,
    summary: 'Create a parcel quote',
    description: 'Prices air or ocean parcel freight. The quote starts `pending`; book it with create_shipment.',
    body: CreateQuoteBody,
    answers: { 201: answerByFlow('The quote, pending', QuoteAnswer, PENDING_QUOTES) },
    errors: [...QUOTING_ERRORS],
    handler: async (request, reply) => {
      const problems = problemsOf(request)
      const quote = await createQuote(deps, request.caller, request.body.parcel ?? {}, problems)
      return reply.code(201).send(await answer(request.caller, quote, request.baseUrl))
    },
  })

  route(app, 'GET', '/v1/parcel_quotes/:id', 'Quotes', {
    id: 'getQuote',
    isContract: true,
    summary: 'Retrieve a quote',
    description: 'Pending export air is rated anew on every call; pending ocean and import air once their estimate is older than one hour.',
    params: QuoteParams,
    answers: { 200: answerByFlow('The quote', QuoteAnswer, PENDING_QUOTES) },
    errors: ['CARRIER_UNAVAILABLE'],
    handler: (request, reply) => {
      const { caller, params } = request
      const base = request.baseUrl
      const kept = cache(questionOf(request, base), async () => {
        const body = await bookedAnswers.find(caller, params.id, base)
        return body === undefined ? undefined : answerWith(body)
      })
      if (!(kept instanceof Promise)) return sendAnswer(reply, kept)
      return sendAnswer(
        reply,
        kept.then(async (found) => found ?? answerWith(await readAnew(caller, params.id, base))),
      )
    },
  })

  route(app, 'GET', '/v1/parcel_quotes', 'Quotes', {
    id: 'listQuotes',
    isContract: true,
    summary: 'List quotes',
    description:
      'Newest first, 25 a page unless `per_page` says otherwise. Lists never refresh rates. The Link header leads to the next and previous page.',
    query: ListQuery,
    answers: { 200: answerByFlow('A page of quotes', Type.Array(QuoteAnswer), PAGES) },
    handler: (request, reply) => {
      const { caller, query, baseUrl } = request
      const filter = readFilter(deps, caller, query)
      if (filter === null) return sendPage(request, reply, { shown: null, read: async () => NONE })
      return withCustomerFilter(deps, caller, query.parcel_customer_id, filter, (full) =>
        sendPage(request, reply, {
          shown: Object.keys(full).length === 1 ? '' : null,
          read: (page: PageRequest) => readPage(caller, full, baseUrl, page),
        }),
      )
    },
  })

  route(app, 'POST', '/v1/parcel_quotes/:id/cancel', 'Quotes', {
    id: 'cancelQuote',
    isContract: true,
    summary: 'Cancel a pending quote',
    description: 'Only pending quotes can be cancelled. The quote stays retrievable.',
    params: QuoteParams,
    body: CancelBody,
    answers: { 200: goodAnswer('The quote, cancelled', QuoteAnswer, CANCELLED_QUOTE) },
    errors: ['QUOTE_ALREADY_BOOKED', 'QUOTE_CANCELLED', 'BOOKING_IN_PROGRESS'],
    handler: async (request) => {
      const quote = await cancelQuote(deps, request.caller, request.params.id, request.body.comment ?? null)
      return answer(request.caller, quote, request.baseUrl)
    },
  })

  route(app, 'POST', '/v1/packages/:id/create_shipment', 'Quotes', {
    id: 'createShipment',
    isContract: true,
    config: { answersLost: true },
    summary: 'Confirm a pending quote',
    description:
      'Books the quote and creates its packages. Export air needs the `rate_id` of a rate at most one hour old, and answers with tracking code and label. `id` is a quote token.',
    params: QuoteParams,
    body: BookBody,
    answers: { 200: answerByFlow('The quote, booked', QuoteAnswer, BOOKED_QUOTES) },
    errors: [...BOOKING_ERRORS],
    handler: async (request) => {
      const quote = await bookQuote(deps, request.caller, request.params.id, request.body.rate_id ?? null, request.underKey)
      return answer(request.caller, quote, request.baseUrl)
    },
  })
}
