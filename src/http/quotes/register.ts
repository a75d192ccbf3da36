// The schemas and routes of quotes.

import type { Register } from '../register.ts'
import { EXPLAIN_SCHEMAS } from './v1-explain-schemas.ts'
import { estimateRoutes, explainRoutes } from './v1-price-routes.ts'
import { quoteRoutes } from './v1-routes.ts'
import { QUOTE_SCHEMAS } from './v1-schemas.ts'

export const quotes: Register = {
  schemas: [...QUOTE_SCHEMAS, ...EXPLAIN_SCHEMAS],
  v1: [quoteRoutes, explainRoutes, estimateRoutes],
}
