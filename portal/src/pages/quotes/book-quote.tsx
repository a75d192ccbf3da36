// The prices of a pending quote, and the button that books the chosen price.

import { useRef, useState } from 'react'
import { ApiError } from '../../../../web/errors.ts'
import { formatDate, formatMoney } from '../../../../web/format.ts'
import { Writes } from '../../components/access.tsx'
import { Button } from '../../components/button.tsx'
import { ChoiceField } from '../../components/field.tsx'
import { Section } from '../../components/page.tsx'
import { Alert, errorText } from '../../components/states.tsx'
import { useSend } from '../../scope.tsx'
import { texts } from '../../texts/quotes.ts'
import { useTimes } from '../../times.tsx'
import type { Quote, Rate } from '../../wire.ts'
import { FoldedBreakdown, totalOf } from './breakdown.tsx'

const VALID_MS = 3_600_000
const UNSETTLED = ['BOOKING_IN_PROGRESS', 'CARRIER_OUTCOME_PENDING', 'IDEMPOTENCY_IN_PROGRESS', 'OUTCOME_UNKNOWN']

const codeOf = (error: Error | null): string => (error instanceof ApiError ? error.code : '')

const timeOf = ({ estimated_delivery_days: days, estimated_delivery_date: day }: Rate): string =>
  [days !== null && texts.days(days), day !== null && texts.arrives(formatDate(day))].filter(Boolean).join(', ')

/** Finds the rate with the same carrier and service as `chosen`. A search by id would fail, because refreshed rates have new ids. */
const sameAs = (rates: readonly Rate[], chosen: Rate | null): Rate | undefined =>
  rates.find(({ carrier, service }) => carrier === chosen?.carrier && service === chosen.service)

export type BookProps = { quote: Quote; onRefresh: () => Promise<unknown>; isRefreshing: boolean }

export const BookQuote = ({ quote, onRefresh, isRefreshing }: BookProps) => {
  const { formatTime } = useTimes()
  const { mutate, isPending, error } = useSend('createShipment')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [outdated, setOutdated] = useState<Rate | null>(null)
  const last = useRef<Rate | null>(null)
  // A quote for an import by air offers no choice of rates, because the server has already selected the estimated rate.
  const rates = quote.rates.length > 0 ? quote.rates : quote.selected_rate ? [quote.selected_rate] : []
  const rate = rates.find(({ id }) => id === chosenId) ?? sameAs(rates, last.current) ?? rates[0] ?? null
  if (rate === null)
    return (
      <Section title={texts.rates}>
        <Alert tone="warning">{texts.noRates}</Alert>
        <NotOffered quote={quote} />
        <div className="actions">
          <Button isBusy={isRefreshing} onClick={() => void onRefresh()}>
            {texts.refresh}
          </Button>
        </div>
      </Section>
    )
  const book = (): void => {
    last.current = rate
    setOutdated(null)
    const body = quote.rates.length > 0 ? { rate_id: rate.id } : {}
    mutate(
      { id: quote.parcel_quote_id, body },
      {
        onError: async (refusal) => {
          if (codeOf(refusal) !== 'QUOTE_RATE_OUTDATED') return
          await onRefresh()
          setChosenId(null)
          setOutdated(rate)
        },
      },
    )
  }
  const isOutdated = codeOf(error) === 'QUOTE_RATE_OUTDATED'
  const isEstimate = quote.direction === 'import' || quote.parcel_details.transport_mode === 'ocean'
  return (
    <Section
      title={texts.ratesCompared(rates.length)}
      actions={
        <Button look="quiet" isBusy={isRefreshing} onClick={() => void onRefresh()}>
          {texts.refresh}
        </Button>
      }
    >
      {outdated && (
        <Alert tone="warning">
          {texts.outdated} {totalOf(outdated) !== totalOf(rate) && texts.outdatedWas(totalOf(outdated), totalOf(rate))}
        </Alert>
      )}
      {laneNotes(quote).map((note) => (
        <Alert key={note} tone="warning">
          {note} {texts.checkAddresses}
        </Alert>
      ))}
      <ChoiceField
        label={texts.rates}
        isLabelHidden
        value={rate.id}
        onValue={setChosenId}
        choices={rates.map((each) => ({
          value: each.id,
          label: `${each.carrier} ${each.service}`,
          hint: timeOf(each),
          detail: totalOf(each),
        }))}
      />
      <FoldedBreakdown breakdown={rate.breakdown} />
      {isEstimate && <p className="hint">{texts.estimate}</p>}
      <NotOffered quote={quote} />
      {error && !isOutdated && (
        <Alert
          tone={UNSETTLED.includes(codeOf(error)) ? 'warning' : 'danger'}
          requestId={error instanceof ApiError ? error.requestId : null}
        >
          {UNSETTLED.includes(codeOf(error)) ? texts.unsettled : errorText(error)}
        </Alert>
      )}
      <div className="actions">
        <Writes>
          <Button look="primary" isBusy={isPending} disabled={isRefreshing} onClick={book}>
            {texts.book(totalOf(rate))}
          </Button>
        </Writes>
        <span className="hint">
          {texts.bookHint}{' '}
          {quote.rates.length > 0 && texts.goodUntil(formatTime(new Date(Date.parse(rate.created_at) + VALID_MS).toISOString()))}
        </span>
      </div>
    </Section>
  )
}

/**
 * Messages with this carrier name are notes about origin and destination, not refusals by a carrier. `laneMessages` in
 * domain/pricing/pricing.ts creates the notes.
 */
const OPERATOR = 'Waybill'

/** Returns the notes about addresses that do not match the direction. For example, an export gets a note if the sender is abroad. */
const laneNotes = ({ rate_messages: messages }: Quote): string[] =>
  messages.filter(({ carrier }) => carrier === OPERATOR).map(({ reason }) => reason)

const NotOffered = ({ quote: { rate_messages: messages } }: { quote: Quote }) => {
  const refused = messages.filter(({ carrier }) => carrier !== OPERATOR)
  if (refused.length === 0) return null
  return (
    <details className="fold">
      <summary>{texts.notOffered}</summary>
      <ul>
        {refused.map(({ carrier, service, reason }) => (
          <li key={`${carrier} ${service} ${reason}`}>
            {[carrier, service].filter(Boolean).join(' ')}: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The price of a quote that is booked or cancelled. */
export const SettledPrice = ({ quote }: { quote: Quote }) => {
  const { selected_rate: rate, estimated_price: price, estimated_total: total } = quote
  if (rate === null) return null
  const isEstimated = quote.direction === 'import' || quote.parcel_details.transport_mode === 'ocean'
  return (
    <Section title={isEstimated ? texts.estimated : texts.net}>
      <p>
        <strong className="figures amount">{formatMoney(total ?? price ?? rate.rate, rate.currency)}</strong>{' '}
        <span className="hint">
          {rate.carrier} {rate.service}
        </span>
      </p>
      <FoldedBreakdown breakdown={rate.breakdown} />
    </Section>
  )
}
