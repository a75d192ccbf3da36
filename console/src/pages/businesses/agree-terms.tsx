// The form for new terms of a business. Unchanged fields are not sent.

import { SimpleGrid, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog, typed } from '../../components/form.tsx'
import { notifyDone } from '../../components/notify.ts'
import type { From } from '../../components/records/from-field.tsx'
import { FromField, fromOnWire } from '../../components/records/from-field.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time/zone.tsx'
import type { AgreedTerms, Terms } from '../../wire.ts'
import { billingFieldsOf, billingOnWire, billingTermsFields } from './billing-terms.tsx'

type AgreeProps = { businessId: string; now: Terms; onClose: () => void }

export const AgreeTerms = ({ businessId, now, onClose }: AgreeProps) => {
  const client = useQueryClient()
  const [markup, setMarkup] = useState(now.markup_percent)
  const [freeDays, setFreeDays] = useState(String(now.free_days))
  const [rate, setRate] = useState(now.daily_rate)
  const [currency, setCurrency] = useState(now.currency)
  const [billing, setBilling] = useState(() => billingFieldsOf(now))
  const [from, setFrom] = useState<From>(null)
  const times = useTimes()
  const agree = async () => {
    const { warnings } = await api.send<AgreedTerms>('POST', `/ops/v1/businesses/${businessId}/terms`, {
      ...(markup === now.markup_percent ? {} : { markup_percent: markup.trim() }),
      ...(freeDays === String(now.free_days) ? {} : { free_days: Number(freeDays) }),
      ...(rate === now.daily_rate ? {} : { daily_rate: rate.trim() }),
      ...(currency === now.currency ? {} : { currency: currency.trim() }),
      ...billingOnWire(billing, now),
      ...fromOnWire(from, times),
    })
    await client.invalidateQueries({ queryKey: ['/ops/v1/businesses', businessId] })
    notifyDone(t('businesses.agreed'))
    for (const message of warnings) notifications.show({ message, color: 'orange', autoClose: false })
    onClose()
  }
  return (
    <FormDialog title={t('businesses.agreeTitle')} submitLabel={t('businesses.agree')} onSubmit={agree} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput
            label={t('businesses.markup')}
            description={t('businesses.markupHint')}
            {...typed(markup, setMarkup, errorOf('markup_percent'))}
            inputMode="decimal"
            data-autofocus
          />
          <TextInput
            label={t('businesses.freeDays')}
            description={t('businesses.freeDaysHint')}
            {...typed(freeDays, setFreeDays, errorOf('free_days'))}
            inputMode="numeric"
          />
          <SimpleGrid cols={2}>
            <TextInput label={t('businesses.dailyRate')} {...typed(rate, setRate, errorOf('daily_rate'))} inputMode="decimal" />
            <TextInput
              label={t('businesses.termsCurrency')}
              {...typed(currency, (text) => setCurrency(text.toUpperCase()), errorOf('currency'))}
            />
          </SimpleGrid>
          {billingTermsFields({ fields: billing, onChange: setBilling, errorOf })}
          <FromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
          <Hint>{t('businesses.agreeHint')}</Hint>
        </>
      )}
    </FormDialog>
  )
}
