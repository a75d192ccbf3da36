// What happened to a package: moves, holds, arrivals, and the price changes of its quote.

import { Text } from '@mantine/core'
import { Panel } from '../../components/page.tsx'
import { Timeline } from '../../components/records/timeline.tsx'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { TimelineEntry } from '../../wire.ts'
import { measuresText } from './measures-text.ts'

const priceText = ({ amount, previous }: NonNullable<TimelineEntry['price']>, currency: string): string | null => {
  if (amount === null) return null
  const became = formatMoney(amount, currency)
  if (previous === null) return t('packages.priceBecame', { amount: became })
  return t('packages.priceChanged', { amount: became, previous: formatMoney(previous, currency) })
}

const linesOf = ({ notice, price, receipt }: TimelineEntry, currency: string): string[] =>
  [
    notice?.body,
    price && priceText(price, currency),
    receipt && t('packages.receivedText', { pieces: receipt.pieces, measures: measuresText(receipt) }),
    receipt?.condition_note,
  ].filter((line): line is string => Boolean(line))

type TimelinePanelProps = { entries: readonly TimelineEntry[]; currency: string; isAnnounced: boolean }

export const TimelinePanel = ({ entries, currency, isAnnounced }: TimelinePanelProps) => (
  <Panel title={t('packages.timeline')}>
    <Timeline
      happenings={entries.map((entry, index) => ({
        key: `${entry.at} ${entry.type} ${index}`,
        at: entry.at,
        summary: entry.type === 'package.created' && !isAnnounced ? t('packages.cameUnannounced') : entry.summary,
        author: entry.author,
        details: linesOf(entry, currency).map((line) => (
          <Text key={line} size="sm" c="dimmed">
            {line}
          </Text>
        )),
      }))}
    />
  </Panel>
)
