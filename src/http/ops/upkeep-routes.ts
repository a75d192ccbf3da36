// What staff look up and put right over all businesses: packages, quotes, customers, storage, the day at a glance.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import type { BaseUrl } from '../base-url.ts'
import { customerRoutes } from './customers/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { packageCareRoutes } from './packages/care-routes.ts'
import { packageListRoutes } from './packages/list-routes.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { storageRoutes } from './storage/routes.ts'

export const upkeepRoutes = (app: FastifyInstance, deps: Deps, baseUrl: BaseUrl): void => {
  overviewRoutes(app, deps)
  packageListRoutes(app, deps, baseUrl)
  packageCareRoutes(app, deps)
  storageRoutes(app, deps, baseUrl)
  quoteRoutes(app, deps, baseUrl)
  customerRoutes(app, deps, baseUrl)
}
