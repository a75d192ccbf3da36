// Puts one package in a place by its code, or takes it out of its place.

import { Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { FoundPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import * as places from '../../store/places/places.ts'
import type { Deps } from '../deps.ts'
import { putInPlace, takeFromPlace } from './put-in-place.ts'

/** `code`: null takes the package out. */
export const setPackagePlace = async (deps: Deps, author: Author, id: string, code: string | null): Promise<FoundPackage> => {
  if (code === null) return takeFromPlace(deps, author, id)
  const { scope } = await packages.loadOfAnyBusiness(deps.db, id)
  const place = await places.loadNamed(deps.db, scope.mode, 'place', code)
  const { outcomes } = await putInPlace(deps, author, place.id, [{ packageId: id }])
  if (outcomes[0]!.outcome instanceof Rejection) throw outcomes[0]!.outcome
  return packages.loadOfAnyBusiness(deps.db, id)
}
