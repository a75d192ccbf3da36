// Reads the entries of the ledger for the journal, in batches.

import { addDays, startOfDay } from '../../domain/values/calendar.ts'
import type { Mode } from '../../domain/values/scope.ts'
import * as ledger from '../../store/billing/ledger.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { Deps } from '../deps.ts'

const ENTRIES_AT_ONCE = 500

/** `businessId` undefined: all businesses. */
export type JournalRange = { businessId: string | undefined; mode: Mode; from: string; to: string }

export type JournalBatch = { entries: Awaited<ReturnType<typeof ledger.range>>; name: string; timeZone: string }

/** Business by business, oldest first. Days are those of each business. */
export async function* readJournal(deps: Deps, range: JournalRange): AsyncGenerator<JournalBatch> {
  for (const { id, name, timeZone } of await businesses.list(deps.db)) {
    if ((range.businessId ?? id) !== id) continue
    const before = startOfDay(addDays(range.to, 1), timeZone)
    for (let after = { occurredAt: startOfDay(range.from, timeZone), id: '' }; ; ) {
      const entries = await ledger.range(deps.db, { businessId: id, mode: range.mode }, { after, before, limit: ENTRIES_AT_ONCE })
      yield { entries, name, timeZone }
      if (entries.length < ENTRIES_AT_ONCE) break
      after = { occurredAt: entries.at(-1)!.occurredAt, id: entries.at(-1)!.id }
    }
  }
}
