// /ops/v1/packages/{id}/close_short, /destination, /price and /waive_price: corrections of a package in the warehouse.

import type { FastifyInstance } from 'fastify'
import { invalidField } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { closeShort, setDestination, supplyFacts, waivePrice } from '../../flows/packages/correct-package.ts'
import { viewPackage } from '../../flows/packages/view-packages.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as packages from '../../store/packages/packages.ts'
import { CLOSED_EXAMPLE } from '../receiving/ops-examples.ts'
import { presentPriceChange } from '../receiving/ops-present.ts'
import { readCountry, readFacts } from '../receiving/ops-request.ts'
import { ClosedAnswer, DestinationBody, FactsBody, ReasonBody } from '../receiving/ops-schemas.ts'
import { ADMINS, opsRoute, WAREHOUSE } from '../staff/access.ts'
import { foundFor } from '../staff/for-business.ts'
import { PackageParams } from '../values/fields.ts'
import { presentOpsPackage } from './ops-present.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer } from './ops-schemas.ts'

export const required = (field: string, text: string | undefined): string => {
  if (text !== undefined) return text
  throw invalidField(field, 'is required')
}

/** Routes for parcels that arrived without a booking and have no price yet. */
export const unpricedRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/packages/:id/price', WAREHOUSE, {
    id: 'pricePackage',
    summary: 'Supply what is missing for a price',
    description:
      'For a parcel that arrived without a booking; `missing_for_price` lists the missing data. It gets its own quote, with the card, exchange rate and terms in force at its receipt. The response lists data that is still missing.',
    params: PackageParams,
    body: FactsBody,
    answers: { 200: goodAnswer('The package, and its price if it has one now', ClosedAnswer, CLOSED_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'DESTINATION_LOCKED'],
    handler: async (request) => {
      const { scope, parcel, caller } = await foundFor(deps, request, packages.loadOfAnyBusiness)
      const facts = readFacts(request.body)
      const priced = await supplyFacts(deps, caller, parcel.id, facts)
      const view = await viewPackage(deps, { scope, parcel: priced.parcel })
      return { package: presentOpsPackage(view), price: presentPriceChange(priced.price) }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/waive_price', ADMINS, {
    id: 'waivePrice',
    summary: 'Let a package leave without a price',
    description: 'For a parcel that arrived without a booking. The reason is recorded with the admin who gave it.',
    params: PackageParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The package', OpsPackageAnswer, OPS_PACKAGE_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED'],
    handler: async (request) => {
      const { scope, parcel, caller } = await foundFor(deps, request, packages.loadOfAnyBusiness)
      const reason = required('reason', request.body.reason)
      const saved = await waivePrice(deps, caller, parcel.id, reason)
      return presentOpsPackage(await viewPackage(deps, { scope, parcel: saved }))
    },
  })
}

export const packageCorrectionRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/packages/:id/close_short', WAREHOUSE, {
    id: 'closePackageShort',
    summary: 'Close a package short',
    description: 'Missing pieces will not arrive: the quantity becomes what was received, and the price becomes final.',
    params: PackageParams,
    body: ReasonBody,
    answers: { 200: goodAnswer('The package, and what it does to the price', ClosedAnswer, CLOSED_EXAMPLE) },
    errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED'],
    handler: async (request) => {
      const { scope, parcel, caller } = await foundFor(deps, request, packages.loadOfAnyBusiness)
      const reason = required('reason', request.body.reason)
      const closed = await closeShort(deps, caller, parcel.id, reason)
      const view = await viewPackage(deps, { scope, parcel: closed.parcel })
      return { package: presentOpsPackage(view), price: presentPriceChange(closed.price) }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/packages/:id/destination', WAREHOUSE, {
    id: 'setDestination',
    summary: 'Set the destination of a package',
    description: 'Can be set once; repeating the same value is allowed. Packages of a quote get theirs from the booking.',
    params: PackageParams,
    body: DestinationBody,
    answers: { 200: goodAnswer('The package', OpsPackageAnswer, OPS_PACKAGE_EXAMPLE) },
    errors: ['DESTINATION_LOCKED', 'PACKAGE_CANCELLED'],
    handler: async (request) => {
      const { scope, parcel, caller } = await foundFor(deps, request, packages.loadOfAnyBusiness)
      const country = readCountry('country', required('country', request.body.country))
      const saved = await setDestination(deps, caller, parcel.id, country)
      return presentOpsPackage(await viewPackage(deps, { scope, parcel: saved }))
    },
  })
}
