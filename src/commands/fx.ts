// waybill fx: exchange rates, dated and with their source.

import { inForce } from '../domain/rate-card.ts'
import { setFx } from '../flows/set-fx.ts'
import type { RecordedFx } from '../store/fx-rates.ts'
import { listFx } from '../store/fx-rates.ts'
import { readFrom } from './moments.ts'
import type { Output } from './output.ts'
import { iso, since, table, warn } from './output.ts'
import { withStore } from './with-store.ts'

const present = (fx: RecordedFx) => ({
  fx_id: fx.id,
  pair: `${fx.base}/${fx.quote}`,
  rate: fx.rate,
  source: fx.source,
  effective_from: iso(fx.effectiveFrom),
  recorded_at: iso(fx.recordedAt),
})

export const runFxSet = (
  out: Output,
  pair: string,
  rate: string,
  options: { source: string; from?: string; confirm?: boolean },
): Promise<void> =>
  withStore(async (deps) => {
    const { source, confirm = false } = options
    const { fx, before, warnings } = await setFx(deps, { pair, rate, source, confirm, from: readFrom(options.from) })
    const text = `${fx.base}/${fx.quote} is ${fx.rate} from ${iso(fx.effectiveFrom)}${before ? `, after ${before.rate}` : ''}.`
    out.print({ ...present(fx), before: before?.rate ?? null, warnings }, text)
    warn(warnings)
  })

export const runFxList = (out: Output): Promise<void> =>
  withStore(async (deps) => {
    const now = deps.clock()
    const pairs = Map.groupBy(await listFx(deps.db), ({ base, quote }) => `${base}/${quote}`)
    const data = [...pairs.values()].flatMap((rates) => {
      const current = inForce(rates, now)
      return rates.map((fx) => ({ ...present(fx), in_force: fx === current }))
    })
    const rows = data.map((fx) => [
      fx.pair,
      fx.rate,
      fx.in_force ? 'in force' : '',
      since(Date.parse(fx.effective_from)),
      fx.recorded_at,
      fx.source,
    ])
    out.print(data, table([['pair', 'rate', '', 'from', 'recorded', 'source'], ...rows]))
  })
