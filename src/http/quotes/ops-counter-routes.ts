// /ops/v1/quotes and /ops/v1/estimates: staff price, quote and book for any business, as the business itself would.

import type { FastifyInstance } from 'fastify'
import { bookQuote } from '../../flows/booking/book-quote.ts'
import type { Deps } from '../../flows/deps.ts'
import { createQuote } from '../../flows/quotes/create-quote.ts'
import { estimatePrice } from '../../flows/quotes/estimate-price.ts'
import { viewQuote } from '../../flows/quotes/view-quotes.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { locateQuote } from '../../store/overview/operator-lists.ts'
import { opsOperation, WAREHOUSE } from '../staff/access.ts'
import { callerForBusiness, staffCaller } from '../staff/for-business.ts'
import { QuoteParams } from '../values/params.ts'
import { presentOpsQuote } from './ops-present.ts'
import { MakeQuoteBody, OPS_QUOTE_EXAMPLE, OpsQuoteAnswer } from './ops-schemas.ts'
import { BOOKED_QUOTES, ESTIMATE } from './v1-examples.ts'
import { presentEstimate } from './v1-explain-present.ts'
import { EstimateAnswer } from './v1-explain-schemas.ts'
import { BookBody } from './v1-request-schemas.ts'
import { BOOKING_ERRORS, QUOTING_ERRORS } from './v1-routes.ts'

export const counterRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/ops/v1/estimates',
    opsOperation(WAREHOUSE, {
      id: 'estimatePriceAsStaff',
      attachValidation: true,
      summary: 'Estimate a price for a business',
      description: 'From countries and cargo, with the cards and terms of the business. Outside carriers are not asked; nothing is stored.',
      body: MakeQuoteBody,
      answers: { 200: goodAnswer('The estimate, cheapest rate first', EstimateAnswer, ESTIMATE) },
      errors: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE', 'LANE_NOT_SERVED'],
    }),
    async (request) => {
      const problems = problemsOf(request)
      const caller = await callerForBusiness(deps, request, request.body, problems)
      return presentEstimate(await estimatePrice(deps, caller, request.body.parcel ?? {}, problems), caller.business.timeZone)
    },
  )

  app.post(
    '/ops/v1/quotes',
    opsOperation(WAREHOUSE, {
      id: 'createQuoteAsStaff',
      attachValidation: true,
      summary: 'Create a quote for a business',
      description: 'By the same rules as the business’s own. Its `source` is `console`, and the audit trail names who made it.',
      body: MakeQuoteBody,
      answers: { 201: goodAnswer('The quote, pending', OpsQuoteAnswer, { ...OPS_QUOTE_EXAMPLE, source: 'console' }) },
      errors: [...QUOTING_ERRORS],
    }),
    async (request, reply) => {
      const problems = problemsOf(request)
      const caller = await callerForBusiness(deps, request, request.body, problems)
      const quote = await createQuote(deps, caller, request.body.parcel ?? {}, problems, 'console')
      const view = await viewQuote(deps, { scope: caller, quote })
      return reply.code(201).send(presentOpsQuote(view, request.baseUrl))
    },
  )

  app.post(
    '/ops/v1/quotes/:id/create_shipment',
    opsOperation(WAREHOUSE, {
      id: 'createShipmentAsStaff',
      config: { answersLost: true },
      summary: 'Confirm a pending quote of a business',
      description: 'Books it and creates its packages, whoever made it. Export air needs the `rate_id` of a rate at most one hour old.',
      params: QuoteParams,
      body: BookBody,
      answers: {
        200: goodAnswer('The quote, booked', OpsQuoteAnswer, { ...OPS_QUOTE_EXAMPLE, ...BOOKED_QUOTES['export-air'], source: 'console' }),
      },
      errors: [...BOOKING_ERRORS],
    }),
    async (request) => {
      const { scope, quote: found } = await locateQuote(deps.db, request.params.id)
      const caller = await staffCaller(deps, request, scope)
      const quote = await bookQuote(deps, caller, found.id, request.body.rate_id ?? null, request.underKey)
      return presentOpsQuote(await viewQuote(deps, { scope, quote }), request.baseUrl)
    },
  )
}
