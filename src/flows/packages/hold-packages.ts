// Holds or releases many packages of any business, each in a transaction of its own.

import type { HoldAction } from '../../domain/packages/package.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as packages from '../../store/packages/packages.ts'
import { callerFor } from '../caller-for.ts'
import type { Deps } from '../deps.ts'
import { holdPackage } from './hold-package.ts'

/** `refusal` is null where the package was held or released. */
export type HoldOutcome = { id: string; refusal: Rejection | null }

/** A package that is refused does not affect the others. */
export const holdPackages = async (
  deps: Deps,
  author: Author,
  ids: readonly string[],
  action: HoldAction,
  body: string | null,
): Promise<HoldOutcome[]> => {
  const holdOne = async (id: string): Promise<Rejection | null> => {
    try {
      const { scope } = await packages.loadOfAnyBusiness(deps.db, id)
      await holdPackage(deps, await callerFor(deps.db, scope, author), id, action, body)
      return null
    } catch (error) {
      if (error instanceof Rejection) return error
      throw error
    }
  }
  const outcomes: HoldOutcome[] = []
  for (const id of new Set(ids)) outcomes.push({ id, refusal: await holdOne(id) })
  return outcomes
}
