// The differences between two versions of a card.

import { Badge, Text } from '@mantine/core'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { t } from '../../../strings.ts'
import type { CardChange } from '../../../wire.ts'
import { columnName } from './names.ts'

const CHANGES = {
  changed: { color: 'orange', name: 'cards.changed' },
  added: { color: 'teal', name: 'cards.added' },
  removed: { color: 'red', name: 'cards.removed' },
} as const

const breakText = ({ over_kg: over, up_to_kg: upTo }: CardChange): string | undefined => {
  if (over === undefined) return undefined
  return upTo ? t('cards.breakIs', { over, upTo }) : t('cards.breakOpen', { over })
}

const placeOf = (change: CardChange): string => {
  const { carrier, service, zone, container_size: size, country } = change
  const parts = [carrier && `${carrier} ${service}`, zone && t('cards.zoneIs', { zone }), breakText(change), size, country]
  return parts.filter(Boolean).join(', ') || t('cards.wholeCard')
}

const Percent = ({ percent }: { percent: string | null }) => {
  if (percent === null) return null
  return <Text span size="sm" fw={600}>{`${percent.startsWith('-') ? '' : '+'}${percent} %`}</Text>
}

export const DiffTable = ({ changes }: { changes: readonly CardChange[] }) => (
  <RowsTable
    rows={changes}
    rowKey={(change) => JSON.stringify(change)}
    rowName={placeOf}
    columns={[
      {
        key: 'change',
        title: t('cards.change'),
        render: ({ change }) => (
          <Badge variant="light" color={CHANGES[change].color}>
            {t(CHANGES[change].name)}
          </Badge>
        ),
      },
      { key: 'where', title: t('cards.where'), render: placeOf },
      { key: 'column', title: t('cards.column'), render: ({ field }) => columnName(field) },
      { key: 'before', title: t('cards.before'), align: 'right', render: ({ before }) => before && <s className="before">{before}</s> },
      { key: 'after', title: t('cards.after'), align: 'right', render: ({ after }) => after },
      { key: 'percent', title: t('cards.percent'), align: 'right', render: ({ percent }) => <Percent percent={percent} /> },
    ]}
  />
)
