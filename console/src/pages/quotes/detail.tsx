// One quote: parties, cargo, price, packages.

import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { api, QUOTES } from '../../api.ts'
import { PlainButton } from '../../components/buttons.tsx'
import { ReasonDialog } from '../../components/form.tsx'
import { lastListUrl } from '../../components/lists/last-list-url.ts'
import type { Fact } from '../../components/page.tsx'
import { Facts, Page, Panel, RecordLead } from '../../components/page.tsx'
import { PriceExplained, useExplanation } from '../../components/pricing/price-explained.tsx'
import { useRefresh } from '../../components/queries.ts'
import { AuditTrail } from '../../components/records/audit-trail.tsx'
import { businessFact, clientFacts } from '../../components/records/facts.tsx'
import { PriceNotice } from '../../components/records/live-notices.tsx'
import { PackageStatusBadge } from '../../components/records/package-status.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Hint, PageLink, PaperLink } from '../../components/text.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Quote } from '../../wire.ts'
import { Book } from './counter/book.tsx'
import { CargoPanel, PartiesPanel } from './parties.tsx'
import { flowText, priceText, QuoteStatusBadge, QuoteTax } from './quote-text.tsx'

const REASONS: Record<string, string> = {
  cancelled_by_business: t('quotes.byBusiness'),
  cancelled_by_operator: t('quotes.byOperator'),
}

const endOf = ({ cancelled_at: at, closed_reason: reason, comment }: Quote): Fact[] =>
  at === null
    ? []
    : [
        [t('quotes.cancelled'), <Moment key="at" at={at} />],
        [t('records.reason'), REASONS[reason ?? ''] ?? reason],
        comment !== null && [t('records.comment'), comment],
      ]

const factsOf = (quote: Quote, customer: string): Fact[] => {
  const { selected_rate: rate, tracking_code: trackingCode, parcel_customer_id: customerId } = quote
  return [
    businessFact(quote.business),
    customerId !== null && [
      t('records.customer'),
      <PageLink key="customer" href={`/customers/${customerId}`}>
        {customer}
      </PageLink>,
    ],
    [t('quotes.flow'), flowText(quote)],
    [
      t('quotes.price'),
      <div key="price">
        <strong>{priceText(quote)}</strong>
        <QuoteTax quote={quote} />
      </div>,
    ],
    rate ? [t('quotes.rate'), `${rate.carrier} ${rate.service}`] : null,
    [t('records.createdAt'), <Moment key="created" at={quote.created_at} />],
    [t('quotes.booked'), quote.booked_at === null ? t('records.notYet') : <Moment key="booked" at={quote.booked_at} />],
    trackingCode !== null && [t('quotes.trackingCode'), trackingCode],
    ...clientFacts(quote),
    ...endOf(quote),
  ]
}

const PackagesPanel = ({ quote }: { quote: Quote }) => {
  const { parcels = [] } = quote.parcel_details
  return (
    <Panel title={t('packages.title')}>
      {parcels.length === 0 ? (
        <Hint>{t('quotes.noPackages')}</Hint>
      ) : (
        <Stack gap={6}>
          {parcels.map(({ parcel_id: id, parcel_number: number, status }) => (
            <Group key={id} justify="space-between" gap="xs">
              <PageLink href={`/packages/${id}`}>{number}</PageLink>
              <PackageStatusBadge status={status} />
            </Group>
          ))}
        </Stack>
      )}
    </Panel>
  )
}

const RateMessages = ({ messages }: { messages: NonNullable<Quote['rate_messages']> }) => (
  <Panel title={t('quotes.messages')}>
    <Facts facts={messages.map(({ carrier, service = '', reason }) => [`${carrier} ${service}`, reason] as const)} />
  </Panel>
)

const CancelQuote = ({ quote: { parcel_quote_id: id, reference }, onClose }: { quote: Quote; onClose: () => void }) => {
  const cancel = async (comment: string) => {
    await api.send('POST', `${QUOTES}/${id}/cancel`, { comment })
    return t('quotes.isCancelled', { reference })
  }
  const words = { title: t('quotes.cancelTitle', { reference }), submitLabel: t('quotes.cancel'), label: t('records.comment') }
  return (
    <ReasonDialog {...words} field="comment" onSubmit={cancel} onClose={onClose}>
      <Hint>{t('quotes.cancelHint')}</Hint>
    </ReasonDialog>
  )
}

const QuotePage = ({ quote }: { quote: Quote }) => {
  const mayHandle = useMayHandle()
  const [isCancelling, setIsCancelling] = useState(false)
  const [isBooking, setIsBooking] = useState(false)
  const refresh = useRefresh()
  const { rate_messages: messages = [] } = quote
  const { data: explanation } = useExplanation(quote.parcel_quote_id)
  const { address_suffix: identifier, full_name: name } = explanation?.inputs.customer ?? {}
  const customerName = [identifier, name].filter(Boolean).join(' · ') || t('records.customer')
  const lead = (
    <RecordLead mode={quote.mode}>
      <QuoteStatusBadge status={quote.status} />
    </RecordLead>
  )
  const actions = (
    <>
      {quote.label_url && <PaperLink href={quote.label_url} label={t('quotes.label')} />}
      {mayHandle && quote.status === 'pending' && (
        <>
          <PlainButton label={t('quotes.book')} onClick={() => setIsBooking(true)} />
          <PlainButton label={t('quotes.cancel')} onClick={() => setIsCancelling(true)} />
        </>
      )}
    </>
  )
  return (
    <Page title={quote.reference} lead={lead} back={{ href: lastListUrl('/quotes'), label: t('quotes.title') }} actions={actions}>
      {isBooking && quote.status === 'pending' && <Book quote={quote} onBooked={() => void refresh()} onBack={() => setIsBooking(false)} />}
      {isCancelling && <CancelQuote quote={quote} onClose={() => setIsCancelling(false)} />}
      {quote.mode === 'live' && quote.status === 'pending' && <PriceNotice />}
      <div className="columns">
        <div>
          <Panel title={t('records.details')}>
            <Facts facts={factsOf(quote, customerName)} />
          </Panel>
          <PartiesPanel quote={quote} />
          <PriceExplained quoteId={quote.parcel_quote_id} />
        </div>
        <div>
          <PackagesPanel quote={quote} />
          <CargoPanel quote={quote} />
          {messages.length > 0 && <RateMessages messages={messages} />}
        </div>
      </div>
      <AuditTrail objectId={quote.parcel_quote_id} />
    </Page>
  )
}

const QuoteDetail = () => (
  <RecordPage<Quote> path={QUOTES} businessOf={(quote) => quote.business.business_id}>
    {(quote) => <QuotePage quote={quote} />}
  </RecordPage>
)

export default QuoteDetail
