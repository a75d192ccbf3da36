// /v1/parcel_quotes/{id}/explain: the derivation of a price, as JSON or as a letter to the customer. /v1/estimates: a price that is not stored.

import type { FastifyInstance } from 'fastify'
import { writeLetter } from '../../domain/explain/letter.ts'
import { invalidField } from '../../domain/values/errors.ts'
import { instantOrDay } from '../../domain/values/time-input.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { nowFor } from '../../flows/deps.ts'
import { estimatePrice } from '../../flows/quotes/create-quote.ts'
import { explainQuote } from '../../flows/quotes/explain-quote.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { QuoteParams } from '../values/fields.ts'
import { startOfDayFor } from '../values/v1-list-filters.ts'
import { ESTIMATE, EXPLANATION, LETTER } from './v1-examples.ts'
import { presentEstimate, presentExplanation } from './v1-explain-present.ts'
import { EstimateAnswer, ExplainQuery, ExplanationAnswer } from './v1-explain-schemas.ts'
import { ESTIMATE_REQUESTS } from './v1-request-examples.ts'
import { CreateQuoteBody } from './v1-request-schemas.ts'

const JSON_TYPE = 'application/json'
const TEXT_TYPE = 'text/plain'

const explanationAnswer = goodAnswer('The derivation of the price', ExplanationAnswer, EXPLANATION)
const ANSWER = { ...explanationAnswer, content: { ...explanationAnswer.content, [TEXT_TYPE]: { schema: Type.String(), example: LETTER } } }

/** The quality value (q) of a media type in an Accept header. If several entries match the type, the most specific entry counts. */
const weightOf = (accept: string, type: string): number => {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
  const covering = [type, `${type.split('/', 1)}/*`, '*/*']
  const best = covering.map((name) => ranges.find(([range]) => range === name)).find((range) => range !== undefined)
  if (!best) return 0
  const quality = best.find((part) => part.startsWith('q='))
  return quality === undefined ? 1 : Number(quality.slice('q='.length)) || 0
}

/** Whether the client prefers text to JSON. */
const wantsText = (accept = ''): boolean => weightOf(accept, TEXT_TYPE) > weightOf(accept, JSON_TYPE)

/** Parses a time. A date without a time means the start of that day. */
const readInstant = (text: string, caller: Caller): number => {
  // The plus sign of an offset arrives as a space if the client did not encode it.
  const at = instantOrDay(text.replace(/ (?=\d\d:?\d\d$)/, '+'), startOfDayFor(caller))
  if (at === null) throw invalidField('as_of', 'must be an ISO 8601 instant with its offset, such as 2026-11-15T09:30:00.000Z, or a date')
  return at
}

export const explainRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'GET', '/v1/parcel_quotes/:id/explain', 'Quotes', {
    id: 'explainQuote',
    summary: 'Explain the price of a quote',
    description:
      'Every step from the cargo to the total; adding the lines gives the total to the kobo. Nothing is refreshed. With `as_of` the same cargo is priced with the cards, FX and terms of that moment, as known then: hypothetical, and without outside carriers, which cannot be asked about the past. `Accept: text/plain` gives a letter to the customer.',
    params: QuoteParams,
    query: ExplainQuery,
    answers: { 200: ANSWER },
    errors: ['LANE_NOT_SERVED'],
    handler: async (request, reply) => {
      const { caller, params, query } = request
      const asOf = query.as_of === undefined ? null : readInstant(query.as_of, caller)
      const explanation = await explainQuote(deps, caller, params.id, asOf)
      reply.header('vary', 'accept')
      if (!wantsText(request.headers.accept)) return presentExplanation(explanation)
      const { name: businessName, timeZone } = caller.business
      return reply.type(`${TEXT_TYPE}; charset=utf-8`).send(writeLetter(explanation, { businessName, timeZone, now: nowFor(deps, caller) }))
    },
  })
}

/** An estimate accepts the same `parcel` fields as a quote. The examples contain only the fields that an estimate needs. */
const EstimateBody = Type.Object({ parcel: CreateQuoteBody.properties.parcel }, { 'x-examples': ESTIMATE_REQUESTS })

export const estimateRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'POST', '/v1/estimates', 'Quotes', {
    id: 'estimatePrice',
    attachValidation: true,
    summary: 'Estimate a price',
    description:
      'Takes the `parcel` of a quote but needs only countries and cargo: where an export goes, where an import comes from (or a parcel customer), and Nigeria is the other end. Prices come from the operator’s own cards; outside carriers are not asked. Nothing is stored, and the rates have no id: they cannot be booked.',
    body: EstimateBody,
    answers: { 200: goodAnswer('The estimate, cheapest rate first', EstimateAnswer, ESTIMATE) },
    errors: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE', 'LANE_NOT_SERVED'],
    handler: async (request) => {
      const { caller } = request
      const problems = problemsOf(request)
      return presentEstimate(await estimatePrice(deps, caller, request.body.parcel ?? {}, problems), caller.business.timeZone)
    },
  })
}
