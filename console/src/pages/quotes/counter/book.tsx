// The booking of a quote at the counter: choice of a rate, booking, labels, payment, receipt.

import { Anchor, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { api, QUOTES } from '../../../api.ts'
import { LinkButton, PlainButton } from '../../../components/buttons.tsx'
import { SubmitForm } from '../../../components/form.tsx'
import { Facts, Panel } from '../../../components/page.tsx'
import { BreakdownTable } from '../../../components/pricing/price-explained.tsx'
import { payable } from '../../../components/pricing/taxed.ts'
import { notifyError } from '../../../components/queries.ts'
import { Hint } from '../../../components/text.tsx'
import { formatMoney } from '../../../format.ts'
import { useMayTakePayments } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { Due, Quote, TakenPayment } from '../../../wire.ts'
import { PaymentForm } from '../../billing/payment/payment-form.tsx'
import { Taken } from '../../billing/payment/taken.tsx'
import { packageLabel, printPictures } from '../../receiving/print-label.ts'
import { priceText, QuoteTax } from '../quote-text.tsx'

/**
 * The paths of the label images: the carrier's label if one was bought, otherwise a warehouse label for every package. Only the path of
 * `label_url` is used, because the host name in the browser can differ.
 */
const labelsOf = ({ label_url: url, parcel_details: { parcels = [] } }: Quote): string[] =>
  url === null ? parcels.map(({ parcel_id: id }) => packageLabel(id, 1)) : [new URL(url).pathname.replace(/\.pdf$/, '.png')]

const Booked = ({ quote, onNext }: { quote: Quote; onNext: () => void }) => {
  const { parcel_details: details, tracking_code: trackingCode } = quote
  const next = useRef<HTMLButtonElement>(null)
  const isPrinted = useRef(false)
  const print = () => void printPictures(labelsOf(quote)).catch(notifyError)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once for each booking.
  useEffect(() => {
    next.current?.focus()
    if (!isPrinted.current) print()
    isPrinted.current = true
  }, [])
  return (
    <Panel title={t('counter.booked', { reference: quote.reference })}>
      <Stack>
        <Facts
          facts={[
            [
              t('quotes.price'),
              <div key="price">
                <strong>{priceText(quote)}</strong>
                <QuoteTax quote={quote} />
              </div>,
            ],
            trackingCode !== null && [t('quotes.trackingCode'), trackingCode],
            [
              t('packages.title'),
              <Group key="packages" gap="xs">
                {(details.parcels ?? []).map(({ parcel_id: id, parcel_number: number }) => (
                  <Anchor key={id} component={Link} href={`/packages/${id}`} size="sm">
                    {number}
                  </Anchor>
                ))}
              </Group>,
            ],
          ]}
        />
        <Hint>{t('counter.printing')}</Hint>
        <Group>
          <Button ref={next} onClick={onNext}>
            {t('counter.next')}
          </Button>
          <PlainButton label={t('counter.printAgain')} icon="print" onClick={print} />
          <LinkButton href={`/quotes/${quote.parcel_quote_id}`} label={t('counter.open')} />
        </Group>
      </Stack>
    </Panel>
  )
}

export const BookedAndPaid = ({ quote, onNext }: { quote: Quote; onNext: () => void }) => {
  const [done, setDone] = useState<{ taken: TakenPayment; due: Due } | null>(null)
  const mayTakePayments = useMayTakePayments()
  const [first] = quote.parcel_details.parcels ?? []
  return (
    <>
      <Booked quote={quote} onNext={onNext} />
      {!done && first && mayTakePayments && (
        // The payment form does not take the focus. An extra press of Enter therefore starts the next quote and does not take a payment.
        <PaymentForm of={first.parcel_id} mode={quote.mode} isFocused={false} onTaken={(taken, due) => setDone({ taken, due })} />
      )}
      {done && <Taken {...done} />}
    </>
  )
}

type BookProps = { quote: Quote; onBooked: (quote: Quote) => void; onBack: () => void }

export const Book = ({ quote, onBooked, onBack }: BookProps) => {
  const { rates, selected_rate: selected } = quote
  const [rateId, setRateId] = useState(rates[0]?.id ?? '')
  const form = useRef<HTMLDivElement>(null)
  // Focuses the first rate, or the button if there is no rate to choose.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button[type=submit]')?.focus(), [])
  const chosen = rates.find(({ id }) => id === rateId) ?? selected
  const book = async () => {
    const body = rates.length > 0 ? { rate_id: rateId } : {}
    const path = `${QUOTES}/${quote.parcel_quote_id}/create_shipment`
    onBooked(await api.send<Quote>('POST', path, body, { idempotencyKey: `counter ${quote.parcel_quote_id} ${rateId}` }))
  }
  return (
    <Panel title={t('counter.quoted', { reference: quote.reference })}>
      <div ref={form}>
        <SubmitForm submitLabel={t('counter.book')} onSubmit={book} onCancel={onBack}>
          {() =>
            rates.length > 1 ? (
              <Radio.Group label={t('counter.choose')} value={rateId} onChange={setRateId}>
                <Stack gap="xs" mt="xs">
                  {rates.map(({ id, carrier, service, rate, currency, breakdown, estimated_delivery_days: days }) => (
                    <Radio
                      key={id}
                      value={id}
                      label={
                        <Group gap="xs" component="span">
                          <strong>{formatMoney(payable(rate, breakdown.tax), currency)}</strong>
                          {t('counter.by', { carrier, service, days: days ?? '?' })}
                        </Group>
                      }
                    />
                  ))}
                </Stack>
              </Radio.Group>
            ) : (
              <Text fw={700} size="xl">
                {chosen ? formatMoney(payable(chosen.rate, chosen.breakdown.tax), chosen.currency) : priceText(quote)}
              </Text>
            )
          }
        </SubmitForm>
      </div>
      {(quote.rate_messages ?? []).map(({ carrier, reason }) => (
        <Hint key={reason}>
          {carrier}: {reason}
        </Hint>
      ))}
      {chosen && <BreakdownTable breakdown={chosen.breakdown} />}
    </Panel>
  )
}
