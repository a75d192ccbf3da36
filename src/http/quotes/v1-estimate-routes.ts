// /v1/estimates: a price from countries and cargo. Nothing is stored or bookable.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { estimatePrice } from '../../flows/quotes/estimate-price.ts'
import { goodAnswer, operation } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { ESTIMATE } from './v1-examples.ts'
import { presentEstimate } from './v1-explain-present.ts'
import { EstimateAnswer } from './v1-explain-schemas.ts'
import { ESTIMATE_REQUESTS } from './v1-request-examples.ts'
import { CreateQuoteBody } from './v1-request-schemas.ts'

/** The same fields as for a quote; the examples show only those that an estimate needs. */
const EstimateBody = Type.Object({ parcel: CreateQuoteBody.properties.parcel }, { 'x-examples': ESTIMATE_REQUESTS })

export const estimateRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/v1/estimates',
    operation('Quotes', {
      id: 'estimatePrice',
      attachValidation: true,
      summary: 'Estimate a price',
      description:
        'Takes the `parcel` of a quote but needs only countries and cargo: where an export goes, where an import comes from (or a parcel customer), and Nigeria is the other end. Prices come from the operator’s own cards; outside carriers are not asked. Nothing is stored, and the rates have no id: they cannot be booked.',
      body: EstimateBody,
      answers: { 200: goodAnswer('The estimate, cheapest rate first', EstimateAnswer, ESTIMATE) },
      errors: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE', 'LANE_NOT_SERVED'],
    }),
    async (request) => {
      const { caller } = request
      const problems = problemsOf(request)
      return presentEstimate(await estimatePrice(deps, caller, request.body.parcel ?? {}, problems), caller.business.timeZone)
    },
  )
}
