// /ops/v1, the operator's interface: staff and their scripts come in here.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import type { TargetRules } from '../../webhooks/target.ts'
import type { BaseUrl } from '../base-url.ts'
import { answerOnce } from '../idempotency.ts'
import { readFromReplica } from '../replica-reads.ts'
import { auditRoutes } from './audit-routes.ts'
import { admitStaff } from './auth.ts'
import { businessRoutes } from './business-routes.ts'
import { BUSINESS_SCHEMAS } from './business-schemas.ts'
import { TARIFF_SCHEMAS, tariffRoutes } from './card-tariff-routes.ts'
import { demoRoutes } from './demo-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { packageLabelRoutes } from './package-label-routes.ts'
import { OPS_PACKAGE_SCHEMAS } from './package-schemas.ts'
import { photoRoutes } from './photo-routes.ts'
import { purchaseRoutes } from './purchase-routes.ts'
import { receivingRoutes } from './receiving-routes.ts'
import { RECEIVING_SCHEMAS } from './receiving-schemas.ts'
import { requestRoutes } from './request-routes.ts'
import { scanRoutes } from './scan-routes.ts'
import { OPS_SCHEMAS } from './schemas.ts'
import { sessionRoutes } from './session-routes.ts'
import { settlingRoutes } from './settling-routes.ts'
import { shipmentRoutes } from './shipment-routes.ts'
import { SHIPMENT_SCHEMAS } from './shipment-schemas.ts'
import { staffAccessRoutes } from './staff-access-routes.ts'
import { staffRoutes } from './staff-routes.ts'
import { unidentifiedRoutes } from './unidentified-routes.ts'
import { upkeepRoutes } from './upkeep-routes.ts'
import { WAREHOUSE_SCHEMAS, warehouseRoutes } from './warehouse-routes.ts'
import { webhookDeliveryRoutes } from './webhook-delivery-routes.ts'
import { webhookEndpointRoutes } from './webhook-endpoint-routes.ts'

/** What the operator's operations refer to by name. */
export const OPERATOR_SCHEMAS = [
  ...OPS_SCHEMAS,
  ...BUSINESS_SCHEMAS,
  ...OPS_PACKAGE_SCHEMAS,
  ...RECEIVING_SCHEMAS,
  ...SHIPMENT_SCHEMAS,
  ...TARIFF_SCHEMAS,
  ...WAREHOUSE_SCHEMAS,
]

/** Answers that hold a secret are never kept, so these routes take no Idempotency-Key. */
const SECRET_ANSWERS = [
  '/ops/v1/businesses/:id/keys',
  '/ops/v1/keys/:id/rotate',
  '/ops/v1/access_tokens',
  '/ops/v1/businesses/:id/webhook_endpoints',
  '/ops/v1/webhook_endpoints/:id/rotate_secret',
]

/** What is remembered of a request is a digest of its body, from which a password could be guessed. Neither is done twice anyway. */
const SECRET_BODIES = ['/ops/v1/staff', '/ops/v1/password']

export const opsRoutes = (app: FastifyInstance, deps: Deps, baseUrl: BaseUrl, webhookTargets: TargetRules): void => {
  admitStaff(app, deps)
  // After it: who may come in is never read from a replica, which may not know yet who no longer may.
  readFromReplica(app, deps)
  answerOnce(app, deps, ({ staff, pattern }) =>
    staff && !SECRET_ANSWERS.includes(pattern) && !SECRET_BODIES.includes(pattern) ? { holderId: staff.staff.id, mode: 'ops' } : null,
  )
  sessionRoutes(app, deps)
  staffRoutes(app, deps)
  staffAccessRoutes(app, deps)
  businessRoutes(app, deps, baseUrl)
  keyRoutes(app, deps)
  auditRoutes(app, deps, baseUrl)
  tariffRoutes(app, deps)
  warehouseRoutes(app, deps)
  scanRoutes(app, deps)
  receivingRoutes(app, deps, baseUrl)
  settlingRoutes(app, deps)
  unidentifiedRoutes(app, deps, baseUrl)
  photoRoutes(app, deps)
  packageLabelRoutes(app, deps)
  shipmentRoutes(app, deps, baseUrl)
  upkeepRoutes(app, deps, baseUrl)
  requestRoutes(app, deps, baseUrl)
  purchaseRoutes(app, deps, baseUrl)
  webhookEndpointRoutes(app, deps, baseUrl, webhookTargets)
  webhookDeliveryRoutes(app, deps, baseUrl)
  demoRoutes(app, deps)
}
