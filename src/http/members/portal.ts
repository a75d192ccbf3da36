// /portal/v1, the routes of the portal itself: signing in, people, keys and settings. For everything else, the portal calls /v1.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import { compressAnswers } from '../../platform/http/compression.ts'
import { createSignInLimit } from '../staff/sign-in-limit.ts'
import { workAfterAnswers } from './after-answer.ts'
import { admitPeople } from './portal-auth.ts'
import { credentialRoutes } from './portal-credential-routes.ts'
import { portalKeyRoutes } from './portal-key-routes.ts'
import { memberRoutes } from './portal-member-routes.ts'
import { sessionRoutes } from './portal-session-routes.ts'

export const portalRoutes = (app: FastifyInstance, deps: Deps): void => {
  admitPeople(app, deps)
  compressAnswers(app)
  memberRoutes(app, deps)
  portalKeyRoutes(app, deps)
  const limit = createSignInLimit(deps)
  credentialRoutes(app, deps, limit)
  sessionRoutes(app, deps, limit, workAfterAnswers(app, deps))
}
