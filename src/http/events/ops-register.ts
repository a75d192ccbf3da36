// The routes of events and webhooks in the operator's API.

import type { OpsRegister } from '../register.ts'
import { changeRoutes } from './ops-change-routes.ts'
import { failingDeliveryRoutes, opsWebhookDeliveryRoutes, opsWebhookEndpointRoutes } from './ops-webhook-routes.ts'

export const register: OpsRegister = {
  ops: [opsWebhookEndpointRoutes, opsWebhookDeliveryRoutes, failingDeliveryRoutes, changeRoutes],
}
