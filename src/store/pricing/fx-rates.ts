// Exchange rates, each with its source and start date. A stored rate is never edited.

import type { FxRate } from '../../domain/pricing/rate-card.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../audit/audit.ts'
import { insertRecorded } from '../audit/audited-rows.ts'
import { pricesChanged } from './price-revisions.ts'

export type RecordedFx = FxRate & { recordedAt: number }

const { fromRow, toRow } = columnsOf<RecordedFx>()('id, base, quote, rate, source, effective_from, recorded_at')
type FxRow = ReturnType<typeof toRow>

export const recordFx = async (tx: Tx, author: Author, fx: FxRate, now: number): Promise<void> => {
  await insertRecorded(tx, author, 'fx_rate', toRow({ ...fx, recordedAt: now }))
  await pricesChanged(tx, now)
}

/**
 * All exchange rates, sorted by currency pair and start date. The rate in force for a pair is its last rate whose start date is not in the
 * future.
 */
export const listFx = async (db: Pick<Query, 'query'>): Promise<RecordedFx[]> =>
  (await db.query<FxRow>('select * from fx_rates order by base, quote, effective_from, recorded_at, id')).map(fromRow)

/** Returns the rate in force at `at` for each currency pair. Rates that were recorded after `knownAt` are ignored. */
export const fxAt = async (db: Query, at: number, knownAt: number): Promise<FxRate[]> => {
  // Needs one index look-up per currency pair, however many rates there are.
  const rows = await db.query<FxRow>(
    `select fx_rates.* from (select distinct base, quote from fx_rates) as pair
     join fx_rates on fx_rates.id = (
       select id from fx_rates as dated
       where dated.base = pair.base and dated.quote = pair.quote and dated.effective_from <= $1 and dated.recorded_at <= $2
       order by effective_from desc, recorded_at desc, id desc limit 1)
     order by fx_rates.base, fx_rates.quote`,
    [at, knownAt],
  )
  return rows.map(fromRow).map(({ recordedAt: _, ...fx }) => fx)
}
