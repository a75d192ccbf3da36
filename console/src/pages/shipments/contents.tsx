// The contents of a shipment: details, totals, businesses.

import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Facts, Panel } from '../../components/page.tsx'
import { Hint } from '../../components/text.tsx'
import { formatNumber } from '../../format.ts'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Contents, Shipment } from '../../wire.ts'
import { countryOrNone } from './shipment-text.tsx'

const NONE = '—'

const volumeText = ({ volume }: Contents): string => t('shipments.cbm', { count: formatNumber(volume) })

const twoLines = (first: string, second: string) => (
  <>
    {first}
    <Hint size="xs">{second}</Hint>
  </>
)

export const Totals = ({ shipment: { contents, businesses } }: { shipment: Shipment }) => (
  <Panel title={t('shipments.contents')}>
    <dl className="shipment-totals">
      {(
        [
          ['packages', formatNumber(contents.packages)],
          ['pieces', formatNumber(contents.pieces)],
          ['weight', contents.weight > 0 ? t('shipments.kg', { count: formatNumber(contents.weight) }) : NONE],
          ['volume', contents.volume > 0 ? volumeText(contents) : NONE],
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`shipments.${name}`)}</dt>
          <dd data-testid={`total-${name}`}>{value}</dd>
        </div>
      ))}
      {contents.delivered > 0 && (
        <div>
          <dt>{t('shipments.delivered')}</dt>
          <dd>{t('shipments.ofDelivered', { delivered: contents.delivered, packages: contents.packages })}</dd>
        </div>
      )}
    </dl>
    {businesses.length > 0 && (
      <div className="shipment-parties">
        <RowsTable
          rows={businesses}
          rowKey={(row) => row.business_id}
          rowName={(row) => row.name}
          href={(row) => `/businesses/${row.business_id}`}
          columns={[
            { key: 'name', title: t('records.business'), render: (row) => row.name },
            {
              key: 'packages',
              title: t('packages.title'),
              align: 'right',
              render: (row) => twoLines(formatNumber(row.packages), t('shipments.ofPieces', { count: formatNumber(row.pieces) })),
            },
            {
              key: 'weight',
              title: t('shipments.weightKg'),
              align: 'right',
              render: (row) => twoLines(row.weight > 0 ? formatNumber(row.weight) : NONE, row.volume > 0 ? volumeText(row) : NONE),
            },
          ]}
        />
      </div>
    )}
  </Panel>
)

export const Details = ({ shipment }: { shipment: Shipment }) => {
  const { transport_mode: transport } = shipment
  const isAir = transport === 'air'
  const moment = (at: string | null) => (at === null ? t('shipments.notSaid') : <Moment at={at} />)
  const happened = (
    [
      ['shipments.departedAt', shipment.departed_at],
      ['shipments.arrivedAt', shipment.arrived_at],
      ['shipments.deliveredAt', shipment.delivered_at],
      ['shipments.cancelledAt', shipment.cancelled_at],
    ] as const
  ).flatMap(([name, at]) => (at === null ? [] : [[t(name), <Moment key={name} at={at} />] as const]))
  return (
    <Panel title={t('shipments.details')}>
      <Facts
        facts={[
          [t('shipments.transport'), t(`shipments.${transport}`)],
          [t('shipments.carrier'), shipment.carrier ?? t('shipments.notSaid')],
          [t(isAir ? 'shipments.flight' : 'shipments.vessel'), shipment.conveyance ?? t('shipments.notSaid')],
          [t(isAir ? 'shipments.mawb' : 'shipments.container'), shipment.master_document ?? t('shipments.notSaid')],
          ...(isAir ? [] : [[t('shipments.bill'), shipment.bill_of_lading ?? t('shipments.notSaid')] as const]),
          [t('shipments.origin'), countryOrNone(shipment.origin_country)],
          [t('shipments.destination'), countryOrNone(shipment.destination_country)],
          ...(shipment.cut_off_at === null ? [] : [[t('shipments.cutOff'), moment(shipment.cut_off_at)] as const]),
          [t('shipments.etd'), moment(shipment.etd)],
          [t('shipments.eta'), moment(shipment.eta)],
          ...happened,
        ]}
      />
    </Panel>
  )
}
