// Books a quote: its rates to choose from.

import { Group, Radio, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { api, QUOTES } from '../../../api.ts'
import { SubmitForm } from '../../../components/form.tsx'
import { Panel } from '../../../components/page.tsx'
import { BreakdownTable } from '../../../components/pricing/price-explained.tsx'
import { formatMoney } from '../../../format.ts'
import { t } from '../../../strings.ts'
import type { Quote } from '../../../wire.ts'
import { priceText } from '../quote-text.tsx'

type BookProps = { quote: Quote; onBooked: (quote: Quote) => void; onBack: () => void }

export const Book = ({ quote, onBooked, onBack }: BookProps) => {
  const { rates, selected_rate: selected } = quote
  const [rateId, setRateId] = useState(rates[0]?.id ?? '')
  const form = useRef<HTMLDivElement>(null)
  // Focuses the first rate, or the button if there is nothing to choose.
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
                  {rates.map(({ id, carrier, service, rate, currency, estimated_delivery_days: days }) => (
                    <Radio
                      key={id}
                      value={id}
                      label={
                        <Group gap="xs" component="span">
                          <strong>{formatMoney(rate, currency)}</strong>
                          {t('counter.by', { carrier, service, days: days ?? '?' })}
                        </Group>
                      }
                    />
                  ))}
                </Stack>
              </Radio.Group>
            ) : (
              <Text fw={700} size="xl">
                {chosen ? formatMoney(chosen.rate, chosen.currency) : priceText(quote)}
              </Text>
            )
          }
        </SubmitForm>
      </div>
      {chosen && <BreakdownTable breakdown={chosen.breakdown} />}
    </Panel>
  )
}
