// /ops/v1/receipts: receive, preview, list and undo.

import type { FastifyInstance } from 'fastify'
import { HISTORY_MAX } from '../../../domain/audit/audit.ts'
import { isComplete } from '../../../domain/packages/package.ts'
import { arrivalPrice } from '../../../domain/receiving/receipt-price.ts'
import { loadBusiness } from '../../../flows/businesses/change-business.ts'
import type { Caller, Deps } from '../../../flows/deps.ts'
import { byWish, receiveInbound } from '../../../flows/inbound/receive-inbound.ts'
import { previewReceipt } from '../../../flows/receiving/plan-receipt.ts'
import { quoteArrival } from '../../../flows/receiving/price-arrival.ts'
import type { ReceiptTarget } from '../../../flows/receiving/receipt-target.ts'
import { announcedTarget, scopeOfTarget } from '../../../flows/receiving/receipt-target.ts'
import type { Received } from '../../../flows/receiving/receive-package.ts'
import { receivePackage } from '../../../flows/receiving/receive-package.ts'
import type { UnannouncedRequest } from '../../../flows/receiving/receive-unannounced.ts'
import { planUnannounced, receiveUnannounced } from '../../../flows/receiving/receive-unannounced.ts'
import { undoReceipt } from '../../../flows/receiving/undo-receipt.ts'
import * as packages from '../../../store/packages/packages.ts'
import * as receipts from '../../../store/receiving/receipts.ts'
import { listPage } from '../../links.ts'
import { goodAnswer } from '../../operation.ts'
import { Text } from '../../schemas/fields.ts'
import { pageQuery } from '../../schemas/paging.ts'
import { idParams, PackageParams } from '../../schemas/params.ts'
import * as Type from '../../schemas/type.ts'
import { opsOperation, STAFF, WAREHOUSE } from '../access.ts'
import { staffCaller } from '../for-business.ts'
import { notedPackageAnswer, opsPackageAnswers } from '../packages/present.ts'
import { PREVIEW_EXAMPLE, RECEIPT_EXAMPLE, RECEIVED_EXAMPLE, UNDONE_EXAMPLE } from './examples.ts'
import { measuredSizes, presentPriceChange, presentReceipt, presentSized } from './present.ts'
import { findTarget, readReceipt, readRoute } from './request.ts'
import { Modes, PreviewAnswer, ReasonBody, ReceiptAnswer, ReceiptBody, ReceivedAnswer, UndoneAnswer } from './schemas.ts'

const ReceiptParams = idParams('rcp', 'Receipt token')
const ListQuery = Type.Object({
  mode: Type.Optional(Modes()),
  business: Type.Optional(Text({ description: 'Business token or prefix' })),
  package: Type.Optional(Text({ description: 'Package token' })),
  ...pageQuery,
})

const RECEIPT_ERRORS = ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'CUSTOMER_NOT_FOUND'] as const

export const receivedAnswer = async (deps: Deps, caller: Caller, { receipt, price, ...noted }: Received) => ({
  receipt: presentReceipt(caller, receipt),
  package: await notedPackageAnswer(deps, caller, noted),
  price: presentPriceChange(price),
})

const receiveFor = (deps: Deps, caller: Caller, target: ReceiptTarget, request: UnannouncedRequest): Promise<Received> => {
  if ('package' in target) return receivePackage(deps, caller, target.package.id, request)
  if ('inbound' in target) return receiveInbound(deps, caller, announcedTarget(target), request)
  return receiveUnannounced(deps, caller, target.customer.customer, request)
}

export const receivingRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/ops/v1/receipts',
    opsOperation(WAREHOUSE, {
      id: 'receiveParcel',
      summary: 'Receive a parcel',
      description:
        'By `package_id`, by `code` as scanned, by `inbound_parcel_id` for one that was announced, or by `customer_id` for one that was not. Measurements make the price final once every package of the quote is in; export by air keeps its booked price.',
      body: ReceiptBody,
      answers: { 201: goodAnswer('The receipt, the package and what it does to the price', ReceivedAnswer, RECEIVED_EXAMPLE) },
      errors: RECEIPT_ERRORS,
    }),
    async (request, reply) => {
      const receipt = readReceipt(request.body)
      const route = readRoute(request.body)
      const target = await findTarget(deps, request.body)
      const caller = await staffCaller(deps, request, scopeOfTarget(target))
      const received = await receiveFor(deps, caller, target, { ...receipt, route })
      return reply.code(201).send(await receivedAnswer(deps, caller, received))
    },
  )

  app.post(
    '/ops/v1/receipts/preview',
    opsOperation(WAREHOUSE, {
      id: 'previewReceipt',
      summary: 'Preview a receipt',
      description:
        'The same body and the same checks; nothing is stored. Other packages of the quote count as measured, or else as declared.',
      body: ReceiptBody,
      answers: { 200: goodAnswer('Declared beside measured, and the difference in NGN', PreviewAnswer, PREVIEW_EXAMPLE) },
      errors: RECEIPT_ERRORS,
    }),
    async (request) => {
      const receipt = readReceipt(request.body)
      const route = readRoute(request.body)
      const target = await findTarget(deps, request.body)
      const caller = await staffCaller(deps, request, scopeOfTarget(target))
      if (!('package' in target)) {
        const { customer } = 'inbound' in target ? target.inbound : target.customer
        const unannounced = { ...receipt, route }
        const wanted = 'inbound' in target ? byWish(target.inbound.inbound, unannounced) : unannounced
        const { arrival, parcel } = planUnannounced(deps, caller, customer, wanted, null)
        const quote = await quoteArrival(deps, deps.db, caller, parcel)
        return {
          package: null,
          declared: presentSized(null, {}),
          measured: presentSized(arrival.pieces, arrival),
          complete: true,
          price: presentPriceChange(quote && arrivalPrice(quote)),
        }
      }
      const { parcel, notices, next, declared, arrival, price } = await previewReceipt(deps, caller, target.package.id, receipt)
      return {
        package: await notedPackageAnswer(deps, caller, { parcel, notices }),
        declared: presentSized(declared.quantity, declared),
        measured: presentSized(next.piecesArrived, measuredSizes(next, arrival)),
        complete: isComplete(next),
        price: presentPriceChange(price),
      }
    },
  )

  app.get(
    '/ops/v1/receipts',
    opsOperation(STAFF, {
      id: 'listReceipts',
      summary: 'List receipts',
      description: 'Newest arrival first, undone ones included, 25 a page.',
      query: ListQuery,
      answers: { 200: goodAnswer('A page of receipts', Type.Array(ReceiptAnswer), [RECEIPT_EXAMPLE]) },
      errors: ['NOT_FOUND'],
    }),
    async (request, reply) => {
      const { mode = 'live', business, package: packageId } = request.query
      const filter = {
        mode,
        ...(business === undefined ? {} : { businessId: (await loadBusiness(deps.db, business)).id }),
        ...(packageId === undefined ? {} : { packageId }),
      }
      const { items } = await listPage(request, reply, (page) => receipts.listNewest(deps.db, filter, page))
      return items.map(({ scope, receipt, parcelNumber }) => ({ ...presentReceipt(scope, receipt), parcel_number: parcelNumber }))
    },
  )

  app.get(
    '/ops/v1/packages/:id/receipts',
    opsOperation(STAFF, {
      id: 'listPackageReceipts',
      summary: 'List the receipts of a package',
      description: `The latest ${HISTORY_MAX}, oldest first, undone ones included.`,
      params: PackageParams,
      answers: { 200: goodAnswer('Its receipts', Type.Array(ReceiptAnswer, { maxItems: HISTORY_MAX }), [RECEIPT_EXAMPLE]) },
    }),
    async (request) => {
      const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, request.params.id)
      return (await receipts.ofPackage(deps.db, scope, parcel.id)).map((receipt) => presentReceipt(scope, receipt))
    },
  )

  app.post(
    '/ops/v1/receipts/:id/undo',
    opsOperation(WAREHOUSE, {
      id: 'undoReceipt',
      summary: 'Undo a receipt',
      description:
        'On the business’s calendar day of the receipt, the latest of a package first, while it is in the warehouse and in no shipment. A price that it made final is the booked one again.',
      params: ReceiptParams,
      body: ReasonBody,
      answers: { 200: goodAnswer('The receipt, undone, and the package as it was', UndoneAnswer, UNDONE_EXAMPLE) },
      errors: ['INVALID_TRANSITION'],
    }),
    async (request) => {
      const { scope, receipt: undone } = await receipts.loadOfAnyBusiness(deps.db, request.params.id)
      const caller = await staffCaller(deps, request, scope)
      const { receipt, parcel } = await undoReceipt(deps, caller, undone, request.body.reason ?? null)
      const [answer] = await opsPackageAnswers(deps, [{ scope, parcel }])
      return { receipt: presentReceipt(scope, receipt), package: answer! }
    },
  )
}
