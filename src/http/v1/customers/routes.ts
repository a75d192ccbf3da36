// /v1/parcel-customers: create, list, retrieve.

import type { FastifyInstance } from 'fastify'
import { createCustomer } from '../../../flows/customers/create-customer.ts'
import type { Deps } from '../../../flows/deps.ts'
import * as customers from '../../../store/customers/customers.ts'
import type { BaseUrl } from '../../base-url.ts'
import { linkPages, pageRequest } from '../../links.ts'
import { goodAnswer, operation } from '../../operation.ts'
import { Enum } from '../../schemas/fields.ts'
import { keyQuery, pageQuery } from '../../schemas/paging.ts'
import * as Type from '../../schemas/type.ts'
import { problemsOf } from '../../validation.ts'
import { CUSTOMER } from '../quotes/examples.ts'
import { presentCustomer } from './present.ts'
import { CreateCustomerBody, CustomerAnswer, CustomerListAnswer } from './schemas.ts'

const PER_PAGE_DEFAULT = 25
const PER_PAGE_MAX = 100

const CustomerParams = Type.Object({ id: Type.String({ description: 'Parcel customer token' }) })

const ListQuery = Type.Object({
  ...keyQuery('Part of a name, email, mobile or address_suffix, in any case'),
  status: Type.Optional(Enum(['active', 'inactive', 'all'], { default: 'active' })),
  ...pageQuery,
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, default: PER_PAGE_DEFAULT, description: `More than ${PER_PAGE_MAX} is taken as ${PER_PAGE_MAX}` }),
  ),
})

const success = (message: string) => ({ status: 'success', message, data: CUSTOMER })
const ONE_PAGE = { data: [CUSTOMER], meta: { current_page: 1, total_pages: 1, total_count: 1, per_page: PER_PAGE_DEFAULT } }

export const customerRoutes = (app: FastifyInstance, deps: Deps, baseUrl: BaseUrl): void => {
  app.post(
    '/v1/parcel-customers',
    {
      attachValidation: true,
      schema: operation({
        id: 'createCustomer',
        tag: 'Parcel customers',
        summary: 'Create a parcel customer',
        description:
          'Returns the existing customer with 200 when address_suffix is taken or, without one, when mobile or email match; otherwise creates one with 201.',
        body: CreateCustomerBody,
        answers: {
          200: goodAnswer(
            'The customer that exists, untouched',
            CustomerAnswer,
            success('A parcel customer with this email already exists.'),
          ),
          201: goodAnswer('The new customer', CustomerAnswer, success('Parcel customer created.')),
        },
      }),
    },
    async (request, reply) => {
      const problems = problemsOf(request)
      const { customer, created, message } = await createCustomer(deps, request.caller, request.body.parcel_customer ?? {}, problems)
      return reply.code(created ? 201 : 200).send({ status: 'success', message, data: presentCustomer(customer, request.caller.mode) })
    },
  )

  app.get(
    '/v1/parcel-customers',
    {
      schema: operation({
        id: 'listCustomers',
        tag: 'Parcel customers',
        summary: 'List parcel customers',
        description: 'Newest first; active ones unless `status` says otherwise.',
        query: ListQuery,
        answers: { 200: goodAnswer('A page of customers', CustomerListAnswer, ONE_PAGE) },
      }),
    },
    async (request, reply) => {
      const { key, status = 'active', per_page = PER_PAGE_DEFAULT } = request.query
      const page = pageRequest(request.query, Math.min(per_page, PER_PAGE_MAX))
      const found = await customers.list(deps.db, request.caller, { status, ...(key === undefined ? {} : { key }) }, page)
      linkPages(request, reply, baseUrl(request), page.page, found)
      return {
        data: found.items.map((customer) => presentCustomer(customer, request.caller.mode)),
        meta: {
          current_page: page.page,
          total_pages: Math.ceil(found.totalCount / page.perPage),
          total_count: found.totalCount,
          per_page: page.perPage,
        },
      }
    },
  )

  app.get(
    '/v1/parcel-customers/:id',
    {
      schema: operation({
        id: 'getCustomer',
        tag: 'Parcel customers',
        summary: 'Retrieve a parcel customer',
        description: 'By internal token. Inactive customers stay readable.',
        params: CustomerParams,
        answers: { 200: goodAnswer('The customer', CustomerAnswer, success('Parcel customer found.')) },
        errors: ['NOT_FOUND'],
      }),
    },
    async (request) => {
      const customer = await customers.load(deps.db, request.caller, request.params.id)
      return { status: 'success', message: 'Parcel customer found.', data: presentCustomer(customer, request.caller.mode) }
    },
  )
}
