// The schemas and routes of staff.

import type { AddRoutes, OpsRegister } from '../register.ts'
import { choiceRoutes } from './ops-choice-routes.ts'
import { invitationRoutes } from './ops-invitation-routes.ts'
import { passkeyRoutes } from './ops-passkey-routes.ts'
import { staffAccessRoutes, staffRoutes } from './ops-routes.ts'
import { OPS_SCHEMAS } from './ops-schemas.ts'
import { secondFactorRoutes } from './ops-second-factor-routes.ts'
import { sessionRoutes } from './ops-session-routes.ts'
import { createSignInLimit } from './sign-in-limit.ts'

/** These routes share one limit on attempts to enter a password or a second factor. */
const signInRoutes: AddRoutes = (app, deps) => {
  const limit = createSignInLimit(deps)
  for (const add of [sessionRoutes, invitationRoutes, secondFactorRoutes, passkeyRoutes]) add(app, deps, limit)
}

export const register: OpsRegister = {
  schemas: OPS_SCHEMAS,
  ops: [signInRoutes, staffRoutes, staffAccessRoutes, choiceRoutes],
}
