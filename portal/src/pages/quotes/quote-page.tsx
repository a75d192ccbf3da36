// The page of one quote. A pending quote shows its prices. A booked quote shows its label and its packages.

import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { countryName } from '../../../../web/format.ts'
import { Button, ButtonLink, OutsideLink } from '../../components/button.tsx'
import { ReasonDialog } from '../../components/form-dialog.tsx'
import { Badge, directionText, StatusMark } from '../../components/marks.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Alert } from '../../components/states.tsx'
import { mayBook, mayOpenPath } from '../../registry.ts'
import { usePlace, useRecord, useSend } from '../../scope.tsx'
import { SOURCE_NAMES, STATUS_NAMES, texts } from '../../texts/quotes.ts'
import { Moment } from '../../times.tsx'
import type { Quote } from '../../wire.ts'
import type { BookProps } from './book-quote.tsx'
import { BookQuote, SettledPrice } from './book-quote.tsx'

export const QuoteMark = ({ status }: Pick<Quote, 'status'>) => (
  <Badge tone={status === 'booked' ? 'ok' : 'plain'}>{STATUS_NAMES[status]}</Badge>
)

/** Imports by air have no label: suppliers write the address of the warehouse on the parcel. */
const NoLabel = () => {
  const { role } = usePlace()
  return (
    <Section title={texts.labelTitle}>
      <p className="hint">{texts.labelNone}</p>
      {mayOpenPath(role, '/addresses') && (
        <div className="actions">
          <ButtonLink href="/addresses">{texts.labelAddresses}</ButtonLink>
        </div>
      )}
    </Section>
  )
}

/** After booking, scrolls from the booking button up to the label at the top of the page. */
const useScrollToLabel = (status: Quote['status']): void => {
  const last = useRef(status)
  useEffect(() => {
    if (last.current === 'pending' && status === 'booked') window.scrollTo(0, 0)
    last.current = status
  }, [status])
}

const Booked = ({ quote }: { quote: Quote }) => (
  <>
    <Alert tone="ok" title={texts.booked}>
      {quote.tracking_code && (
        <>
          {texts.trackingCode}: <strong>{quote.tracking_code}</strong>
        </>
      )}
    </Alert>
    {quote.label_url && (
      <Section title={texts.labelTitle}>
        <p className="hint">{texts.labelHint}</p>
        <div className="actions">
          <OutsideLink href={quote.label_url} look="primary" icon="print">
            {texts.label}
          </OutsideLink>
        </div>
      </Section>
    )}
    {!quote.label_url && quote.direction === 'import' && quote.parcel_details.transport_mode === 'air' && <NoLabel />}
    <Section title={texts.parcels}>
      <div className="stack">
        {quote.parcel_details.parcels?.map((parcel) => (
          <Link key={parcel.parcel_id} href={`/packages/${parcel.parcel_id}`} className="choice">
            <span className="grows choice-line">
              <span className="choice-label">{parcel.parcel_number}</span>
              <StatusMark parcel={{ status: parcel.status, hold_instruction: 'release' }} />
            </span>
          </Link>
        ))}
      </div>
    </Section>
  </>
)

type PartyShown = { name: string; phone?: string | undefined; email?: string | undefined; address: Quote['sender']['address'] }

const Party = ({ party: { name, phone, email, address } }: { party: PartyShown }) => (
  <address>
    {[name, phone, email, address.street, [address.city, address.state, address.postal_code].filter(Boolean).join(', ')]
      .filter(Boolean)
      .map((line) => (
        <div key={line}>{line}</div>
      ))}
    {countryName(address.country)}
  </address>
)

const Details = ({ quote }: { quote: Quote }) => (
  <Section title={texts.details}>
    <Facts
      facts={[
        [texts.direction, directionText(quote.direction, quote.parcel_details.transport_mode)],
        [texts.cargo, quote.cargo_volume],
        [texts.clientReference, quote.client_reference],
        [texts.madeBy, SOURCE_NAMES[quote.source] ?? quote.source],
        [texts.created, <Moment key="created" at={quote.created_at} />],
        quote.booked_at !== null && [texts.bookedOn, <Moment key="booked" at={quote.booked_at} />],
        quote.cancelled_at !== null && [texts.cancelledOn, <Moment key="cancelled" at={quote.cancelled_at} />],
        [texts.comment, quote.comment],
      ]}
    />
    <Facts
      isWide
      facts={[
        [texts.sender, <Party key="sender" party={quote.sender} />],
        [texts.recipient, <Party key="recipient" party={quote.recipient} />],
      ]}
    />
  </Section>
)

const Cancel = ({ id }: { id: string }) => {
  const [isAsked, setIsAsked] = useState(false)
  const { mutateAsync } = useSend('cancelQuote')
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>{texts.cancel}</Button>
      {isAsked && (
        <ReasonDialog
          title={texts.cancelTitle}
          text={texts.cancelText}
          label={texts.comment}
          field="comment"
          submit={texts.cancel}
          look="danger"
          onSubmit={(comment) => mutateAsync({ id, body: { comment } })}
          done={texts.cancelled}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  )
}

const BACK = { href: '/quotes', label: texts.backToList }

const Shown = ({ quote, ...refresh }: BookProps) => {
  const { role, isViewOnly } = usePlace()
  useScrollToLabel(quote.status)
  const isPending = quote.status === 'pending'
  const mayChange = mayBook(role) && !isViewOnly
  return (
    <Page
      title={quote.reference}
      mark={<QuoteMark status={quote.status} />}
      lead={`${directionText(quote.direction, quote.parcel_details.transport_mode)} · ${quote.cargo_volume}`}
      back={BACK}
      actions={mayChange && (isPending ? <Cancel id={quote.parcel_quote_id} /> : <ButtonLink href="/quotes/new">{texts.again}</ButtonLink>)}
    >
      <div className="columns">
        <div className="stack">
          {isPending && mayBook(role) && <BookQuote quote={quote} {...refresh} />}
          {quote.status === 'booked' && <Booked quote={quote} />}
          {!isPending && <SettledPrice quote={quote} />}
        </div>
        <Details quote={quote} />
      </div>
    </Page>
  )
}

export default () => {
  const quote = useRecord('getQuote', { isStill: true })
  const { refetch, isFetching } = quote
  return (
    <RecordPage query={quote} back={BACK}>
      {(found) => <Shown quote={found} onRefresh={refetch} isRefreshing={isFetching} />}
    </RecordPage>
  )
}
