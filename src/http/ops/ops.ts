// /ops/v1, the operator's interface: staff and their scripts come in here.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import type { BaseUrl } from '../base-url.ts'
import { admitStaff } from './auth.ts'
import { businessRoutes } from './business-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { staffRoutes } from './staff-routes.ts'

export const opsRoutes = (app: FastifyInstance, deps: Deps, baseUrl: BaseUrl): void => {
  admitStaff(app, deps)
  sessionRoutes(app, deps)
  staffRoutes(app, deps)
  businessRoutes(app, deps, baseUrl)
  keyRoutes(app, deps)
}
