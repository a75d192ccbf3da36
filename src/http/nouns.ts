// Lists the schemas and routes of each resource under /v1, and routes that need no API key. The API documents list routes in the same order.

import { billingRoutes } from './billing/v1-routes.ts'
import { BILLING_SCHEMAS } from './billing/v1-schemas.ts'
import { labelRoutes } from './booking/label-routes.ts'
import { customerRoutes } from './customers/v1-routes.ts'
import { CUSTOMER_SCHEMAS } from './customers/v1-schemas.ts'
import { eventRoutes } from './events/v1-routes.ts'
import { WEBHOOK_SCHEMAS } from './events/v1-schemas.ts'
import { webhookDeliveryRoutes, webhookEndpointRoutes } from './events/v1-webhook-routes.ts'
import { inboundRoutes } from './inbound/v1-routes.ts'
import { INBOUND_SCHEMAS } from './inbound/v1-schemas.ts'
import { unsubscribeRoutes } from './messages/unsubscribe-routes.ts'
import { messageRoutes } from './messages/v1-routes.ts'
import { MESSAGE_SCHEMAS } from './messages/v1-schemas.ts'
import { logoRoutes } from './operator/logo.ts'
import { trackRoutes } from './packages/track-routes.ts'
import { collectionRoutes, packageRoutes } from './packages/v1-routes.ts'
import { PACKAGE_SCHEMAS } from './packages/v1-schemas.ts'
import { EXPLAIN_SCHEMAS } from './quotes/v1-explain-schemas.ts'
import { estimateRoutes, explainRoutes } from './quotes/v1-price-routes.ts'
import { quoteRoutes } from './quotes/v1-routes.ts'
import { QUOTE_SCHEMAS } from './quotes/v1-schemas.ts'
import { packagePhotoRoutes } from './receiving/v1-photo-routes.ts'
import type { AddRoutes } from './register.ts'
import { requestRoutes } from './requests/v1-routes.ts'
import { warehouseAddressRoutes } from './sites/v1-routes.ts'
import { ADDRESS_SCHEMAS } from './sites/v1-schemas.ts'
import { testBillingRoutes, testModeRoutes } from './test-mode/v1-routes.ts'

type Noun = {
  /** Schemas that operations refer to by name. */
  schemas?: readonly object[]
  /** Routes under /v1, for businesses. */
  v1?: readonly AddRoutes[]
  /** Routes that need no API key. */
  open?: readonly AddRoutes[]
}

export const NOUNS: readonly Noun[] = [
  { schemas: [...QUOTE_SCHEMAS, ...EXPLAIN_SCHEMAS], v1: [quoteRoutes, explainRoutes, estimateRoutes] },
  { schemas: PACKAGE_SCHEMAS, v1: [packageRoutes, collectionRoutes], open: [trackRoutes] },
  { v1: [packagePhotoRoutes] },
  { schemas: CUSTOMER_SCHEMAS, v1: [customerRoutes] },
  { schemas: INBOUND_SCHEMAS, v1: [inboundRoutes] },
  { schemas: ADDRESS_SCHEMAS, v1: [warehouseAddressRoutes] },
  { schemas: WEBHOOK_SCHEMAS, v1: [webhookEndpointRoutes, eventRoutes, webhookDeliveryRoutes] },
  { v1: [requestRoutes] },
  { v1: [testModeRoutes, testBillingRoutes] },
  { schemas: BILLING_SCHEMAS, v1: [billingRoutes] },
  { schemas: MESSAGE_SCHEMAS, v1: [messageRoutes], open: [unsubscribeRoutes] },
  { open: [logoRoutes] },
  { open: [labelRoutes] },
]
