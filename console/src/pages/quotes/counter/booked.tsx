// A booking made at the counter: prints its labels.

import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Icon } from '../../../components/icons.tsx'
import { Facts, Panel } from '../../../components/page.tsx'
import { notifyError } from '../../../components/queries.ts'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { Quote } from '../../../wire.ts'
import { packageLabel, printPictures } from '../../receiving/print-label.ts'
import { priceText } from '../quote-text.tsx'

/** The carrier's label if it sold one, else ours for every package. The path only: the browser may use another host name. */
const labelsOf = ({ label_url: url, parcel_details: { parcels = [] } }: Quote): string[] =>
  url === null ? parcels.map(({ parcel_id: id }) => packageLabel(id, 1)) : [new URL(url).pathname.replace(/\.pdf$/, '.png')]

export const Booked = ({ quote, onNext }: { quote: Quote; onNext: () => void }) => {
  const { parcel_details: details, tracking_code: trackingCode } = quote
  const next = useRef<HTMLButtonElement>(null)
  const isPrinted = useRef(false)
  const print = () => void printPictures(labelsOf(quote)).catch(notifyError)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for this booking.
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
            [t('quotes.price'), <strong key="price">{priceText(quote)}</strong>],
            trackingCode !== null && [t('quotes.trackingCode'), trackingCode],
            [
              t('quotes.packages'),
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
          <Button variant="default" leftSection={<Icon name="print" sizePx={16} />} onClick={print}>
            {t('counter.printAgain')}
          </Button>
          <Button component={Link} href={`/quotes/${quote.parcel_quote_id}`} variant="default">
            {t('counter.open')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}
