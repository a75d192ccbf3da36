// The routes of test mode.

import type { Register } from '../register.ts'
import { testBillingRoutes, testModeRoutes } from './v1-routes.ts'

export const testMode: Register = {
  v1: [testModeRoutes, testBillingRoutes],
}
