// /ops/v1, the operator's API: authentication, idempotency, and all routes.

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../flows/deps.ts'
import { compressAnswers } from '../platform/http/compression.ts'
import type { TargetRules } from '../webhooks/target.ts'
import { auditRoutes } from './audit/ops-routes.ts'
import { bankRoutes } from './billing/bank/ops-routes.ts'
import { missedRoutes } from './billing/missed/ops-routes.ts'
import { MISSED_SCHEMAS } from './billing/missed/ops-schemas.ts'
import { accountRoutes } from './billing/ops-account-routes.ts'
import { chargeRoutes } from './billing/ops-charge-routes.ts'
import { invoiceRoutes } from './billing/ops-invoice-routes.ts'
import { owedRoutes } from './billing/ops-owed-routes.ts'
import { OWED_SCHEMAS } from './billing/ops-owed-schemas.ts'
import { paymentRoutes } from './billing/ops-payment-routes.ts'
import { OPS_BILLING_SCHEMAS } from './billing/ops-schemas.ts'
import { providerRoutes } from './billing/provider/ops-routes.ts'
import { PROVIDER_SCHEMAS } from './billing/provider/ops-schemas.ts'
import { purchaseRoutes } from './booking/ops-routes.ts'
import { demoRoutes } from './businesses/ops-demo-routes.ts'
import { keyRoutes } from './businesses/ops-key-routes.ts'
import { businessRoutes } from './businesses/ops-routes.ts'
import { BUSINESS_SCHEMAS } from './businesses/ops-schemas.ts'
import { termsRoutes } from './businesses/ops-terms-routes.ts'
import { customerRoutes } from './customers/ops-routes.ts'
import { changeRoutes } from './events/ops-change-routes.ts'
import { failingDeliveryRoutes, webhookDeliveryRoutes } from './events/ops-delivery-routes.ts'
import { webhookEndpointRoutes } from './events/ops-endpoint-routes.ts'
import { opsInboundRoutes } from './inbound/ops-routes.ts'
import { OPS_INBOUND_SCHEMAS } from './inbound/ops-schemas.ts'
import { operatorRoutes } from './operator/ops-routes.ts'
import { OPERATOR_RECORD_SCHEMAS } from './operator/ops-schemas.ts'
import { overviewRoutes, searchRoutes } from './overview/ops-routes.ts'
import { packageCareRoutes } from './packages/ops-care-routes.ts'
import { packageCorrectionRoutes, unpricedRoutes } from './packages/ops-correction-routes.ts'
import { packageLabelRoutes } from './packages/ops-label-routes.ts'
import { packageListRoutes } from './packages/ops-list-routes.ts'
import { REPACK_SCHEMAS } from './packages/ops-repack-schema.ts'
import { OPS_PACKAGE_SCHEMAS } from './packages/ops-schemas.ts'
import { placeLabelRoutes } from './places/ops-label-routes.ts'
import { placeRoutes } from './places/ops-routes.ts'
import { PLACE_SCHEMAS } from './places/ops-schemas.ts'
import { stocktakeRoutes } from './places/ops-stocktake-routes.ts'
import { cardDraftRoutes } from './pricing/ops-card-draft-routes.ts'
import { cardRoutes } from './pricing/ops-card-routes.ts'
import { CARD_SCHEMAS } from './pricing/ops-card-schemas.ts'
import { fxRoutes } from './pricing/ops-fx-routes.ts'
import { FX_SCHEMAS } from './pricing/ops-fx-schemas.ts'
import { warehouseRoutes } from './pricing/ops-warehouse-routes.ts'
import { WAREHOUSE_SCHEMAS } from './pricing/ops-warehouse-schemas.ts'
import { counterRoutes } from './quotes/ops-counter-routes.ts'
import { quoteRoutes } from './quotes/ops-routes.ts'
import { photoRoutes } from './receiving/ops-photo-routes.ts'
import { repackRoutes } from './receiving/ops-repack-routes.ts'
import { receivingRoutes } from './receiving/ops-routes.ts'
import { scanRoutes } from './receiving/ops-scan-routes.ts'
import { RECEIVING_SCHEMAS } from './receiving/ops-schemas.ts'
import { unidentifiedRoutes } from './receiving/ops-unidentified-routes.ts'
import { answerOnce } from './requests/idempotency.ts'
import { requestRoutes } from './requests/ops-routes.ts'
import { shadowRoutes } from './shadow/ops-routes.ts'
import { SHADOW_SCHEMAS } from './shadow/ops-schemas.ts'
import { shipmentRoutes } from './shipments/ops-routes.ts'
import { SHIPMENT_SCHEMAS } from './shipments/ops-schemas.ts'
import { admitStaff } from './staff/auth.ts'
import { invitationRoutes } from './staff/ops-invitation-routes.ts'
import { passkeyRoutes } from './staff/ops-passkey-routes.ts'
import { staffRoutes } from './staff/ops-routes.ts'
import { savedViewRoutes } from './staff/ops-saved-view-routes.ts'
import { OPS_SCHEMAS } from './staff/ops-schemas.ts'
import { secondFactorRoutes } from './staff/ops-second-factor-routes.ts'
import { sessionRoutes } from './staff/ops-session-routes.ts'
import { staffAccessRoutes } from './staff/ops-staff-access-routes.ts'
import { createSignInLimit } from './staff/sign-in-limit.ts'
import { storageRoutes } from './storage/ops-routes.ts'

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
