// The routes of quotes in the operator's API.

import type { OpsRegister } from '../register.ts'
import { counterRoutes, opsQuoteRoutes } from './ops-routes.ts'

export const quotes: OpsRegister = {
  ops: [opsQuoteRoutes, counterRoutes],
}
