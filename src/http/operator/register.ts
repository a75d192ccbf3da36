// The schemas and routes of the operator.

import type { Register } from '../register.ts'
import { logoRoutes } from './logo.ts'
import { operatorRoutes } from './ops-routes.ts'
import { OPERATOR_RECORD_SCHEMAS } from './ops-schemas.ts'

export const operator: Register = {
  schemas: OPERATOR_RECORD_SCHEMAS,
  ops: [operatorRoutes],
  open: [logoRoutes],
}
