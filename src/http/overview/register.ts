// The routes of the overview.

import type { Register } from '../register.ts'
import { overviewRoutes, searchRoutes } from './ops-routes.ts'

export const overview: Register = {
  ops: [overviewRoutes, searchRoutes],
}
