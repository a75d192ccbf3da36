// The zones of a card as chips, with what was changed and what is wrong in each.

import { Chip, Group } from '@mantine/core'
import { t } from '../../../strings.ts'
import type { Marks } from '../sheet/marks.ts'
import type { MatrixZone } from './matrix-table.ts'
import { marksIn } from './table-marks.ts'

type ZoneChipsProps = { zones: readonly MatrixZone[]; marks: Marks; value: string; onPick: (zone: string) => void }

const labelOf = ({ zone, table }: MatrixZone, marks: Marks): string => {
  const found = marksIn(table, marks)
  const wrong = found.filter(({ kind }) => kind === 'mistake').length
  const parts = [
    t('cards.zoneChip', { zone }),
    wrong > 0 && t('cards.chipMistakes', { count: wrong }),
    found.length > wrong && t('cards.chipChanged', { count: found.length - wrong }),
  ]
  return parts.filter(Boolean).join(' · ')
}

export const ZoneChips = ({ zones, marks, value, onPick }: ZoneChipsProps) => (
  <Chip.Group value={value} onChange={(picked) => onPick(picked as string)}>
    <Group gap={6} role="group" aria-label={t('cards.zones')} className="no-print">
      {zones.map((each) => (
        <Chip key={each.zone} value={each.zone} size="sm">
          {labelOf(each, marks)}
        </Chip>
      ))}
    </Group>
  </Chip.Group>
)
