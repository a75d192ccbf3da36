// Edits the settings of a business, but not its prefix. Also moves the test clock of the business.

import type { Business, BusinessSettings } from '../../domain/businesses/business.ts'
import { businessPrefix, checkSettings } from '../../domain/businesses/business.ts'
import { invalidField, Problems, Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Query } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { countFreeDaysAgain } from '../../store/storage/free-days.ts'
import type { Caller, Deps } from '../deps.ts'

/** Loads a business by its token or prefix. */
export const loadBusiness = async (db: Query, id: string): Promise<Business> => {
  const business = isId('biz', id) || businessPrefix(id) !== null ? await businesses.find(db, id) : null
  if (!business) throw new Rejection('NOT_FOUND', 'No such business.')
  return business
}

export const changeBusiness = async (deps: Deps, author: Author, id: string, changes: BusinessSettings): Promise<Business> => {
  const business = await loadBusiness(deps.db, id)
  const problems = new Problems()
  checkSettings(changes, problems)
  problems.throwIfAny()
  return deps.db.transaction(author, async (tx) => {
    const { before, after } = await businesses.change(tx, author, business.id, changes, deps.clock())
    if (after.timeZone !== before.timeZone) await countFreeDaysAgain(tx, after)
    return after
  })
}

/** Maximum offset of the test clock, about 100 years. The limit keeps dates within the range of calendar arithmetic. */
const OFFSET_MAX_MS = 100 * 366 * 24 * 60 * 60 * 1000

/** Advances the test clock and returns its new offset from real time. If `reset` is true, the clock first returns to real time. */
export const moveTestClock = (deps: Deps, caller: Caller, { advanceMs, reset }: { advanceMs: number; reset: boolean }): Promise<number> =>
  deps.db.transaction(caller, async (tx) => {
    if (reset) await businesses.setTestClock(tx, caller.businessId, 0)
    const offsetMs = await businesses.advanceTestClock(tx, caller.businessId, advanceMs, OFFSET_MAX_MS)
    if (offsetMs === null) throw invalidField('advance_seconds', 'would move the clock more than 100 years ahead: reset it first')
    return offsetMs
  })
