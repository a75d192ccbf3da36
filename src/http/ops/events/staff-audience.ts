// Staff, who read and change the webhooks of any business.

import { callerFor } from '../../../flows/caller-for.ts'
import type { Deps } from '../../../flows/deps.ts'
import * as endpoints from '../../../store/events/webhook-endpoints.ts'
import type { Audience } from '../../v1/events/webhook-routes.ts'
import { ADMINS, opsOperation, STAFF } from '../access.ts'
import { authorOf } from '../auth.ts'

export const staffAudience = (deps: Deps): Audience => ({
  root: '/ops/v1',
  names: { id: 'Business', of: ' of a business' },
  read: (described) => opsOperation(STAFF, described),
  change: (described) => opsOperation(ADMINS, described),
  ofEndpoint: async (request) => callerFor(deps.db, await endpoints.ofEndpoint(deps.db, request.params.id), authorOf(deps, request)),
  ofDelivery: async (request) => callerFor(deps.db, await endpoints.ofDelivery(deps.db, request.params.id), authorOf(deps, request)),
})
