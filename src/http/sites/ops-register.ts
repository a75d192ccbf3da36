// The schemas and routes of sites.

import type { OpsRegister } from '../register.ts'
import { opsAddressRoutes } from './ops-address-routes.ts'
import { siteRoutes } from './ops-routes.ts'
import { SITE_SCHEMAS } from './ops-schemas.ts'
import { OPS_ADDRESS_SCHEMAS } from './v1-schemas.ts'

export const register: OpsRegister = { schemas: [...SITE_SCHEMAS, ...OPS_ADDRESS_SCHEMAS], ops: [siteRoutes, opsAddressRoutes] }
