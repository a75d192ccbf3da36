// The routes of work in the background in the operator's API, and their schemas.

import type { OpsRegister } from '../register.ts'
import { taskRoutes } from './ops-routes.ts'
import { TASK_SCHEMAS } from './ops-schemas.ts'

export const tasks: OpsRegister = { schemas: TASK_SCHEMAS, ops: [taskRoutes] }
