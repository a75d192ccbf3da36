// Cancels a pending quote; it stays retrievable.

import { quoteEvent } from '../../domain/events/event.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { cancel } from '../../domain/quotes/quote.ts'
import { changedAt } from '../../store/engine/rows.ts'
import { sendLast } from '../../store/engine/transaction.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { listenersOf, sendEvents } from '../events/record-events.ts'

type ClosedReason = Parameters<typeof cancel>[1]['reason']

export const cancelQuote = (
  deps: Deps,
  caller: Caller,
  id: string,
  comment: string | null,
  reason: ClosedReason = 'cancelled_by_business',
): Promise<Quote> =>
  deps.db.transaction(async (tx) => {
    const [quote, listening] = await Promise.all([quotes.loadToChange(tx, caller, id), listenersOf(tx, caller)])
    const next = cancel(quote, { reason, comment, now: nowFor(deps, caller) })
    const cancelled = { ...next, version: quote.version + 1, updatedAt: changedAt(caller) }
    sendLast(() => [
      quotes.save(tx, caller, quote, cancelled),
      ...sendEvents(deps, tx, caller, [{ event: quoteEvent('quote.cancelled', cancelled) }], listening),
    ])
    return cancelled
  })
