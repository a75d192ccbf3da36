// /ops/v1/businesses: the operator's clients. /ops/v1/demo_data: adds a month of demo data to a business that has no data in test mode yet.

import type { FastifyInstance } from 'fastify'
import type { BusinessSettings, Party } from '../../domain/businesses/business.ts'
import { changeBusiness, loadBusiness } from '../../flows/businesses/change-business.ts'
import { createBusiness } from '../../flows/businesses/create-business.ts'
import { DEMO_SEED, fillDemo } from '../../flows/demo/fill-demo.ts'
import type { Deps } from '../../flows/deps.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { omitNulls } from '../../platform/http/wire-format.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { ADMINS, opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { BUSINESS_EXAMPLE } from '../staff/ops-examples.ts'
import { BusinessParams } from '../values/fields.ts'
import { presentBusiness } from './ops-present.ts'
import { BusinessAnswer, ChangeBusinessBody, CreateBusinessBody, DemoAnswer } from './ops-schemas.ts'

const ListQuery = Type.Object({ ...pageQuery })

type Settings = Type.Static<typeof ChangeBusinessBody>

const readAddress = ({ name, email, phone, address = {} }: NonNullable<Settings['own_address']>): Party => {
  const { postal_code: postalCode, ...rest } = address
  return { ...omitNulls({ name, email, phone }), address: omitNulls({ ...rest, postalCode }) }
}

const readSettings = (body: Settings): BusinessSettings =>
  omitNulls({
    name: body.name?.trim(),
    timeZone: body.time_zone,
    ownAddress: body.own_address && readAddress(body.own_address),
    lastMile: body.last_mile,
    parcelCustomerAccount: body.parcel_customer_account,
    portalEnabled: body.portal_enabled,
  })

export const businessRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'GET', '/ops/v1/businesses', STAFF, {
    id: 'listBusinesses',
    summary: 'List businesses',
    description: 'Newest first, 25 a page. The Link header leads to the next and previous page.',
    query: ListQuery,
    answers: { 200: goodAnswer('A page of businesses', Type.Array(BusinessAnswer), [BUSINESS_EXAMPLE]) },
    handler: async (request, reply) => {
      const { items } = await listPage(request, reply, (page) => businesses.listNewest(deps.db, page))
      return items.map((business) => presentBusiness(business, deps.clock()))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/businesses', ADMINS, {
    id: 'createBusiness',
    summary: 'Create a business',
    description: 'With the operator’s own terms. The prefix is unique and stays for good.',
    body: CreateBusinessBody,
    answers: { 201: goodAnswer('The business', BusinessAnswer, BUSINESS_EXAMPLE) },
    handler: async (request, reply) => {
      const { body } = request
      const asked = { ...readSettings(body), name: body.name, prefix: body.prefix }
      const business = await createBusiness(deps, authorOf(deps, request), asked)
      return reply.code(201).send(presentBusiness(business, deps.clock()))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/businesses/:id', STAFF, {
    id: 'getBusiness',
    summary: 'Retrieve a business',
    description: 'With the terms agreed, and which are in force.',
    params: BusinessParams,
    answers: { 200: goodAnswer('The business', BusinessAnswer, BUSINESS_EXAMPLE) },
    handler: async (request) => presentBusiness(await loadBusiness(deps.db, request.params.id), deps.clock()),
  })

  opsRoute(app, 'PATCH', '/ops/v1/businesses/:id', ADMINS, {
    id: 'updateBusiness',
    summary: 'Edit a business',
    description: 'Omitted fields stay the same; an address replaces the previous one as a whole.',
    params: BusinessParams,
    body: ChangeBusinessBody,
    answers: { 200: goodAnswer('The business as it is now', BusinessAnswer, BUSINESS_EXAMPLE) },
    handler: async (request) =>
      presentBusiness(await changeBusiness(deps, authorOf(deps, request), request.params.id, readSettings(request.body)), deps.clock()),
  })
}

const SEED_MAX = 1_000_000

const DemoBody = Type.Body([{ business_id: 'DEM' }], {
  business_id: Type.Text({ description: 'Business token or prefix' }),
  seed: Type.Optional(
    Type.Integer({ minimum: 0, maximum: SEED_MAX, default: DEMO_SEED, description: 'The same seed makes the same data' }),
  ),
})

export const demoRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/demo_data', ADMINS, {
    id: 'fillDemoData',
    summary: 'Fill the empty test mode of a business with demo data',
    description:
      'A plausible month of customers, quotes, bookings, announcements, receipts, holds and shipments, all made up and in test mode only. 422 where there is anything already.',
    body: DemoBody,
    answers: {
      201: goodAnswer('The created demo data', DemoAnswer, {
        business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w',
        customers: 12,
        quotes: 60,
        packages: 60,
        shipments: 6,
      }),
    },
    errors: ['NOT_FOUND', 'LANE_NOT_SERVED'],
    handler: async (request, reply) => {
      const { business_id: id, seed } = request.body
      const business = await loadBusiness(deps.db, id)
      const extent = await fillDemo(deps, authorOf(deps, request), business.id, seed)
      return reply.code(201).send({ business_id: business.id, ...extent })
    },
  })
}
