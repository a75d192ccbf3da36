// The schemas and routes of sites.

import type { OpsRegister } from '../register.ts'
import { siteRoutes } from './ops-routes.ts'
import { SITE_SCHEMAS } from './ops-schemas.ts'

export const sites: OpsRegister = { schemas: SITE_SCHEMAS, ops: [siteRoutes] }
