// The routes of messages in the operator's API.

import type { OpsRegister } from '../register.ts'
import { opsChannelRoutes } from './ops-channel-routes.ts'
import { opsInvoiceMessageRoutes } from './ops-invoice-routes.ts'
import { opsMessageRoutes } from './ops-routes.ts'
import { opsTemplateRoutes } from './ops-template-routes.ts'

export const register: OpsRegister = { ops: [opsMessageRoutes, opsInvoiceMessageRoutes, opsChannelRoutes, opsTemplateRoutes] }
