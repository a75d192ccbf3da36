// Explains the price of a quote: the selected rate, or every rate that can still be selected.

import '../records.css'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { formatMoney, signedMoney } from '../../format.ts'
import { QUOTES } from '../../paths.ts'
import { t } from '../../strings.ts'
import { useTimes } from '../../time/zone.tsx'
import type { Breakdown, ExplainedPrice, Explanation } from '../../wire.ts'
import { Facts, Panel } from '../page.tsx'
import { useRead } from '../queries.ts'
import { Remark } from '../remark.tsx'
import { Empty, QueryView } from '../states.tsx'
import { Hint } from '../text.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import { PriceChange } from './price-change.tsx'

const Previous = ({ currency, previous }: { currency: string; previous: NonNullable<Breakdown['previous']> }) => (
  <Remark
    title={t('records.previously', {
      total: formatMoney(previous.total, currency),
      difference: signedMoney(previous.difference, currency),
    })}
  >
    {previous.reason}
  </Remark>
)

const CardText = ({ card }: { card: NonNullable<Breakdown['card']> }) => {
  const { formatSince } = useTimes()
  return (
    <Group gap={6} component="span">
      {t('records.cardText', { title: card.title, version: card.version, since: formatSince(card.effective_from) })}
      {card.sample && (
        <Badge variant="default" size="sm">
          {t('records.sample')}
        </Badge>
      )}
    </Group>
  )
}

type PriceLinesProps = { price: ExplainedPrice; rounding: string; received?: Explanation['received'] }

const PriceLines = ({ price, rounding, received }: PriceLinesProps) => {
  const { breakdown, calculations, chargeable_basis: basis } = price
  const { currency, card, fx, previous } = breakdown
  const { formatSince } = useTimes()
  const since = formatSince(fx.effective_from)
  return (
    <>
      <BreakdownTable breakdown={breakdown} calculations={calculations} />
      {received && received.lines.length > 0 ? (
        <PriceChange received={received} total={price.total} currency={currency} />
      ) : (
        previous && <Previous currency={currency} previous={previous} />
      )}
      <Facts
        facts={[
          [t('records.basis'), basis.map(({ explanation }) => explanation).join(' ')],
          [t('records.card'), card ? <CardText key="card" card={card} /> : t('records.carriersOwn', { carrier: price.carrier })],
          [t('records.fx'), t('records.fxText', { base: fx.base, rate: fx.rate, quote: fx.quote, since, source: fx.source })],
          Number(price.markup_percent) !== 0 && [t('records.markup'), `${price.markup_percent} %`],
        ]}
      />
      <Hint size="xs">{rounding}</Hint>
    </>
  )
}

/** Null: an unannounced parcel has no quote. */
export const useExplanation = (quoteId: string | null) => useRead<Explanation>(QUOTES, quoteId, 'explain')

const titleOf = ({ carrier, service, total, breakdown, estimated_delivery_days: days }: ExplainedPrice): string =>
  [
    `${carrier} ${service}`,
    formatMoney(total, breakdown.currency),
    ...(days === null ? [] : [t('records.deliveryDays', { count: days })]),
  ].join(' · ')

const Prices = ({ explanation: { prices, rounding, notes, received } }: { explanation: Explanation }) => {
  const [only] = prices
  if (!only) return <Empty icon="quote" title={t('records.noPrice')} />
  const words = notes.map((note) => <Hint key={note}>{note}</Hint>)
  if (prices.length === 1)
    return (
      <Stack p="md" gap="sm">
        <Text size="sm" fw={600}>
          {titleOf(only)}
        </Text>
        <PriceLines price={only} rounding={rounding} received={received} />
        {words}
      </Stack>
    )
  return (
    <div>
      {prices.map((price) => (
        <details key={price.rate_id} className="unfold" open={price.selected}>
          <summary>{titleOf(price)}</summary>
          <Stack gap="sm">
            <PriceLines price={price} rounding={rounding} />
          </Stack>
        </details>
      ))}
      {words.length > 0 && <Stack p="md">{words}</Stack>}
    </div>
  )
}

export const PriceExplained = ({ quoteId }: { quoteId: string }) => {
  const query = useExplanation(quoteId)
  return (
    <Panel title={t('records.price')} flush>
      <QueryView query={query}>{(explanation) => <Prices explanation={explanation} />}</QueryView>
    </Panel>
  )
}
