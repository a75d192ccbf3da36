// Staff, who read and change the webhooks of any business.

import type { Deps } from '../../flows/deps.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import { ADMINS, opsOperation, STAFF } from '../staff/access.ts'
import { staffCaller } from '../staff/for-business.ts'
import type { Audience } from './webhook-routes.ts'

export const staffAudience = (deps: Deps): Audience => ({
  root: '/ops/v1',
  names: { id: 'Business', of: ' of a business' },
  read: (described) => opsOperation(STAFF, described),
  change: (described) => opsOperation(ADMINS, described),
  ofEndpoint: async (request) => staffCaller(deps, request, await endpoints.ofEndpoint(deps.db, request.params.id)),
  ofDelivery: async (request) => staffCaller(deps, request, await endpoints.ofDelivery(deps.db, request.params.id)),
})
