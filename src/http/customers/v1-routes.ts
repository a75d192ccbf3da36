// /v1/parcel-customers: routes to create, list, retrieve and change parcel customers.

import type { FastifyInstance } from 'fastify'
import type { CustomerChanges } from '../../domain/customers/customer.ts'
import { EDITABLE_FIELDS } from '../../domain/customers/customer.ts'
import type { Metadata } from '../../domain/values/client-data.ts'
import { changeCustomer } from '../../flows/customers/change-customer.ts'
import { createCustomer } from '../../flows/customers/create-customer.ts'
import type { Deps } from '../../flows/deps.ts'
import { listPage, PER_PAGE_DEFAULT, pageRequest } from '../../platform/http/links.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import { keyQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as customers from '../../store/customers/customers.ts'
import { CUSTOMER } from '../quotes/v1-examples.ts'
import { CustomerParams } from '../values/fields.ts'
import { readRecordFilter, recordQuery } from '../values/v1-list-filters.ts'
import { presentCustomer } from './present.ts'
import { ChangeCustomerBody, CreateCustomerBody, CustomerAnswer, CustomerListAnswer } from './v1-schemas.ts'

const ListQuery = Type.Object({
  ...keyQuery('Part of a name, email, mobile or address_suffix, in any case'),
  status: Type.Optional(Type.Enum(['active', 'inactive', 'all'], { default: 'active' })),
  ...recordQuery,
  ...pageQuery,
})

const success = (message: string) => ({ status: 'success', message, data: CUSTOMER })
const ONE_PAGE = { data: [CUSTOMER], meta: { current_page: 1, total_pages: 1, total_count: 1, per_page: PER_PAGE_DEFAULT } }

export const customerRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'POST', '/v1/parcel-customers', 'Parcel customers', {
    id: 'createCustomer',
    isContract: true,
    attachValidation: true,
    summary: 'Create a parcel customer',
    description:
      'Returns the existing customer with 200 when address_suffix is taken or, without one, when mobile or email match; otherwise creates one with 201.',
    body: CreateCustomerBody,
    answers: {
      200: goodAnswer('The customer that exists, untouched', CustomerAnswer, success('A parcel customer with this email already exists.')),
      201: goodAnswer('The new customer', CustomerAnswer, success('Parcel customer created.')),
    },
    handler: async (request, reply) => {
      const problems = problemsOf(request)
      const { customer, created, message } = await createCustomer(deps, request.caller, request.body.parcel_customer ?? {}, problems)
      return reply.code(created ? 201 : 200).send({ status: 'success', message, data: presentCustomer(customer, request.caller.mode) })
    },
  })

  route(app, 'GET', '/v1/parcel-customers', 'Parcel customers', {
    id: 'listCustomers',
    isContract: true,
    summary: 'List parcel customers',
    description: 'Newest first; active ones unless `status` says otherwise.',
    query: ListQuery,
    answers: { 200: goodAnswer('A page of customers', CustomerListAnswer, ONE_PAGE) },
    handler: async (request, reply) => {
      const { key, status = 'active' } = request.query
      const { page: current_page, perPage: per_page } = pageRequest(request.query)
      const filter = { status, ...omitNulls({ key }), ...readRecordFilter(deps, request.caller, request.query) }
      const found = await listPage(request, reply, (page) => customers.list(deps.db, request.caller, filter, page))
      return {
        data: found.items.map((customer) => presentCustomer(customer, request.caller.mode)),
        meta: {
          current_page,
          total_pages: Math.ceil(found.totalCount / per_page),
          total_count: found.totalCount,
          per_page,
        },
      }
    },
  })

  route(app, 'GET', '/v1/parcel-customers/:id', 'Parcel customers', {
    id: 'getCustomer',
    isContract: true,
    summary: 'Retrieve a parcel customer',
    description: 'By internal token. Inactive customers stay readable.',
    params: CustomerParams,
    answers: { 200: goodAnswer('The customer', CustomerAnswer, success('Parcel customer found.')) },
    handler: async (request) => {
      const customer = await customers.load(deps.db, request.caller, request.params.id)
      return { status: 'success', message: 'Parcel customer found.', data: presentCustomer(customer, request.caller.mode) }
    },
  })

  route(app, 'PATCH', '/v1/parcel-customers/:id', 'Parcel customers', {
    id: 'updateCustomer',
    attachValidation: true,
    config: { nullEmpties: true },
    summary: 'Change a parcel customer',
    description:
      'Omitted fields stay the same, null clears a field, and `metadata` is replaced as a whole. The unique ID and the status cannot be changed: the operator deactivates customers. The resulting profile must meet the rules for a new customer.',
    params: CustomerParams,
    body: ChangeCustomerBody,
    answers: { 200: goodAnswer('The customer as it is now', CustomerAnswer, success('Parcel customer updated.')) },
    handler: async (request) => {
      const { caller, params } = request
      const problems = problemsOf(request)
      const changes = readChanges(request.body.parcel_customer ?? {})
      const customer = await changeCustomer(deps, caller, params.id, changes, problems, () => request.requireAuthority())
      return { status: 'success', message: 'Parcel customer updated.', data: presentCustomer(customer, caller.mode) }
    },
  })
}

type Changes = Type.Static<typeof ChangeCustomerBody>['parcel_customer']

/**
 * The unique ID (`address_suffix`) cannot be changed. If the request contains an `address_suffix`, it is passed on so that a different
 * value can be refused.
 */
const readChanges = ({ address_suffix: suffix, metadata, ...changes }: Changes): CustomerChanges => ({
  set: { ...omitNulls(changes), ...(metadata ? { metadata: omitNulls(metadata) as Metadata } : {}) },
  clear: EDITABLE_FIELDS.filter((field) => (field === 'metadata' ? metadata : changes[field]) === null),
  at: 'parcel_customer.',
  ...(suffix === undefined ? {} : { addressSuffix: suffix }),
})
