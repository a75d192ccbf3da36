// The schemas and routes of quotes.

import type { Register } from '../register.ts'
import { counterRoutes } from './ops-counter-routes.ts'
import { opsQuoteRoutes } from './ops-routes.ts'
import { estimateRoutes } from './v1-estimate-routes.ts'
import { explainRoutes } from './v1-explain-routes.ts'
import { EXPLAIN_SCHEMAS } from './v1-explain-schemas.ts'
import { quoteRoutes } from './v1-routes.ts'
import { QUOTE_SCHEMAS } from './v1-schemas.ts'

export const quotes: Register = {
  schemas: [...QUOTE_SCHEMAS, ...EXPLAIN_SCHEMAS],
  v1: [quoteRoutes, explainRoutes, estimateRoutes],
  ops: [opsQuoteRoutes, counterRoutes],
}
