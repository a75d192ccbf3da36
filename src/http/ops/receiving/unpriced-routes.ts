// /ops/v1/packages/{id}/price and /waive_price: parcels that came without a booking and have no price yet.

import type { FastifyInstance } from 'fastify'
import { callerFor } from '../../../flows/caller-for.ts'
import type { Deps } from '../../../flows/deps.ts'
import { supplyFacts, waivePrice } from '../../../flows/receiving/supply-facts.ts'
import * as packages from '../../../store/packages/packages.ts'
import { goodAnswer } from '../../operation.ts'
import { PackageParams } from '../../schemas/params.ts'
import { ADMINS, opsOperation, WAREHOUSE } from '../access.ts'
import { authorOf } from '../auth.ts'
import { required } from '../packages/correction-routes.ts'
import { opsPackageAnswers } from '../packages/present.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer } from '../packages/schemas.ts'
import { CLOSED_EXAMPLE } from './examples.ts'
import { presentPriceChange } from './present.ts'
import { readFacts } from './request.ts'
import { ClosedAnswer, FactsBody, ReasonBody } from './schemas.ts'

export const unpricedRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/ops/v1/packages/:id/price',
    opsOperation(WAREHOUSE, {
      id: 'pricePackage',
      summary: 'Supply what is missing for a price',
      description:
        'Of a parcel that came without a booking; `missing_for_price` says what. It is priced with the card, exchange rate and terms in force at its receipt, by a quote of its own. What is still missing afterwards is named again.',
      params: PackageParams,
      body: FactsBody,
      answers: { 200: goodAnswer('The package, and its price if it has one now', ClosedAnswer, CLOSED_EXAMPLE) },
      errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED', 'DESTINATION_LOCKED'],
    }),
    async (request) => {
      const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, request.params.id)
      const facts = readFacts(request.body)
      const caller = await callerFor(deps.db, scope, authorOf(deps, request))
      const priced = await supplyFacts(deps, caller, parcel.id, facts)
      const [answer] = await opsPackageAnswers(deps, [{ scope, parcel: priced.parcel }])
      return { package: answer!, price: presentPriceChange(priced.price) }
    },
  )

  app.post(
    '/ops/v1/packages/:id/waive_price',
    opsOperation(ADMINS, {
      id: 'waivePrice',
      summary: 'Let a package leave without a price',
      description: 'Of a parcel that came without a booking. The reason is recorded with the admin who gave it.',
      params: PackageParams,
      body: ReasonBody,
      answers: { 200: goodAnswer('The package', OpsPackageAnswer, OPS_PACKAGE_EXAMPLE) },
      errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED'],
    }),
    async (request) => {
      const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, request.params.id)
      const reason = required('reason', request.body.reason)
      const caller = await callerFor(deps.db, scope, authorOf(deps, request))
      const saved = await waivePrice(deps, caller, parcel.id, reason)
      return (await opsPackageAnswers(deps, [{ scope, parcel: saved }]))[0]!
    },
  )
}
