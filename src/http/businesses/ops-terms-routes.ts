// /ops/v1/businesses/{id}/terms: the dated terms of a business.

import type { FastifyInstance } from 'fastify'
import type { BusinessTerms } from '../../domain/businesses/business.ts'
import { DEFAULT_TERMS, termsAt } from '../../domain/businesses/business.ts'
import { readFrom } from '../../domain/values/time-input.ts'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import { setTerms } from '../../flows/businesses/set-terms.ts'
import type { Deps } from '../../flows/deps.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { nullableInstant } from '../../platform/http/wire-format.ts'
import { ADMINS, opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { BUSINESS_EXAMPLE } from '../staff/ops-examples.ts'
import { BusinessParams } from '../values/fields.ts'
import { presentTerms } from './ops-present.ts'
import { SetTermsAnswer, SetTermsBody, TermsAnswer } from './ops-schemas.ts'

const BEFORE_EXAMPLE = { ...BUSINESS_EXAMPLE.terms[0]!, recorded_at: null }
const TERMS_EXAMPLE = {
  ...BEFORE_EXAMPLE,
  effective_from: '2026-12-31T23:00:00.000Z',
  markup_percent: '7.5',
  free_days: 10,
  in_force: false,
  recorded_at: '2026-11-15T08:00:00.000Z',
}

const presentAgreed = (terms: BusinessTerms, inForce: BusinessTerms) => ({
  ...presentTerms(terms, inForce),
  recorded_at: nullableInstant(terms === DEFAULT_TERMS ? null : terms.recordedAt),
})

export const termsRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/businesses/:id/terms', STAFF, {
    id: 'listTerms',
    summary: 'List the terms of a business',
    description: 'Oldest first, the operator’s own before all.',
    params: BusinessParams,
    answers: { 200: goodAnswer('Its terms', Type.Array(TermsAnswer), [BEFORE_EXAMPLE, TERMS_EXAMPLE]) },
    handler: async ({ params }) => {
      const business = await loadBusiness(deps.db, params.id)
      const inForce = termsAt(business, deps.clock())
      return [DEFAULT_TERMS, ...business.terms].map((terms) => presentAgreed(terms, inForce))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/businesses/:id/terms', ADMINS, {
    id: 'setTerms',
    summary: 'Set new terms for a business',
    description:
      'From now on, or from a later moment. What is left out stays as it is then. Goods are stored under the terms that were in force when they arrived.',
    params: BusinessParams,
    body: SetTermsBody,
    answers: {
      201: goodAnswer('The terms, and those that hold until then', SetTermsAnswer, {
        business_id: BUSINESS_EXAMPLE.business_id,
        terms: TERMS_EXAMPLE,
        before: BEFORE_EXAMPLE,
        warnings: [],
      }),
    },
    errors: ['NOT_FOUND'],
    handler: async (request, reply) => {
      const { id } = await loadBusiness(deps.db, request.params.id)
      const {
        markup_percent,
        free_days,
        daily_rate,
        currency,
        invoicing,
        bill_to: billTo,
        due_days,
        release,
        credit_limit: creditLimit,
        effective_from,
      } = request.body
      const { business, terms, before, warnings } = await setTerms(deps, authorOf(deps, request), {
        business: id,
        markupPercent: markup_percent,
        freeDays: free_days?.toString(),
        dailyRate: daily_rate,
        currency,
        billing: { invoicing, billTo, dueDays: due_days?.toString(), release, creditLimit },
        from: readFrom('effective_from', effective_from),
      })
      const inForce = termsAt({ terms: [...business.terms, terms] }, deps.clock())
      return reply.code(201).send({
        business_id: id,
        terms: presentAgreed(terms, inForce),
        before: presentAgreed(before, inForce),
        warnings,
      })
    },
  })
}
