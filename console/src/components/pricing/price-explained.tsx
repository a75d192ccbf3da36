// Explains the price of a quote: the selected rate, or every rate that can still be selected.

import { Badge, Group, Stack, Table, Text } from '@mantine/core'
import { QUOTES } from '../../api.ts'
import { formatMoney, signedMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { Breakdown, ExplainedPrice, Explanation } from '../../wire.ts'
import { Facts, Panel, Remark } from '../page.tsx'
import { useRead } from '../queries.ts'
import { Empty, QueryView } from '../states.tsx'
import { Hint } from '../text.tsx'
import { PriceChange } from './price-change.tsx'
import { payable } from './taxed.ts'

/** The calculation of a price line, for example `2.5 kg × USD 11.80 × 1400`. */
const calculationOf = ({ quantity, unit, currency, unit_price: price, fx_rate: rate }: Breakdown['lines'][number]): string =>
  `${quantity} ${unit} × ${currency} ${price} × ${rate}`

type BreakdownTableProps = { breakdown: Breakdown; calculations?: readonly string[] }

export const BreakdownTable = ({ breakdown, calculations = breakdown.lines.map(calculationOf) }: BreakdownTableProps) => (
  <Table className="table price-lines" verticalSpacing={6} horizontalSpacing={0}>
    <caption className="mantine-visually-hidden" hidden>
      {t('records.lines')}
    </caption>
    <Table.Tbody>
      {breakdown.lines.map(({ kind, description, amount }, index) => (
        <Table.Tr key={`${kind} ${description} ${calculations[index]}`} data-testid="price-line">
          <Table.Td>
            <Text size="sm">{description}</Text>
            <Hint size="xs">{calculations[index]}</Hint>
          </Table.Td>
          <Table.Td>{formatMoney(amount, breakdown.currency)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
    <Table.Tfoot>
      {breakdown.tax && (
        <>
          <Table.Tr className="price-part" data-testid="price-net">
            <Table.Td>{t('records.net')}</Table.Td>
            <Table.Td>{formatMoney(breakdown.total, breakdown.currency)}</Table.Td>
          </Table.Tr>
          <Table.Tr className="price-part" data-testid="price-tax">
            <Table.Td>{t('records.taxOf', { percent: breakdown.tax.percent })}</Table.Td>
            <Table.Td>{formatMoney(breakdown.tax.amount, breakdown.currency)}</Table.Td>
          </Table.Tr>
        </>
      )}
      <Table.Tr data-testid="price-total">
        <Table.Td>{t('records.total')}</Table.Td>
        <Table.Td>{formatMoney(payable(breakdown.total, breakdown.tax), breakdown.currency)}</Table.Td>
      </Table.Tr>
    </Table.Tfoot>
  </Table>
)

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

/** `quoteId` is null for an unannounced parcel, which has no quote. */
export const useExplanation = (quoteId: string | null) => useRead<Explanation>(QUOTES, quoteId, 'explain')

const titleOf = ({ carrier, service, total, breakdown, estimated_delivery_days: days }: ExplainedPrice): string =>
  [
    `${carrier} ${service}`,
    formatMoney(payable(total, breakdown.tax), breakdown.currency),
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
