// /ops/v1/webhook_deliveries/failing: deliveries of all businesses that did not arrive.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../flows/deps.ts'
import * as businesses from '../../../store/businesses/businesses.ts'
import { listFailing } from '../../../store/events/failing-deliveries.ts'
import { listPage } from '../../links.ts'
import { goodAnswer } from '../../operation.ts'
import { businessQuery, modeQuery, pageQuery } from '../../schemas/paging.ts'
import * as Type from '../../schemas/type.ts'
import { DELIVERY } from '../../v1/events/examples.ts'
import { presentDelivery } from '../../v1/events/present-event.ts'
import { opsOperation, STAFF } from '../access.ts'
import { businessIn } from '../list-filters.ts'
import { presentOpsBusiness } from '../packages/present.ts'
import { OPS_PACKAGE_EXAMPLE } from '../packages/schemas.ts'
import { FailingDeliveryAnswer } from './failing-schemas.ts'

const FailingQuery = Type.Object({ ...businessQuery, ...modeQuery, ...pageQuery })

export const failingDeliveryRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/webhook_deliveries/failing',
    opsOperation(STAFF, {
      id: 'listFailingWebhookDeliveries',
      summary: 'List the webhook deliveries that did not arrive',
      description: 'Of all businesses, or of one: those given up, and those that failed and are tried again. Newest first.',
      query: FailingQuery,
      answers: {
        200: goodAnswer('A page of deliveries', Type.Array(FailingDeliveryAnswer), [
          { delivery: DELIVERY, business: OPS_PACKAGE_EXAMPLE.business },
        ]),
      },
    }),
    async (request, reply) => {
      const filter = { mode: request.query.mode ?? ('live' as const), ...(await businessIn(deps, request.query)) }
      const { items } = await listPage(request, reply, (page) => listFailing(deps.db, filter, page))
      const ids = [...new Set(items.map(({ scope }) => scope.businessId))]
      const owners = new Map(await Promise.all(ids.map(async (id) => [id, (await businesses.find(deps.db, id))!] as const)))
      return items.map(({ scope, delivery }) => ({
        delivery: presentDelivery(delivery),
        business: presentOpsBusiness(owners.get(scope.businessId)!),
      }))
    },
  )
}
