// Packages as the API answers them: with their notices, and their storage fee as of the caller's now.

import type { Package } from '../domain/package.ts'
import type { Caller, Deps } from '../flows/deps.ts'
import { nowFor } from '../flows/deps.ts'
import * as notices from '../store/notices.ts'
import type { PackageFilter } from '../store/packages.ts'
import * as packages from '../store/packages.ts'
import type { Page, PageRequest } from '../store/paging.ts'
import { packageCircumstances, presentPackage } from './present-package.ts'
import { createRendered } from './rendered.ts'
import { renderPage } from './rendered-page.ts'
import type { WirePackage } from './schemas/package.ts'

/** Some ten to twenty thousand packages. */
const RENDERED_MAX_BYTES = 32 * 2 ** 20

export const packageAnswers = async (
  deps: Deps,
  caller: Caller,
  parcels: readonly Package[],
  now = nowFor(deps, caller),
): Promise<WirePackage[]> => {
  const ids = parcels.map((parcel) => parcel.id)
  // After the packages: a notice comes with a new version of its package, so that no version is ever shown without its notices.
  const byPackage = Map.groupBy(await notices.ofPackages(deps.db, caller, ids), (notice) => notice.packageId)
  const { business, mode } = caller
  return parcels.map((parcel) => presentPackage(parcel, { notices: byPackage.get(parcel.id) ?? [], business, mode, now }))
}

/** Pages of packages, each of them as text. */
export const packagePages = (deps: Deps) => {
  const rendered = createRendered(RENDERED_MAX_BYTES)
  return (caller: Caller, filter: PackageFilter) => {
    const now = nowFor(deps, caller)
    const circumstances = packageCircumstances(caller.business, now)
    return {
      // Searches are as many as there are keys.
      circumstances: filter.key === undefined ? circumstances : null,
      read: async (page: PageRequest): Promise<Page<string>> => {
        const found = await packages.find(deps.db, caller, filter)
        return renderPage(rendered, {
          versions: () => packages.versions(deps.db, found, page),
          circumstancesOf: () => circumstances,
          render: async (listed) => {
            const parcels = await packages.loadAll(deps.db, caller, listed)
            const answers = await packageAnswers(deps, caller, parcels, now)
            return parcels.map(({ id, version }, index) => ({ id, version, text: JSON.stringify(answers[index]) }))
          },
        })
      },
    }
  }
}
