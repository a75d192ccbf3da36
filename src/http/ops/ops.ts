// /ops/v1, the operator's API: authentication, idempotency, and all routes.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../flows/deps.ts'
import type { TargetRules } from '../../webhooks/target.ts'
import { compressAnswers } from '../compression.ts'
import { answerOnce } from '../requests/idempotency.ts'
import { auditRoutes } from './audit/routes.ts'
import { admitStaff } from './auth.ts'
import { accountRoutes } from './billing/account-routes.ts'
import { bankRoutes } from './billing/bank-routes.ts'
import { chargeRoutes } from './billing/charge-routes.ts'
import { invoiceRoutes } from './billing/invoice-routes.ts'
import { missedRoutes } from './billing/missed-routes.ts'
import { MISSED_SCHEMAS } from './billing/missed-schemas.ts'
import { owedRoutes } from './billing/owed-routes.ts'
import { OWED_SCHEMAS } from './billing/owed-schemas.ts'
import { paymentRoutes } from './billing/payment-routes.ts'
import { providerRoutes } from './billing/provider-routes.ts'
import { PROVIDER_SCHEMAS } from './billing/provider-schemas.ts'
import { OPS_BILLING_SCHEMAS } from './billing/schemas.ts'
import { purchaseRoutes } from './booking/routes.ts'
import { demoRoutes } from './businesses/demo-routes.ts'
import { keyRoutes } from './businesses/key-routes.ts'
import { businessRoutes } from './businesses/routes.ts'
import { BUSINESS_SCHEMAS } from './businesses/schemas.ts'
import { termsRoutes } from './businesses/terms-routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { changeRoutes } from './events/change-routes.ts'
import { failingDeliveryRoutes, webhookDeliveryRoutes } from './events/delivery-routes.ts'
import { webhookEndpointRoutes } from './events/endpoint-routes.ts'
import { opsInboundRoutes } from './inbound/routes.ts'
import { OPS_INBOUND_SCHEMAS } from './inbound/schemas.ts'
import { operatorRoutes } from './operator/routes.ts'
import { OPERATOR_RECORD_SCHEMAS } from './operator/schemas.ts'
import { overviewRoutes, searchRoutes } from './overview/routes.ts'
import { packageCareRoutes } from './packages/care-routes.ts'
import { packageCorrectionRoutes, unpricedRoutes } from './packages/correction-routes.ts'
import { packageLabelRoutes } from './packages/label-routes.ts'
import { packageListRoutes } from './packages/list-routes.ts'
import { REPACK_SCHEMAS } from './packages/repack-schema.ts'
import { OPS_PACKAGE_SCHEMAS } from './packages/schemas.ts'
import { placeLabelRoutes } from './places/label-routes.ts'
import { placeRoutes } from './places/routes.ts'
import { PLACE_SCHEMAS } from './places/schemas.ts'
import { stocktakeRoutes } from './places/stocktake-routes.ts'
import { cardDraftRoutes } from './pricing/card-draft-routes.ts'
import { cardRoutes } from './pricing/card-routes.ts'
import { CARD_SCHEMAS } from './pricing/card-schemas.ts'
import { fxRoutes } from './pricing/fx-routes.ts'
import { FX_SCHEMAS } from './pricing/fx-schemas.ts'
import { warehouseRoutes } from './pricing/warehouse-routes.ts'
import { WAREHOUSE_SCHEMAS } from './pricing/warehouse-schemas.ts'
import { counterRoutes } from './quotes/counter-routes.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { photoRoutes } from './receiving/photo-routes.ts'
import { repackRoutes } from './receiving/repack-routes.ts'
import { receivingRoutes } from './receiving/routes.ts'
import { scanRoutes } from './receiving/scan-routes.ts'
import { RECEIVING_SCHEMAS } from './receiving/schemas.ts'
import { unidentifiedRoutes } from './receiving/unidentified-routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { shadowRoutes } from './shadow/routes.ts'
import { SHADOW_SCHEMAS } from './shadow/schemas.ts'
import { shipmentRoutes } from './shipments/routes.ts'
import { SHIPMENT_SCHEMAS } from './shipments/schemas.ts'
import { invitationRoutes } from './staff/invitation-routes.ts'
import { passkeyRoutes } from './staff/passkey-routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { savedViewRoutes } from './staff/saved-view-routes.ts'
import { OPS_SCHEMAS } from './staff/schemas.ts'
import { secondFactorRoutes } from './staff/second-factor-routes.ts'
import { sessionRoutes } from './staff/session-routes.ts'
import { createSignInLimit } from './staff/sign-in-limit.ts'
import { staffAccessRoutes } from './staff/staff-access-routes.ts'
import { storageRoutes } from './storage/routes.ts'

/** What the operator's operations refer to by name. */
export const OPERATOR_SCHEMAS = [
  ...OPS_SCHEMAS,
  ...BUSINESS_SCHEMAS,
  ...OPS_PACKAGE_SCHEMAS,
  ...OPS_INBOUND_SCHEMAS,
  ...RECEIVING_SCHEMAS,
  ...REPACK_SCHEMAS,
  ...SHIPMENT_SCHEMAS,
  ...PLACE_SCHEMAS,
  ...CARD_SCHEMAS,
  ...SHADOW_SCHEMAS,
  ...FX_SCHEMAS,
  ...WAREHOUSE_SCHEMAS,
  ...OPS_BILLING_SCHEMAS,
  ...OWED_SCHEMAS,
  ...MISSED_SCHEMAS,
  ...PROVIDER_SCHEMAS,
  ...OPERATOR_RECORD_SCHEMAS,
]

/** Answers that hold a secret are never kept, so these routes take no Idempotency-Key. */
const SECRET_ANSWERS = [
  '/ops/v1/businesses/:id/keys',
  '/ops/v1/keys/:id/rotate',
  '/ops/v1/access_tokens',
  '/ops/v1/staff_invitations',
  '/ops/v1/second_factor/totp',
  '/ops/v1/second_factor/totp/confirm',
  '/ops/v1/businesses/:id/webhook_endpoints',
  '/ops/v1/webhook_endpoints/:id/rotate_secret',
]

/** What is remembered of a request is a digest of its body, from which a password could be guessed. Neither is done twice anyway. */
const SECRET_BODIES = ['/ops/v1/staff', '/ops/v1/password', '/ops/v1/second_factor/totp/remove', '/ops/v1/passkeys/options']

export const takesIdempotencyKey = (pattern: string): boolean => !SECRET_ANSWERS.includes(pattern) && !SECRET_BODIES.includes(pattern)

export const opsRoutes = (app: FastifyInstance, deps: Deps, webhookTargets: TargetRules): void => {
  admitStaff(app, deps)
  answerOnce(app, deps, ({ staff, pattern }) => (staff && takesIdempotencyKey(pattern) ? { holderId: staff.staff.id, mode: 'ops' } : null))
  compressAnswers(app)
  const limit = createSignInLimit(deps)
  sessionRoutes(app, deps, limit)
  invitationRoutes(app, deps, limit)
  secondFactorRoutes(app, deps, limit)
  passkeyRoutes(app, deps, limit)
  staffRoutes(app, deps)
  staffAccessRoutes(app, deps)
  savedViewRoutes(app, deps)
  businessRoutes(app, deps)
  keyRoutes(app, deps)
  auditRoutes(app, deps)
  cardRoutes(app, deps)
  cardDraftRoutes(app, deps)
  shadowRoutes(app, deps)
  fxRoutes(app, deps)
  termsRoutes(app, deps)
  warehouseRoutes(app, deps)
  operatorRoutes(app, deps)
  scanRoutes(app, deps)
  receivingRoutes(app, deps)
  packageCorrectionRoutes(app, deps)
  unidentifiedRoutes(app, deps)
  unpricedRoutes(app, deps)
  repackRoutes(app, deps)
  opsInboundRoutes(app, deps)
  photoRoutes(app, deps)
  packageLabelRoutes(app, deps)
  shipmentRoutes(app, deps)
  placeRoutes(app, deps)
  placeLabelRoutes(app, deps)
  stocktakeRoutes(app, deps)
  overviewRoutes(app, deps)
  searchRoutes(app, deps)
  packageListRoutes(app, deps)
  packageCareRoutes(app, deps)
  storageRoutes(app, deps)
  quoteRoutes(app, deps)
  counterRoutes(app, deps)
  customerRoutes(app, deps)
  requestRoutes(app, deps)
  purchaseRoutes(app, deps)
  chargeRoutes(app, deps)
  invoiceRoutes(app, deps)
  paymentRoutes(app, deps)
  owedRoutes(app, deps)
  missedRoutes(app, deps)
  providerRoutes(app, deps)
  bankRoutes(app, deps)
  accountRoutes(app, deps)
  webhookEndpointRoutes(app, deps, webhookTargets)
  webhookDeliveryRoutes(app, deps)
  failingDeliveryRoutes(app, deps)
  changeRoutes(app, deps)
  demoRoutes(app, deps)
}
