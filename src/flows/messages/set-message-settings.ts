// Sets which messages of a business go to its customers and contacts.

import type { Business } from '../../domain/businesses/business.ts'
import type { MessageSettings } from '../../domain/messages/settings.ts'
import { checkMessageSettings, sendsAny } from '../../domain/messages/settings.ts'
import { Problems } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { loadBusiness } from '../businesses/change-business.ts'
import type { Deps } from '../deps.ts'

/** Settings that have no effect are stored as null, so that other flows can skip this business without reading more data. */
export const setMessageSettings = async (deps: Deps, author: Author, id: string, settings: MessageSettings): Promise<Business> => {
  const business = await loadBusiness(deps.db, id)
  const problems = new Problems()
  const checked = checkMessageSettings(settings, problems)
  problems.throwIfAny()
  const isOff = !sendsAny(checked) && checked.readyOnArrival !== true
  return deps.db.transaction(author, async (tx) => {
    const { after } = await businesses.change(tx, author, business.id, { messages: isOff ? null : checked }, deps.clock())
    return after
  })
}
