// The lines and the total of a price.

import '../records.css'
import { Table, Text } from '@mantine/core'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Breakdown } from '../../wire.ts'
import { Hint } from '../text.tsx'

/** `2.5 kg × USD 11.80 × 1400` */
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
      <Table.Tr data-testid="price-total">
        <Table.Td>{t('records.total')}</Table.Td>
        <Table.Td>{formatMoney(breakdown.total, breakdown.currency)}</Table.Td>
      </Table.Tr>
    </Table.Tfoot>
  </Table>
)
