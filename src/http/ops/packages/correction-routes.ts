// /ops/v1/packages/{id}/close_short and /destination: corrections of a package in the warehouse.

import type { FastifyInstance } from 'fastify'
import { invalidField } from '../../../domain/values/errors.ts'
import { callerFor } from '../../../flows/caller-for.ts'
import type { Deps } from '../../../flows/deps.ts'
import { setDestination } from '../../../flows/packages/set-destination.ts'
import { closeShort } from '../../../flows/receiving/close-short.ts'
import * as packages from '../../../store/packages/packages.ts'
import { goodAnswer } from '../../operation.ts'
import { PackageParams } from '../../schemas/params.ts'
import { opsOperation, WAREHOUSE } from '../access.ts'
import { authorOf } from '../auth.ts'
import { CLOSED_EXAMPLE } from '../receiving/examples.ts'
import { presentPriceChange } from '../receiving/present.ts'
import { readCountry } from '../receiving/request.ts'
import { ClosedAnswer, DestinationBody, ReasonBody } from '../receiving/schemas.ts'
import { opsPackageAnswers } from './present.ts'
import { OPS_PACKAGE_EXAMPLE, OpsPackageAnswer } from './schemas.ts'

export const required = (field: string, text: string | undefined): string => {
  if (text !== undefined) return text
  throw invalidField(field, 'is required')
}

export const packageCorrectionRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.post(
    '/ops/v1/packages/:id/close_short',
    opsOperation(WAREHOUSE, {
      id: 'closePackageShort',
      summary: 'Close a package short',
      description: 'Missing pieces will not arrive: the quantity becomes what was received, and the price becomes final.',
      params: PackageParams,
      body: ReasonBody,
      answers: { 200: goodAnswer('The package, and what it does to the price', ClosedAnswer, CLOSED_EXAMPLE) },
      errors: ['INVALID_TRANSITION', 'PACKAGE_CANCELLED'],
    }),
    async (request) => {
      const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, request.params.id)
      const reason = required('reason', request.body.reason)
      const caller = await callerFor(deps.db, scope, authorOf(deps, request))
      const closed = await closeShort(deps, caller, parcel.id, reason)
      const [answer] = await opsPackageAnswers(deps, [{ scope, parcel: closed.parcel }])
      return { package: answer!, price: presentPriceChange(closed.price) }
    },
  )

  app.post(
    '/ops/v1/packages/:id/destination',
    opsOperation(WAREHOUSE, {
      id: 'setDestination',
      summary: 'Set the destination of a package',
      description: 'Can be set once; repeating the same value is allowed. Packages of a quote get theirs from the booking.',
      params: PackageParams,
      body: DestinationBody,
      answers: { 200: goodAnswer('The package', OpsPackageAnswer, OPS_PACKAGE_EXAMPLE) },
      errors: ['DESTINATION_LOCKED', 'PACKAGE_CANCELLED'],
    }),
    async (request) => {
      const { scope, parcel } = await packages.loadOfAnyBusiness(deps.db, request.params.id)
      const country = readCountry('country', required('country', request.body.country))
      const caller = await callerFor(deps.db, scope, authorOf(deps, request))
      const saved = await setDestination(deps, caller, parcel.id, country)
      return (await opsPackageAnswers(deps, [{ scope, parcel: saved }]))[0]!
    },
  )
}
