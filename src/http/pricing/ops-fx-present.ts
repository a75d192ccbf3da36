// Converts exchange rates to the JSON of /ops/v1 and of the command line.

import { instant } from '../../platform/http/wire-format.ts'
import type { RecordedFx } from '../../store/pricing/fx-rates.ts'

export const presentFx = (fx: RecordedFx) => ({
  fx_id: fx.id,
  pair: `${fx.base}/${fx.quote}`,
  rate: fx.rate,
  source: fx.source,
  effective_from: instant(fx.effectiveFrom),
  recorded_at: instant(fx.recordedAt),
})
