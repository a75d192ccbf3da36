// Routes for test mode only: move the clock, simulate the steps of a package (received, departed, delivered), issue an invoice, and report a payment.

import type { FastifyInstance } from 'fastify'
import type { Package } from '../../domain/packages/package.ts'
import { playInvoice, playPayment } from '../../flows/billing/play-billing.ts'
import { moveTestClock } from '../../flows/businesses/change-business.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { nowFor } from '../../flows/deps.ts'
import type { ReceiptRequest } from '../../flows/receiving/receive-package.ts'
import { receivePackage } from '../../flows/receiving/receive-package.ts'
import { deliverPackage, departPackage } from '../../flows/shipments/move-package.ts'
import { goodAnswer, operation, routesBy } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { instant } from '../../platform/http/wire-format.ts'
import { INVOICE, PAYMENT } from '../billing/v1-examples.ts'
import { presentInvoice, presentPayment } from '../billing/v1-present.ts'
import { InvoiceAnswer, PaymentAnswer, TestPaymentBody } from '../billing/v1-schemas.ts'
import { requireTestMode } from '../businesses/auth.ts'
import { packageAnswer } from '../packages/v1-answers.ts'
import { PackageAnswer, ReceiveBody } from '../packages/v1-schemas.ts'
import { PACKAGE } from '../quotes/v1-examples.ts'
import { readMeasured } from '../receiving/ops-request.ts'
import { PackageParams } from '../values/fields.ts'

const ADVANCE_MAX_SECONDS = 10 * 366 * 24 * 60 * 60

const ClockBody = Type.Partial(
  Type.Object({
    advance_seconds: Type.Number({ minimum: 0, maximum: ADVANCE_MAX_SECONDS, description: 'Moves the clock forward' }),
    reset: Type.Boolean({ description: 'Back to real time, before any advance' }),
  }),
  { examples: [{ advance_seconds: 3601 }] },
)

const ClockAnswer = Type.Titled('TestClock', {
  now: Type.DateTime(),
  offset_seconds: Type.Number({ description: 'How far the clock is ahead of real time' }),
})

const AN_HOUR_AHEAD = { now: '2026-11-15T09:30:01.000Z', offset_seconds: 3601 }

type ReceiveRequest = {
  weight?: number
  actual_weight?: number
  length?: number
  width?: number
  height?: number
  volume?: number
  quantity?: number
}

/** Parses a test-mode receipt of goods. The receipt is treated as confirmed, and as the last receipt of the package. */
const readReceipt = ({ quantity, actual_weight, weight = actual_weight, ...measured }: ReceiveRequest): ReceiptRequest => ({
  measured: {
    ...readMeasured({ ...measured, ...(weight === undefined ? {} : { weight }) }),
    ...(quantity === undefined ? {} : { pieces: quantity }),
  },
  conditionNote: null,
  isLast: true,
  isConfirmed: true,
})

/** Adds a route that answers 404 to live keys. */
const testRoute = routesBy((tag: 'Test mode', described) => ({ onRequest: requireTestMode, ...operation(tag, described) }))

export const testModeRoutes = (app: FastifyInstance, deps: Deps): void => {
  const clockAnswer = (caller: Caller) => ({ now: instant(nowFor(deps, caller)), offset_seconds: caller.clockOffsetMs / 1000 })
  const answer = (caller: Caller, { id }: Package) => packageAnswer(deps, caller, id)

  testRoute(app, 'GET', '/v1/test_clock', 'Test mode', {
    id: 'getTestClock',
    summary: 'Read the test clock',
    description: 'The current time for test data of this business.',
    answers: { 200: goodAnswer('The time for test data', ClockAnswer, AN_HOUR_AHEAD) },
    errors: ['NOT_FOUND'],
    handler: async (request) => clockAnswer(request.caller),
  })

  testRoute(app, 'POST', '/v1/test_clock', 'Test mode', {
    id: 'moveTestClock',
    summary: 'Move the test clock',
    description:
      'Rate expiry, ocean refresh and storage fees of test data follow this clock. Live data never does, and prices are always those in force in real time.',
    body: ClockBody,
    answers: { 200: goodAnswer('The time for test data', ClockAnswer, AN_HOUR_AHEAD) },
    errors: ['NOT_FOUND'],
    handler: async (request) => {
      const { caller } = request
      const { advance_seconds: advance = 0, reset = false } = request.body
      const clockOffsetMs = await moveTestClock(deps, caller, { advanceMs: Math.round(advance * 1000), reset })
      return clockAnswer({ ...caller, clockOffsetMs })
    },
  })

  testRoute(app, 'POST', '/v1/test_helpers/packages/:id/receive', 'Test mode', {
    id: 'testReceivePackage',
    summary: 'Play the warehouse: receive a package',
    description: 'Measurements are optional; for import air and ocean they make the price final once the last package is in.',
    params: PackageParams,
    body: ReceiveBody,
    answers: { 200: goodAnswer('The package, in the warehouse', PackageAnswer, PACKAGE) },
    errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED'],
    handler: async (request) => {
      const { parcel } = await receivePackage(deps, request.caller, request.params.id, readReceipt(request.body))
      return answer(request.caller, parcel)
    },
  })

  testRoute(app, 'POST', '/v1/test_helpers/packages/:id/depart', 'Test mode', {
    id: 'testDepartPackage',
    summary: 'Play the warehouse: a package departs',
    description: 'Creates a shipment for the package unless it is in one. A package on hold, or without a price, cannot depart.',
    params: PackageParams,
    answers: { 200: goodAnswer('The package, in transit', PackageAnswer, { ...PACKAGE, status: 'transit' }) },
    errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'PACKAGE_ON_HOLD', 'PACKAGE_UNPRICED'],
    handler: async (request) => answer(request.caller, await departPackage(deps, request.caller, request.params.id)),
  })

  testRoute(app, 'POST', '/v1/test_helpers/packages/:id/deliver', 'Test mode', {
    id: 'testDeliverPackage',
    summary: 'Play the warehouse: a package is delivered',
    description: 'The last status of a package. A package on hold cannot be delivered.',
    params: PackageParams,
    answers: { 200: goodAnswer('The package, delivered', PackageAnswer, { ...PACKAGE, status: 'delivered' }) },
    errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'PACKAGE_ON_HOLD'],
    handler: async (request) => answer(request.caller, await deliverPackage(deps, request.caller, request.params.id)),
  })
}

export const testBillingRoutes = (app: FastifyInstance, deps: Deps): void => {
  testRoute(app, 'POST', '/v1/test_helpers/invoices', 'Test mode', {
    id: 'testIssueInvoice',
    summary: 'Play the operator: issue an invoice',
    description: 'Invoices all open charges of one payer: the payer of the oldest charge without an invoice.',
    answers: { 201: goodAnswer('The invoice', InvoiceAnswer, INVOICE) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: async ({ caller }, reply) => reply.code(201).send(presentInvoice(await playInvoice(deps, caller), caller.mode)),
  })

  testRoute(app, 'POST', '/v1/test_helpers/payments', 'Test mode', {
    id: 'testPlayPayment',
    summary: 'Play the bank: a payment arrives',
    description: 'Pays the given invoice, or the oldest open ones. Overpayment is kept as credit.',
    body: TestPaymentBody,
    answers: { 201: goodAnswer('The payment', PaymentAnswer, PAYMENT) },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'PAYMENT_ALREADY_RECORDED'],
    handler: async ({ caller, body }, reply) => {
      const { invoice_id: invoiceId, amount, reference = null } = body
      return reply.code(201).send(presentPayment(await playPayment(deps, caller, { invoiceId, amount, reference }), caller.mode))
    },
  })
}
