// Creates the `Caller` object for staff who act on behalf of a business.

import type { FastifyRequest } from 'fastify'
import type { Problems } from '../../domain/values/errors.ts'
import { invalidField } from '../../domain/values/errors.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { loadBusiness } from '../../flows/businesses/change-business.ts'
import type { Caller, Deps } from '../../flows/deps.ts'
import { callerFor } from '../../flows/deps.ts'
import type { Db } from '../../platform/engine/db.ts'
import { problemsOf } from '../../platform/http/validation.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { authorOf } from './auth.ts'

export const staffCaller = (deps: Deps, request: FastifyRequest, scope: Scope): Promise<Caller> =>
  callerFor(deps.db, scope, authorOf(deps, request))

/** Creates the caller for a business. `business`: the token or prefix of the business. */
export const staffCallerFor = async (deps: Deps, request: FastifyRequest, business: string, mode: Mode = 'live'): Promise<Caller> =>
  staffCaller(deps, request, { businessId: (await loadBusiness(deps.db, business)).id, mode })

type ById = FastifyRequest<{ Params: { id: string } }>

/**
 * Finds the record whose id is in the path, and creates the caller for that record's business. An unknown record is reported before an
 * invalid body.
 */
export const foundFor = async <F extends { scope: Scope }>(deps: Deps, request: ById, find: (db: Db, id: string) => Promise<F>) => {
  const found = await find(deps.db, request.params.id)
  problemsOf(request).throwIfAny()
  return { ...found, caller: await staffCaller(deps, request, found.scope) }
}

type ForBusiness = { business_id: string; mode: Mode }

/**
 * Creates the caller for a business. Throws at once if the business or the mode is invalid, because the other fields cannot be checked
 * without them. `problems`: the errors that the schema found.
 */
export const callerForBusiness = async (
  deps: Deps,
  request: FastifyRequest,
  { business_id: id, mode }: ForBusiness,
  problems: Problems,
): Promise<Caller> => {
  if (problems.has('business_id') || problems.has('mode')) problems.throwIfAny()
  const business = await businesses.find(deps.db, id)
  if (!business) throw invalidField('business_id', 'is no business')
  return staffCaller(deps, request, { businessId: business.id, mode })
}
