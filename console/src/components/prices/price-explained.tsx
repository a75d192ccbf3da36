// Explains the price of a quote: the selected rate, or every rate that can still be selected.

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { ExplainedPrice, Explanation } from '../../wire.ts'
import { QueryView } from '../lists/query-view.tsx'
import { Panel } from '../page.tsx'
import { Empty } from '../states.tsx'
import { Hint } from '../text.tsx'
import { PriceLines } from './price-lines.tsx'

/** A parcel that came unannounced has no quote: nothing is read then. */
export const useExplanation = (quoteId: string | null) =>
  useQuery({
    queryKey: ['/ops/v1/quotes', quoteId, 'explain'],
    enabled: quoteId !== null,
    queryFn: ({ signal }) => api.get<Explanation>(`/ops/v1/quotes/${quoteId}/explain`, {}, signal),
  })

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
