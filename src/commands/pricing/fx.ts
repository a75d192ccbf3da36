// waybill fx: sets and lists exchange rates.

import { readFrom } from '../../domain/values/time-input.ts'
import { listFxRates, setFx } from '../../flows/pricing/fx-rates.ts'
import { presentFx } from '../../http/pricing/ops-present.ts'
import type { Output } from '../output.ts'
import { iso, since, table, warn } from '../output.ts'
import { commandLineAuthor, withStore } from '../with-store.ts'

export const runFxSet = (
  out: Output,
  pair: string,
  rate: string,
  options: { source: string; from?: string; confirm?: boolean },
): Promise<void> =>
  withStore(async (deps) => {
    const { source, confirm = false } = options
    const { fx, before, warnings } = await setFx(deps, commandLineAuthor(deps), {
      ...{ pair, rate, source, confirm },
      from: readFrom('--from', options.from),
    })
    const text = `${fx.base}/${fx.quote} is ${fx.rate} from ${iso(fx.effectiveFrom)}${before ? `, after ${before.rate}` : ''}.`
    out.print({ ...presentFx(fx), before: before?.rate ?? null, warnings }, text)
    warn(warnings)
  })

export const runFxList = (out: Output): Promise<void> =>
  withStore(async (deps) => {
    const data = (await listFxRates(deps)).map((fx) => ({ ...presentFx(fx), in_force: fx.isInForce }))
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
