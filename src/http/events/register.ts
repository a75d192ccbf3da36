// The schemas and routes of events and webhooks.

import type { Register } from '../register.ts'
import { changeRoutes } from './ops-change-routes.ts'
import { failingDeliveryRoutes, opsWebhookDeliveryRoutes } from './ops-delivery-routes.ts'
import { opsWebhookEndpointRoutes } from './ops-endpoint-routes.ts'
import { webhookDeliveryRoutes } from './v1-delivery-routes.ts'
import { webhookEndpointRoutes } from './v1-endpoint-routes.ts'
import { eventRoutes } from './v1-routes.ts'
import { WEBHOOK_SCHEMAS } from './v1-schemas.ts'

export const events: Register = {
  schemas: WEBHOOK_SCHEMAS,
  v1: [webhookEndpointRoutes, eventRoutes, webhookDeliveryRoutes],
  ops: [opsWebhookEndpointRoutes, opsWebhookDeliveryRoutes, failingDeliveryRoutes, changeRoutes],
}
