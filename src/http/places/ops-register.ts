// The schemas and routes of places.

import type { OpsRegister } from '../register.ts'
import { placeLabelRoutes, placeRoutes } from './ops-routes.ts'
import { PLACE_SCHEMAS } from './ops-schemas.ts'
import { stocktakeRoutes } from './ops-stocktake-routes.ts'

export const register: OpsRegister = {
  schemas: PLACE_SCHEMAS,
  ops: [placeRoutes, placeLabelRoutes, stocktakeRoutes],
}
