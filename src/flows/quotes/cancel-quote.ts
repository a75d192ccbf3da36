// Cancels a pending quote; it stays retrievable.

import { quoteEvent } from '../../domain/events/event.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { cancel } from '../../domain/quotes/quote.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'

type ClosedReason = Parameters<typeof cancel>[1]['reason']

export const cancelQuote = (
  deps: Deps,
  caller: Caller,
  id: string,
  comment: string | null,
  reason: ClosedReason = 'cancelled_by_business',
): Promise<Quote> =>
  deps.db.transaction(async (tx) => {
    const quote = await quotes.load(tx, caller, id)
    const cancelled = cancel(quote, { reason, comment, now: nowFor(deps, caller) })
    const saved = await quotes.save(tx, caller, quote, cancelled)
    await recordEvents(deps, tx, caller, [quoteEvent('quote.cancelled', saved)])
    return saved
  })
