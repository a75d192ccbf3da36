// The schemas and routes of warehouse addresses.

import type { Register } from '../register.ts'
import { warehouseAddressRoutes } from './v1-routes.ts'
import { ADDRESS_SCHEMAS } from './v1-schemas.ts'

export const sites: Register = { schemas: ADDRESS_SCHEMAS, v1: [warehouseAddressRoutes] }
