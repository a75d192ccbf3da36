// Explains why a final price differs from the booked price: first by package, then by price line.

import { Badge, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoney, formatNumber, signedMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Explanation, Measures } from '../../wire.ts'
import { Remark } from '../page.tsx'
import { Hint } from '../text.tsx'

type Received = NonNullable<Explanation['received']>
type ReceivedPackage = Received['packages'][number]

const measuresText = ({ quantity, weight_kg: kg, volume_cbm: cbm }: Measures): string =>
  [
    t('records.pieces', { count: quantity }),
    ...(kg === undefined ? [] : [t('records.kg', { value: kg })]),
    ...(cbm === undefined ? [] : [t('records.cbm', { value: formatNumber(Number(cbm)) })]),
  ].join(', ')

const nowText = ({ left_out: isLeftOut, measured }: ReceivedPackage): string => {
  if (isLeftOut) return t('records.leftOut')
  return measured ? measuresText(measured) : t('records.notMeasured')
}

const Packages = ({ packages }: { packages: readonly ReceivedPackage[] }) => (
  <Table className="table" verticalSpacing={6} horizontalSpacing="xs">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('packages.one')}</Table.Th>
        <Table.Th>{t('records.declared')}</Table.Th>
        <Table.Th>{t('records.measured')}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {packages.map((parcel) => (
        <Table.Tr key={parcel.parcel_id} data-testid="priced-package">
          <Table.Td>
            {parcel.parcel_number}{' '}
            {parcel.left_out && (
              <Badge size="sm" variant="default">
                {t('packages.cancelled')}
              </Badge>
            )}
          </Table.Td>
          <Table.Td>{measuresText(parcel.declared)}</Table.Td>
          <Table.Td>{nowText(parcel)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

const Lines = ({ received: { lines, previous_total: before, difference }, total, currency }: ChangeProps) => {
  const money = (amount: string | null) => (amount === null ? t('records.nothing') : formatMoney(amount, currency))
  return (
    <Table className="table price-differences" verticalSpacing={6} horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('records.line')}</Table.Th>
          <Table.Th ta="right">{t('records.booked')}</Table.Th>
          <Table.Th ta="right">{t('records.final')}</Table.Th>
          <Table.Th ta="right">{t('records.difference')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={`${line.description} ${line.before_calculation} ${line.after_calculation}`} data-testid="line-difference">
            <Table.Td>
              {line.description}
              <Hint size="xs">
                {[line.before_calculation ?? t('records.nothing'), line.after_calculation ?? t('records.nothing')].join(' → ')}
              </Hint>
            </Table.Td>
            <Table.Td ta="right" className="figure">
              {money(line.before)}
            </Table.Td>
            <Table.Td ta="right" className="figure">
              {money(line.after)}
            </Table.Td>
            <Table.Td ta="right" className="figure">
              {signedMoney(line.difference, currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th>{t('records.total')}</Table.Th>
          <Table.Th ta="right">{money(before)}</Table.Th>
          <Table.Th ta="right">{money(total)}</Table.Th>
          <Table.Th ta="right">{signedMoney(difference!, currency)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}

const Scrolling = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
  <section className="panel-scroll" tabIndex={0} aria-label={name}>
    {children}
  </section>
)

type ChangeProps = { received: Received; total: string; currency: string }

/** Renders nothing if the price is not final yet, or if the final price equals the booked price. */
export const PriceChange = ({ received, total, currency }: ChangeProps) => {
  const { previous_total: before, difference, packages, lines } = received
  if (before === null || difference === null || Number(difference) === 0 || lines.length === 0) return null
  const counted = packages.filter((parcel) => parcel.counted).length
  const measured = packages.length === 1 ? 'records.becauseMeasuredOne' : 'records.becauseMeasured'
  const reason = counted === packages.length ? measured : 'records.becauseFewer'
  const title = t('records.previously', { total: formatMoney(before, currency), difference: signedMoney(difference, currency) })
  return (
    <>
      <Remark title={title}>{t(reason, { counted, count: packages.length })}</Remark>
      <Scrolling name={t('records.byPackage')}>
        <Packages packages={packages} />
      </Scrolling>
      <Scrolling name={t('records.byLine')}>
        <Lines received={received} total={total} currency={currency} />
      </Scrolling>
    </>
  )
}
