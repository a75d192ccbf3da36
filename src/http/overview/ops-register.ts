// The routes of the overview.

import type { OpsRegister } from '../register.ts'
import { overviewRoutes, searchRoutes } from './ops-routes.ts'

export const overview: OpsRegister = {
  ops: [overviewRoutes, searchRoutes],
}
