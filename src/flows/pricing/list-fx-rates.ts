// Lists all exchange rates by pair, and marks the ones in force.

import { inForce } from '../../domain/values/calendar.ts'
import type { RecordedFx } from '../../store/pricing/fx-rates.ts'
import { listFx } from '../../store/pricing/fx-rates.ts'
import type { Deps } from '../deps.ts'

export type ListedFx = RecordedFx & { isInForce: boolean }

export const listFxRates = async (deps: Deps): Promise<ListedFx[]> => {
  const pairs = Map.groupBy(await listFx(deps.db), ({ base, quote }) => `${base}/${quote}`)
  return [...pairs.values()].flatMap((rates) => {
    const current = inForce(rates, deps.clock())
    return rates.map((fx) => ({ ...fx, isInForce: fx === current }))
  })
}
