// /ops/v1/demo_data: fills an empty test mode with a month of demo data.

import type { FastifyInstance } from 'fastify'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import { DEMO_SEED, fillDemo } from '../../flows/demo/fill-demo.ts'
import type { Deps } from '../../flows/deps.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { Text } from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { ADMINS, opsOperation } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { DemoAnswer } from './ops-schemas.ts'

const SEED_MAX = 1_000_000

const DemoBody = Type.Object(
  {
    business_id: Text({ description: 'Business token or prefix' }),
    seed: Type.Optional(
      Type.Integer({ minimum: 0, maximum: SEED_MAX, default: DEMO_SEED, description: 'The same seed makes the same data' }),
    ),
  },
  { examples: [{ business_id: 'DEM' }] },
)

export const demoRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/ops/v1/demo_data',
    opsOperation(ADMINS, {
      id: 'fillDemoData',
      summary: 'Fill the empty test mode of a business with demo data',
      description:
        'A plausible month of customers, quotes, bookings, receipts, holds and shipments, all made up and in test mode only. 422 where there is anything already.',
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
    }),
    async (request, reply) => {
      const { business_id: id, seed } = request.body
      const business = await loadBusiness(deps.db, id)
      const extent = await fillDemo(deps, authorOf(deps, request), business.id, seed)
      return reply.code(201).send({ business_id: business.id, ...extent })
    },
  )
}
