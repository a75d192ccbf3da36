// The page of one package: tracking, hold, storage, invoices and documents.

import { Link, useParams } from 'wouter'
import { countryName, formatNumber } from '../../../../web/format.ts'
import { OutsideLink } from '../../components/button.tsx'
import { Badge, directionText, StatusMark } from '../../components/marks.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { PackageCustomer } from '../../components/records/customer-name.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Alert, Loaded } from '../../components/states.tsx'
import { mayBook, mayOpenPath } from '../../registry.ts'
import { usePlace, useRead } from '../../scope.tsx'
import { STATUS_NAMES, pageTexts as texts } from '../../texts/packages.ts'
import { Moment } from '../../times.tsx'
import type { Parcel } from '../../wire.ts'
import { PackageActions } from './package-actions.tsx'
import { CollectionSection, InvoiceSection, Photos, StorageSection } from './package-sections.tsx'

const Tracking = ({ id }: { id: string }) => {
  const tracking = useRead('trackPackage', { id })
  return (
    <Section title={texts.tracking}>
      <Loaded query={tracking}>
        {({ tracking_data: steps }) => (
          <ol className="timeline">
            {steps.map(({ step, status, info, completed_on: at }, place) => {
              // A carrier may report a delivery but not the steps before the delivery. A step counts as passed if a later step is
              // completed.
              const isPassed = at === null && steps.slice(place + 1).some(({ completed_on: later }) => later !== null)
              return (
                <li key={`${step} ${status}`} className={at !== null || isPassed ? 'done' : undefined}>
                  <span className="choice-label block">{STATUS_NAMES[status]}</span>
                  {at !== null && info && <span className="block">{info}</span>}
                  <span className="hint block">{at !== null ? <Moment at={at} /> : isPassed ? texts.notReported : texts.notYet}</span>
                </li>
              )
            })}
          </ol>
        )}
      </Loaded>
    </Section>
  )
}

const Disposition = ({ disposition }: { disposition: NonNullable<Parcel['disposition']> }) => (
  <Section title={texts.became}>
    <Facts
      facts={[
        [texts[disposition.kind], disposition.reason],
        [texts.to, disposition.to],
        [texts.courier, disposition.courier],
        [texts.courierNumber, disposition.courier_number],
        [texts.becameOn, <Moment key="at" at={disposition.at} />],
      ]}
    />
  </Section>
)

const TONES = { info: 'info', warning: 'warning', danger: 'danger' } as const

const Notices = ({ notices }: { notices: Parcel['notices'] }) => (
  <Section title={texts.notices}>
    {notices.length === 0 ? (
      <p className="hint">{texts.noNotices}</p>
    ) : (
      <ul className="plain-list">
        {notices.toReversed().map(({ token, level, body, active, created_at: at }) => (
          <li key={token}>
            <Badge tone={active ? TONES[level] : 'plain'}>{<Moment at={at} />}</Badge>
            <div>{body}</div>
          </li>
        ))}
      </ul>
    )}
  </Section>
)

const Papers = ({ parcel: { quote, parcel_number: number, status } }: { parcel: Parcel }) => (
  <Section title={texts.papers}>
    <div className="actions">
      {quote?.label_url && (
        <OutsideLink href={quote.label_url} icon="print">
          {texts.label}
        </OutsideLink>
      )}
      {status !== 'cancelled' && (
        <OutsideLink href={`/track/${encodeURIComponent(number)}`} icon="place">
          {texts.trackPage}
        </OutsideLink>
      )}
      {status === 'cancelled' && !quote?.label_url && <p className="hint">{texts.noPapers}</p>}
    </div>
  </Section>
)

const kg = (weight: number | undefined): string => (weight === undefined ? '' : `${formatNumber(weight)} kg`)

const sizeOf = ({ length, width, height }: Parcel): string =>
  [length, width, height].every((side) => side !== undefined)
    ? `${[length, width, height].map((side) => formatNumber(side!)).join(' × ')} cm`
    : ''

const Others = ({ parcels }: { parcels: Parcel['repacked_into'] }) =>
  parcels?.map(({ parcel_id: id, parcel_number: number }) => (
    <Link key={id} href={`/packages/${id}`} className="block">
      {number}
    </Link>
  ))

const Details = ({ parcel }: { parcel: Parcel }) => (
  <Section title={texts.details}>
    <Facts
      facts={[
        parcel.customer_identifier !== undefined && [texts.customer, <PackageCustomer key="customer" parcel={parcel} />],
        parcel.quote && [
          texts.quote,
          <Link key="quote" href={`/quotes/${parcel.quote.parcel_quote_id}`}>
            {parcel.quote.reference}
          </Link>,
        ],
        [texts.trackingCode, parcel.quote?.tracking_code],
        [texts.packing, parcel.container_size ?? parcel.package_type],
        [texts.goods, parcel.commodity ?? parcel.quote?.package.item_description],
        [texts.pieces, parcel.quantity > 1 && formatNumber(parcel.quantity)],
        [texts.declared, kg(parcel.declared_weight)],
        [texts.measured, kg(parcel.actual_weight)],
        [texts.size, sizeOf(parcel)],
        [texts.volume, parcel.volume !== undefined && `${formatNumber(parcel.volume)} m³`],
        [texts.reference, parcel.client_reference],
        parcel.eta !== null && [texts.expected, <Moment key="expected" at={parcel.eta} />],
        [texts.bookedOn, <Moment key="booked" at={parcel.created_at} />],
        parcel.cancelled_at !== null && [texts.cancelledOn, <Moment key="cancelled" at={parcel.cancelled_at} />],
        [texts.cancelReason, parcel.comment],
        parcel.repacked_into && [texts.repackedInto, <Others key="into" parcels={parcel.repacked_into} />],
        parcel.repacked_from && [texts.repackedFrom, <Others key="from" parcels={parcel.repacked_from} />],
      ]}
    />
  </Section>
)

const BACK = { href: '/packages', label: texts.back }

const Shown = ({ parcel }: { parcel: Parcel }) => {
  const { role, isViewOnly } = usePlace()
  const { parcel_id: id, origin_country: from, destination_country: to } = parcel
  return (
    <Page
      title={parcel.parcel_number}
      mark={<StatusMark parcel={parcel} />}
      lead={`${directionText(parcel.trade_direction, parcel.transport_mode)} · ${countryName(from)} → ${countryName(to)}`}
      back={BACK}
      actions={mayBook(role) && !isViewOnly && <PackageActions parcel={parcel} />}
    >
      {parcel.hold_instruction === 'hold' && <Alert tone="warning">{texts.heldNow}</Alert>}
      {parcel.milestones.kept_since !== null && <Alert tone="warning">{texts.keptNow}</Alert>}
      <div className="columns">
        <div className="stack">
          <Tracking id={id} />
          <Photos id={id} />
          {parcel.disposition && <Disposition disposition={parcel.disposition} />}
          <Notices notices={parcel.notices} />
        </div>
        <div className="stack">
          {parcel.milestones.ready_for_collection_at !== null && mayBook(role) && <CollectionSection id={id} />}
          <StorageSection parcel={parcel} />
          {mayOpenPath(role, '/billing') && <InvoiceSection packageId={id} />}
          <Papers parcel={parcel} />
          <Details parcel={parcel} />
        </div>
      </div>
    </Page>
  )
}

export default () => {
  const { id = '' } = useParams()
  const parcel = useRead('getPackage', { id, query: { expand: 'quote' } })
  return (
    <RecordPage query={parcel} back={BACK}>
      {(found) => <Shown parcel={found} />}
    </RecordPage>
  )
}
