// The routes of the audit log.

import type { Register } from '../register.ts'
import { auditRoutes } from './ops-routes.ts'

export const audit: Register = {
  ops: [auditRoutes],
}
