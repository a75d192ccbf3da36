// The versions of a card, newest first.

import { Badge } from '@mantine/core'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Panel } from '../../../components/page.tsx'
import { t } from '../../../strings.ts'
import { Moment } from '../../../time.tsx'
import type { CardInFull, CardVersion } from '../../../wire.ts'
import { STATE_NAMES } from './names.ts'

const COLORS = { draft: 'orange', scheduled: 'blue', 'in force': 'harbour', replaced: 'gray', discarded: 'gray' } as const

export const StateBadge = ({ state }: Pick<CardVersion, 'state'>) => (
  <Badge variant="light" color={COLORS[state]}>
    {t(STATE_NAMES[state])}
  </Badge>
)

/** Sample cards have the start date 1 January 1970 (epoch 0). This date is shown as "the start". */
export const EffectiveSince = ({ from }: { from: string | null }) => {
  if (from === null) return t('records.notYet')
  return Date.parse(from) === 0 ? t('cards.theStart') : <Moment at={from} />
}

export const Versions = ({ card }: { card: CardInFull }) => (
  <Panel title={t('cards.versions')} flush>
    <RowsTable
      rows={card.versions.toReversed()}
      rowKey={({ version }) => String(version)}
      rowName={({ version }) => t('cards.tableOf', { version })}
      href={({ card_id: id, version, state }) => (state === 'draft' ? `/cards/${id}/draft` : `/cards/${id}?version=${version}`)}
      columns={[
        { key: 'version', title: t('cards.version'), render: ({ version }) => t('cards.tableOf', { version }) },
        { key: 'state', title: t('cards.state'), render: ({ state }) => <StateBadge state={state} /> },
        {
          key: 'from',
          title: t('records.from'),
          render: ({ effective_from: from }) => <EffectiveSince from={from} />,
        },
        { key: 'created', title: t('records.createdAt'), render: (version) => <Moment at={version.created_at} />, isLesser: true },
        {
          key: 'published',
          title: t('cards.published'),
          render: ({ published_at: at }) => (at === null ? t('records.notYet') : <Moment at={at} />),
          isLesser: true,
        },
      ]}
    />
  </Panel>
)
