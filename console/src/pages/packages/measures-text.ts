// Measurements as one line of text.

import { formatNumber } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Receipt } from '../../wire.ts'

type Measured = Pick<Receipt, 'weight' | 'length' | 'width' | 'height' | 'volume'>

export const measuresText = ({ weight, length, width, height, volume }: Measured): string => {
  const isSized = length != null && width != null && height != null
  const parts = [
    ...(weight == null ? [] : [t('records.kg', { value: weight })]),
    ...(isSized ? [t('packages.cm', { value: `${length} × ${width} × ${height}` })] : []),
    ...(volume == null ? [] : [t('records.cbm', { value: formatNumber(volume) })]),
  ]
  return parts.length === 0 ? t('packages.unmeasured') : parts.join(', ')
}
