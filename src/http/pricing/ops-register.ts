// The schemas and routes of pricing.

import type { OpsRegister } from '../register.ts'
import { cardDraftRoutes, cardRoutes } from './ops-card-routes.ts'
import { fxRoutes, samplePriceRoutes, warehouseRoutes } from './ops-routes.ts'
import { CARD_SCHEMAS, FX_SCHEMAS, WAREHOUSE_SCHEMAS } from './ops-schemas.ts'

export const register: OpsRegister = {
  schemas: [...CARD_SCHEMAS, ...FX_SCHEMAS, ...WAREHOUSE_SCHEMAS],
  ops: [cardRoutes, cardDraftRoutes, fxRoutes, samplePriceRoutes, warehouseRoutes],
}
