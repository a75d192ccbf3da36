// One package: summary, details, measurements, price, storage, activity.

import type { ReactNode } from 'react'
import { PACKAGES, SHIPMENTS } from '../../api.ts'
import { lastListUrl } from '../../components/lists/last-list-url.ts'
import type { Fact } from '../../components/page.tsx'
import { Facts, Page, Panel, RecordLead } from '../../components/page.tsx'
import { PriceExplained } from '../../components/pricing/price-explained.tsx'
import { payable, taxText } from '../../components/pricing/taxed.ts'
import { useRead } from '../../components/queries.ts'
import { businessFact, clientFacts } from '../../components/records/facts.tsx'
import { PackageStatusBadge } from '../../components/records/package-status.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { PackageDetail, Shipment, Timeline } from '../../wire.ts'
import { MessagesPanel } from '../messages/messages-panel.tsx'
import { RepacksPanel } from '../receiving/repack/repacks-panel.tsx'
import { UnpricedPanel } from '../receiving/unpriced/price-panel.tsx'
import { ActionBar } from './actions.tsx'
import { ActivityPanel } from './activity/activity.tsx'
import { piecesText, routeText } from './columns.tsx'
import { DispositionPanel, isKept } from './disposition.tsx'
import { LabelsPanel } from './labels.tsx'
import { MeasuresPanel } from './measures.tsx'
import { NoticesPanel } from './notices.tsx'
import { StoragePanel } from './storage.tsx'
import { OwedPanel, PackageSummary, Steps } from './summary.tsx'

const customerFact = ({ customer }: PackageDetail): ReactNode => {
  const { parcel_customer_id: id, customer_identifier: identifier, name } = customer
  const text = [identifier, name].filter(Boolean).join(' · ')
  return id === null ? text : <PageLink href={`/customers/${id}`}>{text}</PageLink>
}

const useShipment = (id: string) => useRead<Shipment>(SHIPMENTS, id)

const ShipmentLink = ({ id }: { id: string }) => {
  const { data } = useShipment(id)
  return <PageLink href={`/shipments/${id}`}>{data?.number ?? t('shipments.one')}</PageLink>
}

const Eta = ({ id }: { id: string }) => {
  const { data } = useShipment(id)
  return data?.eta ? <Moment at={data.eta} /> : t('shipments.notSaid')
}

const shipmentFact = ({ shipment_id: id, carrier_tracked: isCarriers, status }: PackageDetail): ReactNode => {
  if (isCarriers) return status === 'cancelled' ? t('records.none') : t(`packages.carrier_${status}`)
  return id === null ? t('records.none') : <ShipmentLink id={id} />
}

const placeFact = ({ place }: PackageDetail): ReactNode =>
  place === null ? t('records.none') : <PageLink href={`/places/${place.place_id}`}>{place.code}</PageLink>

const withoutQuote = ({ repacked_from: from, inbound_parcel_id: inboundId }: PackageDetail): string => {
  if (from) return t('packages.repacked')
  return t(inboundId === null ? 'packages.unannounced' : 'packages.announced')
}

const priceFact = (net: string, { tax, currency }: NonNullable<PackageDetail['price']>) => (
  <div key="price">
    {formatMoney(payable(net, tax), currency)}
    {tax && <Hint size="xs">{taxText(net, tax, currency)}</Hint>}
  </div>
)

const factsOf = (parcel: PackageDetail): Fact[] => {
  const { business, parcel_quote_id: quoteId, quote_reference: reference, price, comment } = parcel
  const country = parcel.destination_country ?? '—'
  return [
    [t('records.customer'), customerFact(parcel)],
    businessFact(business),
    [
      t('quotes.one'),
      quoteId === null ? (
        withoutQuote(parcel)
      ) : (
        <PageLink key="quote" href={`/quotes/${quoteId}`}>
          {reference}
        </PageLink>
      ),
    ],
    [t('shipments.one'), shipmentFact(parcel)],
    parcel.shipment_id !== null && !parcel.carrier_tracked && [t('packages.eta'), <Eta key="eta" id={parcel.shipment_id} />],
    [t('packages.route'), routeText(parcel)],
    [t('packages.destination'), parcel.destination_locked ? country : t('packages.provisional', { country })],
    parcel.status === 'warehouse' || isKept(parcel) ? [t('places.one'), placeFact(parcel)] : null,
    [t('packages.pieces'), piecesText(parcel)],
    parcel.offloaded !== null && [
      t('packages.offloaded'),
      <div key="offloaded">
        <ShipmentLink id={parcel.offloaded.shipment_id} /> · <Moment at={parcel.offloaded.at} />
        <Hint size="xs">{parcel.offloaded.reason}</Hint>
      </div>,
    ],
    price?.amount ? [t('records.priceOfQuote'), priceFact(price.amount, price)] : null,
    parcel.price_waiver !== null && [t('unpriced.waived'), parcel.price_waiver.reason],
    ...clientFacts(parcel),
    comment !== null && [t('records.comment'), comment],
  ]
}

const PackagePage = ({ parcel }: { parcel: PackageDetail }) => {
  const { parcel_id: id } = parcel
  const timeline = useRead<Timeline>(PACKAGES, id, 'timeline')
  const lead = (
    <RecordLead mode={parcel.mode}>
      <PackageStatusBadge status={parcel.status} isHeld={parcel.hold_instruction === 'hold'} />
    </RecordLead>
  )
  return (
    <Page title={parcel.parcel_number} lead={lead} back={{ href: lastListUrl('/packages'), label: t('packages.title') }}>
      <PackageSummary parcel={parcel} />
      <ActionBar parcel={parcel} />
      <div className="columns">
        <div>
          <Panel>
            <Steps parcel={parcel} entries={timeline.data?.entries ?? []} />
            <Facts facts={factsOf(parcel)} />
          </Panel>
          {parcel.missing_for_price !== null && <UnpricedPanel parcel={parcel} missing={parcel.missing_for_price} />}
          <RepacksPanel parcel={parcel} />
          <MeasuresPanel parcel={parcel} />
          {parcel.parcel_quote_id !== null && <PriceExplained quoteId={parcel.parcel_quote_id} />}
        </div>
        <div>
          <DispositionPanel parcel={parcel} />
          <NoticesPanel notices={parcel.notices} />
          <OwedPanel parcel={parcel} />
          {((parcel.status === 'booked' && !parcel.loaded_at_supplier) || parcel.warehouse_arrived_at !== null) && (
            <StoragePanel parcelId={id} isStored={parcel.status === 'warehouse' || isKept(parcel)} />
          )}
          <LabelsPanel parcel={parcel} />
          <MessagesPanel mode={parcel.mode} about={{ package_id: id }} />
          <ActivityPanel parcel={parcel} />
        </div>
      </div>
    </Page>
  )
}

const PackageDetailPage = () => (
  <RecordPage<PackageDetail> path={PACKAGES} businessOf={(parcel) => parcel.business.business_id}>
    {(parcel) => <PackagePage parcel={parcel} />}
  </RecordPage>
)

export default PackageDetailPage
