// Converts exchange rates to the JSON of /ops/v1 and of the command line.

import type { RecordedFx } from '../../../store/pricing/fx-rates.ts'
import { instant } from '../../wire-format.ts'

export const presentFx = (fx: RecordedFx) => ({
  fx_id: fx.id,
  pair: `${fx.base}/${fx.quote}`,
  rate: fx.rate,
  source: fx.source,
  effective_from: instant(fx.effectiveFrom),
  recorded_at: instant(fx.recordedAt),
})
