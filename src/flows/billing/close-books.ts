// Closes the books up to a day: nothing can be booked into closed days afterwards.

import type { BookClosing, BookingDay } from '../../domain/billing/closing/booking-day.ts'
import { closeBooks, readBookingDay } from '../../domain/billing/closing/booking-day.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as bookClosing from '../../store/billing/book-closing.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { readOperatorZone } from '../operator/operator-zone.ts'

export const closeBooksUntil = (deps: Deps, author: Author, closedUntil: string): Promise<BookClosing> =>
  deps.db.exclusively(author, async (tx) => {
    const books = { now: deps.clock(), timeZone: await readOperatorZone(tx), closing: await bookClosing.find(tx) }
    const closing = closeBooks(closedUntil, author.actor, books)
    await bookClosing.save(tx, author, closing)
    return closing
  })

/**
 * The day on which something is booked in the ledger: the given date, or today if no date is given. If a date is given, nobody can close
 * further days of the books until the transaction ends.
 */
export const bookingDayIn = async (deps: Deps, tx: Tx, caller: Caller, field: string, date: string | undefined): Promise<BookingDay> => {
  const closing = date === undefined ? null : await bookClosing.loadShared(tx)
  return readBookingDay(field, date, { now: nowFor(deps, caller), timeZone: await readOperatorZone(tx), closing })
}
