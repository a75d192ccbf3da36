// Cancels a pending quote. The cancelled quote can still be read.

import { quoteEvent } from '../../domain/events/event.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { cancel } from '../../domain/quotes/quote.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { listenersOf, recordEvents } from '../events/record-events.ts'

type ClosedReason = Parameters<typeof cancel>[1]['reason']

export const cancelQuote = (
  deps: Deps,
  caller: Caller,
  id: string,
  comment: string | null,
  reason: ClosedReason = 'cancelled_by_business',
): Promise<Quote> =>
  deps.db.transaction(caller, async (tx) => {
    const [quote, listeners] = await Promise.all([quotes.loadToChange(tx, caller, id), listenersOf(tx, caller)])
    const cancelled = await quotes.save(tx, caller, quote, cancel(quote, { reason, comment, now: nowFor(deps, caller) }))
    await recordEvents(deps, tx, caller, [quoteEvent('quote.cancelled', cancelled)], { listeners })
    return cancelled
  })
