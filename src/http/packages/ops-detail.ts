// Converts one package with everything staff need: notices with authors, price of its quote, storage, receipts, repacks.

import type { Quote } from '../../domain/quotes/quote.ts'
import { estimatedPrice } from '../../domain/quotes/quote.ts'
import type { PackageDetail } from '../../flows/packages/read-package.ts'
import { nullableInstant } from '../../platform/http/wire-format.ts'
import { authorNamer } from '../staff/authors.ts'
import { presentOpsPackage } from './ops-present.ts'
import { presentRepack } from './ops-repack-present.ts'
import { presentReceipt } from './ops-timeline-present.ts'

const presentPrice = (quote: Quote) => ({
  amount: estimatedPrice(quote),
  currency: (quote.selectedRate ?? quote.rates[0])?.currency ?? 'NGN',
  booked_amount: quote.bookedRate?.amount ?? null,
  final_since: nullableInstant(quote.priceFinalisedAt),
})

export const presentDetail = ({ view, quote, holds, arrivals, repacks, names }: PackageDetail) => {
  const nameOf = authorNamer(names)
  const shown = presentOpsPackage(view)
  const actors = new Map(holds.flatMap(({ event, actor }) => ('notice' in event ? [[event.notice.id, actor]] : [])))
  return {
    ...shown,
    notices: shown.notices.map((notice) => {
      const actor = actors.get(notice.token)
      return { ...notice, ...(actor === undefined ? {} : { author: nameOf(actor) }) }
    }),
    ...(quote ? { price: presentPrice(quote) } : {}),
    receipts: arrivals.map(presentReceipt),
    repacks: repacks.map(({ scope, repack }) => presentRepack(scope, repack, view.business, view.now)),
  }
}
