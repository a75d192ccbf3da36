// The schemas and routes of events and webhooks.

import type { Register } from '../register.ts'
import { eventRoutes } from './v1-routes.ts'
import { WEBHOOK_SCHEMAS } from './v1-schemas.ts'
import { webhookDeliveryRoutes, webhookEndpointRoutes } from './v1-webhook-routes.ts'

export const events: Register = {
  schemas: WEBHOOK_SCHEMAS,
  v1: [webhookEndpointRoutes, eventRoutes, webhookDeliveryRoutes],
}
