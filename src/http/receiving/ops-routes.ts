// /ops/v1/receipts: receive a parcel; preview, list and undo receipts.

import type { FastifyInstance } from 'fastify'
import { HISTORY_MAX } from '../../domain/audit/audit.ts'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import type { PackageView } from '../../flows/packages/view-packages.ts'
import { viewNoted, viewPackage } from '../../flows/packages/view-packages.ts'
import type { Received } from '../../flows/receiving/receive-package.ts'
import { previewParcel, receiveParcel } from '../../flows/receiving/receive-parcel.ts'
import { undoReceipt } from '../../flows/receiving/undo-receipt.ts'
import { readSiteCodes } from '../../flows/sites/site-codes.ts'
import { listPage } from '../../platform/http/links.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as packages from '../../store/packages/packages.ts'
import * as receipts from '../../store/receiving/receipts.ts'
import { presentOpsPackage } from '../packages/ops-present.ts'
import { opsRoute, STAFF, WAREHOUSE } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { foundFor } from '../staff/for-business.ts'
import { idParams, PackageParams } from '../values/fields.ts'
import { PREVIEW_EXAMPLE, RECEIPT_EXAMPLE, RECEIVED_EXAMPLE, UNDONE_EXAMPLE } from './ops-examples.ts'
import { presentPriceChange, presentReceipt, presentSized } from './ops-present.ts'
import { readReceipt, readTarget } from './ops-request.ts'
import { Modes, PreviewAnswer, ReasonBody, ReceiptAnswer, ReceiptBody, ReceivedAnswer, UndoneAnswer } from './ops-schemas.ts'

const ReceiptParams = idParams('rcp', 'Receipt token')
const ListQuery = Type.Object({
  mode: Type.Optional(Modes()),
  business: Type.Optional(Type.Text({ description: 'Business token or prefix' })),
  package: Type.Optional(Type.Text({ description: 'Package token' })),
  ...pageQuery,
})

const RECEIPT_ERRORS = ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'CUSTOMER_NOT_FOUND'] as const

export const presentReceived = ({ receipt, price }: Received, caller: Caller, view: PackageView) => ({
  receipt: presentReceipt(caller, receipt, view.siteCodes),
  package: presentOpsPackage(view),
  price: presentPriceChange(price),
})

export const receivingRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/receipts', WAREHOUSE, {
    id: 'receiveParcel',
    summary: 'Receive a parcel',
    description:
      'By `package_id`, by `code` as scanned, by `inbound_parcel_id` for one that was announced, or by `customer_id` for one that was not; by `business_id` alone for a parcel of the business itself. Measurements make the price final once every package of the quote is in; export by air keeps its booked price.',
    body: ReceiptBody,
    answers: { 201: goodAnswer('The receipt, the package and what it does to the price', ReceivedAnswer, RECEIVED_EXAMPLE) },
    errors: RECEIPT_ERRORS,
    handler: async (request, reply) => {
      const received = await receiveParcel(deps, authorOf(deps, request), readTarget(request.body), readReceipt(request.body))
      const { caller } = received
      return reply.code(201).send(presentReceived(received, caller, await viewNoted(deps, caller, received)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/receipts/preview', WAREHOUSE, {
    id: 'previewReceipt',
    summary: 'Preview a receipt',
    description:
      'The same body and the same checks; nothing is stored. Other packages of the quote count as measured, or else as declared.',
    body: ReceiptBody,
    answers: { 200: goodAnswer('Declared beside measured, and the difference in NGN', PreviewAnswer, PREVIEW_EXAMPLE) },
    errors: RECEIPT_ERRORS,
    handler: async (request) => {
      const preview = await previewParcel(deps, authorOf(deps, request), readTarget(request.body), readReceipt(request.body))
      return {
        package: preview.noted && presentOpsPackage(await viewNoted(deps, preview.caller, preview.noted)),
        declared: presentSized(preview.declared),
        measured: presentSized(preview.measured),
        complete: preview.isComplete,
        price: presentPriceChange(preview.price),
      }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/receipts', STAFF, {
    id: 'listReceipts',
    summary: 'List receipts',
    description: 'Newest arrival first, undone ones included, 25 a page.',
    query: ListQuery,
    answers: { 200: goodAnswer('A page of receipts', Type.Array(ReceiptAnswer), [RECEIPT_EXAMPLE]) },
    errors: ['NOT_FOUND'],
    handler: async (request, reply) => {
      const { mode = 'live', business, package: packageId } = request.query
      const filter = {
        mode,
        seen: request.staff.seen,
        ...(business === undefined ? {} : { businessId: (await loadBusiness(deps.db, business)).id }),
        ...(packageId === undefined ? {} : { packageId }),
      }
      const { items } = await listPage(request, reply, (page) => receipts.listNewest(deps.db, filter, page))
      const codes = await readSiteCodes(deps.db)
      return items.map(({ scope, receipt, parcelNumber }) => ({ ...presentReceipt(scope, receipt, codes), parcel_number: parcelNumber }))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/packages/:id/receipts', STAFF, {
    id: 'listPackageReceipts',
    summary: 'List the receipts of a package',
    description: `The latest ${HISTORY_MAX}, oldest first, undone ones included.`,
    params: PackageParams,
    answers: { 200: goodAnswer('Its receipts', Type.Array(ReceiptAnswer, { maxItems: HISTORY_MAX }), [RECEIPT_EXAMPLE]) },
    handler: async (request) => {
      const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, request.params.id)
      const codes = await readSiteCodes(deps.db)
      return (await receipts.ofPackage(deps.db, scope, parcel.id)).map((receipt) => presentReceipt(scope, receipt, codes))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/receipts/:id/undo', WAREHOUSE, {
    id: 'undoReceipt',
    summary: 'Undo a receipt',
    description:
      'On the business’s calendar day of the receipt, the latest of a package first, while it is in the warehouse and in no shipment. A price that it made final is the booked one again.',
    params: ReceiptParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The receipt, undone, and the package as it was', UndoneAnswer, UNDONE_EXAMPLE) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { scope, receipt: undone, caller } = await foundFor(deps, request, receipts.loadOfAnyBusiness)
      const { receipt, parcel } = await undoReceipt(deps, caller, undone, request.body.reason ?? null)
      const view = await viewPackage(deps, { scope, parcel })
      return { receipt: presentReceipt(scope, receipt, view.siteCodes), package: presentOpsPackage(view) }
    },
  })
}
