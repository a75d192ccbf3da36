// The routes of the audit log.

import type { OpsRegister } from '../register.ts'
import { auditRoutes } from './ops-routes.ts'

export const audit: OpsRegister = {
  ops: [auditRoutes],
}
