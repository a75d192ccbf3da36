// One package with everything staff need: notices with authors, price of its quote, storage, receipts.

import { estimatedPrice } from '../../../domain/quotes/quote.ts'
import type { Deps } from '../../../flows/deps.ts'
import * as businesses from '../../../store/businesses/businesses.ts'
import type { FoundPackage } from '../../../store/packages/packages.ts'
import * as timelines from '../../../store/packages/timelines.ts'
import * as quotes from '../../../store/quotes/quotes.ts'
import * as repacks from '../../../store/receiving/repacks.ts'
import { nullableInstant } from '../../wire-format.ts'
import { authorsOf } from '../authors.ts'
import { opsPackageAnswers } from './present.ts'
import { presentRepack } from './repack-present.ts'
import type { WireRepack } from './repack-schema.ts'
import { presentReceipt } from './timeline-present.ts'

const priceOf = async (deps: Deps, { scope, parcel }: FoundPackage) => {
  if (parcel.quoteId === null) return {}
  const quote = await quotes.load(deps.db, scope, parcel.quoteId)
  const rate = quote.selectedRate ?? quote.rates[0]
  return {
    price: {
      amount: estimatedPrice(quote),
      currency: rate?.currency ?? 'NGN',
      booked_amount: quote.bookedRate?.amount ?? null,
      final_since: nullableInstant(quote.priceFinalisedAt),
    },
  }
}

/** The repack that made it, and the one that it went into. */
const repacksOf = async (deps: Deps, { scope, parcel }: FoundPackage): Promise<WireRepack[]> => {
  const { business, clockOffsetMs } = (await businesses.findWithClock(deps.db, scope))!
  const ids = [parcel.repackedFrom, parcel.repackedInto].flatMap((repacked) => repacked?.repackId ?? [])
  const found = await Promise.all(ids.map((id) => repacks.loadOfAnyBusiness(deps.db, id)))
  return found.map(({ repack }) => presentRepack(scope, repack, business, deps.clock() + clockOffsetMs))
}

export const packageDetail = async (deps: Deps, found: FoundPackage) => {
  const { scope, parcel } = found
  const [[answer], price, holds, arrivals, repacked] = await Promise.all([
    opsPackageAnswers(deps, [found]),
    priceOf(deps, found),
    timelines.holdsOf(deps.db, scope, parcel.id),
    timelines.arrivalsOf(deps.db, scope, parcel.id),
    repacksOf(deps, found),
  ])
  const said = new Map(holds.flatMap(({ event, actor }) => ('notice' in event ? [[event.notice.id, actor]] : [])))
  const authorOf = await authorsOf(deps, [...said.values()])
  const notices = answer!.notices.map((notice) => {
    const actor = said.get(notice.token)
    return { ...notice, ...(actor === undefined ? {} : { author: authorOf(actor) }) }
  })
  return { ...answer!, notices, ...price, receipts: arrivals.map(presentReceipt), repacks: repacked }
}
