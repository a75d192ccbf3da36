// /ops/v1/customers: routes to list, create, edit, deactivate and merge the parcel customers of all businesses.

import type { FastifyInstance } from 'fastify'
import type { Customer, CustomerStatus } from '../../domain/customers/customer.ts'
import { changeCustomer, setCustomerStatus } from '../../flows/customers/change-customer.ts'
import { createCustomer } from '../../flows/customers/create-customer.ts'
import { mergeCustomers } from '../../flows/customers/merge-customers.ts'
import { readCustomerDetail, viewCustomers } from '../../flows/customers/read-customers.ts'
import { undoMerge } from '../../flows/customers/undo-merge.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { callerFor } from '../../flows/deps.ts'
import { NEWEST_FIRST } from '../../platform/engine/paging.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { LIST_COUNT_EXAMPLE, ListCountAnswer, listQuery, sortQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { CustomerMerge } from '../../store/customers/customer-merges.ts'
import * as merges from '../../store/customers/customer-merges.ts'
import { countCustomers, listCustomers, locateCustomer } from '../../store/overview/operator-lists.ts'
import { namesOf } from '../../store/packages/timelines.ts'
import type { OpsRegister } from '../register.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { authorNamer } from '../staff/authors.ts'
import { callerForBusiness, staffCaller } from '../staff/for-business.ts'
import { CustomerParams, idParams } from '../values/fields.ts'
import { commonFilter, orderIn } from '../values/ops-list-filters.ts'
import {
  ChangeCustomerBody,
  CUSTOMER_DETAIL_EXAMPLE,
  CUSTOMER_EXAMPLE,
  CustomerDetailAnswer,
  MakeCustomerBody,
  MERGE_EXAMPLE,
  MergeAnswer,
  MergeBody,
  OpsCustomerAnswer,
  UndoneAnswer,
} from './ops-schemas.ts'
import { presentCustomerDetail, presentMerge, presentOpsCustomer } from './present.ts'

const MergeParams = idParams('mrg', 'Token of the merge')
const CustomersQuery = Type.Object({
  ...listQuery('Part of a name, email, mobile or customer ID, in any case, or a whole client_reference'),
  status: Type.Optional(Type.Enum(['active', 'inactive'])),
  ...sortQuery(['created'], 'Newest first by default'),
})

const opsCustomerRoutes = (app: FastifyInstance, deps: Deps): void => {
  const callerOf = async (id: string, author: Author): Promise<Caller> =>
    callerFor(deps.db, (await locateCustomer(deps.db, id)).scope, author)
  const filterIn = async (query: Type.Static<typeof CustomersQuery>) => ({
    ...(await commonFilter(deps, query)),
    ...omitNulls({ status: query.status }),
  })
  const present = ({ businessId, mode, business }: Caller, customer: Customer) =>
    presentOpsCustomer({ scope: { businessId, mode }, customer, business })
  const presentWithNames = async (merge: CustomerMerge) => presentMerge(merge, authorNamer(await namesOf(deps.db, [merge.mergedBy])))

  opsRoute(app, 'GET', '/ops/v1/customers', STAFF, {
    id: 'listAllCustomers',
    summary: 'List parcel customers of all businesses',
    description: 'Newest first, inactive and merged ones included. The Link header leads to the next and previous page.',
    query: CustomersQuery,
    answers: { 200: goodAnswer('A page of customers', Type.Array(OpsCustomerAnswer), [CUSTOMER_EXAMPLE]) },
    handler: async (request, reply) => {
      const filter = await filterIn(request.query)
      const order = orderIn({ created: NEWEST_FIRST }, request.query.sort)
      const { items } = await listPage(request, reply, (page) => listCustomers(deps.db, filter, { ...page, order }), request.query.per_page)
      return (await viewCustomers(deps, items)).map(presentOpsCustomer)
    },
  })

  opsRoute(app, 'POST', '/ops/v1/customers', WAREHOUSE, {
    id: 'createCustomerAsStaff',
    attachValidation: true,
    summary: 'Create a parcel customer for a business',
    description:
      'By the same rules as the business’s own: the existing customer is answered with 200 when the ID is taken or, without one, when mobile or email match.',
    body: MakeCustomerBody,
    answers: {
      200: goodAnswer('The customer that exists, untouched', OpsCustomerAnswer, CUSTOMER_EXAMPLE),
      201: goodAnswer('The new customer', OpsCustomerAnswer, { ...CUSTOMER_EXAMPLE, version: 1 }),
    },
    handler: async (request, reply) => {
      const problems = problemsOf(request)
      const caller = await callerForBusiness(deps, request, request.body, problems)
      const { customer, created } = await createCustomer(deps, caller, request.body.parcel_customer ?? {}, problems)
      return reply.code(created ? 201 : 200).send(present(caller, customer))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/customers/totals', STAFF, {
    id: 'countCustomers',
    summary: 'How many parcel customers the list has',
    description: 'Customers that match the filters.',
    query: CustomersQuery,
    answers: { 200: goodAnswer('The count', ListCountAnswer, LIST_COUNT_EXAMPLE) },
    handler: async ({ query }) => countCustomers(deps.db, await filterIn(query)),
  })

  opsRoute(app, 'GET', '/ops/v1/customers/:id', STAFF, {
    id: 'getAnyCustomer',
    summary: 'Retrieve a parcel customer',
    description: 'With its history field by field, its merges, and how many quotes and packages it has.',
    params: CustomerParams,
    answers: { 200: goodAnswer('The customer', CustomerDetailAnswer, CUSTOMER_DETAIL_EXAMPLE) },
    handler: async (request) => presentCustomerDetail(await readCustomerDetail(deps, await locateCustomer(deps.db, request.params.id))),
  })

  opsRoute(app, 'PATCH', '/ops/v1/customers/:id', WAREHOUSE, {
    id: 'updateAnyCustomer',
    attachValidation: true,
    summary: 'Edit a parcel customer',
    description:
      'Omitted fields stay the same; `clear` lists fields to clear. The customer ID cannot be changed. The resulting profile must meet the rules for a new customer.',
    params: CustomerParams,
    body: ChangeCustomerBody,
    answers: { 200: goodAnswer('The customer as it is now', OpsCustomerAnswer, CUSTOMER_EXAMPLE) },
    handler: async (request) => {
      const caller = await callerOf(request.params.id, authorOf(deps, request))
      const problems = problemsOf(request)
      const { clear = [], ...set } = request.body
      const changed = await changeCustomer(deps, caller, request.params.id, { set, clear }, problems, () => request.requireAuthority())
      return present(caller, changed)
    },
  })

  const statusRoute = (path: string, id: string, status: CustomerStatus, summary: string, description: string): void => {
    opsRoute(app, 'POST', path, WAREHOUSE, {
      id,
      summary,
      description,
      params: CustomerParams,
      answers: { 200: goodAnswer('The customer as it is now', OpsCustomerAnswer, { ...CUSTOMER_EXAMPLE, status }) },
      errors: ['INVALID_TRANSITION'],
      handler: async (request) => {
        const caller = await callerOf(request.params.id, authorOf(deps, request))
        return present(caller, await setCustomerStatus(deps, caller, request.params.id, status))
      },
    })
  }
  const deactivated = 'It stays readable and is refused on new quotes.'
  statusRoute('/ops/v1/customers/:id/deactivate', 'deactivateCustomer', 'inactive', 'Deactivate a parcel customer', deactivated)
  const reactivated = 'A merged one comes back by undoing its merge.'
  statusRoute('/ops/v1/customers/:id/reactivate', 'reactivateCustomer', 'active', 'Reactivate a parcel customer', reactivated)

  opsRoute(app, 'POST', '/ops/v1/customers/:id/merge', WAREHOUSE, {
    id: 'mergeCustomers',
    attachValidation: true,
    summary: 'Merge a duplicate into the customer that stays',
    description:
      'Both of one business and mode. Quotes and packages move; the duplicate becomes inactive, and its ID, mobile and email find the customer that stays.',
    params: CustomerParams,
    body: MergeBody,
    answers: { 201: goodAnswer('The merge', MergeAnswer, MERGE_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request, reply) => {
      const caller = await callerOf(request.params.id, authorOf(deps, request))
      problemsOf(request).throwIfAny()
      const merge = await mergeCustomers(deps, caller, request.params.id, request.body.into_id)
      return reply.code(201).send(await presentWithNames(merge))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/customer_merges/:id/undo', WAREHOUSE, {
    id: 'undoCustomerMerge',
    summary: 'Undo a merge of customers',
    description:
      'Gives back what was moved, but for what belongs to another customer by now. A chain of merges is undone in the reverse order only.',
    params: MergeParams,
    answers: {
      200: goodAnswer('The merge, undone', UndoneAnswer, {
        merge: { ...MERGE_EXAMPLE, undone_at: '2026-11-15T09:30:00.000Z' },
        left_ids: [],
      }),
    },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope } = await merges.locate(deps.db, request.params.id)
      const { merge, left } = await undoMerge(deps, await staffCaller(deps, request, scope), request.params.id)
      return { merge: await presentWithNames(merge), left_ids: left }
    },
  })
}

export const register: OpsRegister = { ops: [opsCustomerRoutes] }
