// The schemas and routes of pricing.

import type { Register } from '../register.ts'
import { cardDraftRoutes } from './ops-card-draft-routes.ts'
import { cardRoutes } from './ops-card-routes.ts'
import { CARD_SCHEMAS } from './ops-card-schemas.ts'
import { fxRoutes } from './ops-fx-routes.ts'
import { FX_SCHEMAS } from './ops-fx-schemas.ts'
import { warehouseRoutes } from './ops-warehouse-routes.ts'
import { WAREHOUSE_SCHEMAS } from './ops-warehouse-schemas.ts'

export const pricing: Register = {
  schemas: [...CARD_SCHEMAS, ...FX_SCHEMAS, ...WAREHOUSE_SCHEMAS],
  ops: [cardRoutes, cardDraftRoutes, fxRoutes, warehouseRoutes],
}
