// The routes of people of businesses in the operator's API, and their schemas.

import type { OpsRegister } from '../register.ts'
import { memberRoutes } from './ops-routes.ts'
import { MEMBER_SCHEMAS } from './ops-schemas.ts'

export const members: OpsRegister = { schemas: MEMBER_SCHEMAS, ops: [memberRoutes] }
