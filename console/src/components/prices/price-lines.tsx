// The lines and total of a price, their sources, and what changed it.

import '../records.css'
import { Badge, Group, Table, Text } from '@mantine/core'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import { useTimes } from '../../time/zone.tsx'
import type { Breakdown, ExplainedPrice, Explanation } from '../../wire.ts'
import { Facts } from '../page.tsx'
import { Remark } from '../remark.tsx'
import { Hint } from '../text.tsx'
import { PriceChange, signed } from './price-change.tsx'

const Previous = ({ currency, previous }: { currency: string; previous: NonNullable<Breakdown['previous']> }) => (
  <Remark
    title={t('records.previously', { total: formatMoney(previous.total, currency), difference: signed(previous.difference, currency) })}
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

export const PriceLines = ({ price, rounding, received }: PriceLinesProps) => {
  const { breakdown, calculations, chargeable_basis: basis } = price
  const { lines, currency, card, fx, previous } = breakdown
  const { formatSince } = useTimes()
  const since = formatSince(fx.effective_from)
  return (
    <>
      <Table className="table price-lines" verticalSpacing={6} horizontalSpacing={0}>
        <caption className="mantine-visually-hidden" hidden>
          {t('records.lines')}
        </caption>
        <Table.Tbody>
          {lines.map(({ kind, description, amount }, index) => (
            <Table.Tr key={`${kind} ${description} ${calculations[index]}`} data-testid="price-line">
              <Table.Td>
                <Text size="sm">{description}</Text>
                <Hint size="xs">{calculations[index]}</Hint>
              </Table.Td>
              <Table.Td>{formatMoney(amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr data-testid="price-total">
            <Table.Td>{t('records.total')}</Table.Td>
            <Table.Td>{formatMoney(price.total, currency)}</Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
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
          ...(Number(price.markup_percent) === 0 ? [] : [[t('records.markup'), `${price.markup_percent} %`] as const]),
        ]}
      />
      <Hint size="xs">{rounding}</Hint>
    </>
  )
}
