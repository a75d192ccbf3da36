// The routes of the operator in the operator's API, and their schemas.

import type { OpsRegister } from '../register.ts'
import { moneyRuleRoutes } from './ops-money-rules.ts'
import { operatorRoutes } from './ops-routes.ts'
import { OPERATOR_RECORD_SCHEMAS } from './ops-schemas.ts'

export const register: OpsRegister = {
  schemas: OPERATOR_RECORD_SCHEMAS,
  ops: [operatorRoutes, moneyRuleRoutes],
}
