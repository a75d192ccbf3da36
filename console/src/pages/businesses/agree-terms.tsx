// The form for new terms of a business. Unchanged fields are not sent.

import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog } from '../../components/form.tsx'
import { notifyDone } from '../../components/notify.ts'
import type { From } from '../../components/records/from-field.tsx'
import { FromField, fromOnWire } from '../../components/records/from-field.tsx'
import { t } from '../../strings.ts'
import type { AgreedTerms, Terms } from '../../wire.ts'

type AgreeProps = { businessId: string; now: Terms; onClose: () => void }

export const AgreeTerms = ({ businessId, now, onClose }: AgreeProps) => {
  const client = useQueryClient()
  const [markup, setMarkup] = useState(now.markup_percent)
  const [freeDays, setFreeDays] = useState(String(now.free_days))
  const [rate, setRate] = useState(now.daily_rate)
  const [currency, setCurrency] = useState(now.currency)
  const [from, setFrom] = useState<From>(null)
  const agree = async () => {
    const { warnings } = await api.send<AgreedTerms>('POST', `/ops/v1/businesses/${businessId}/terms`, {
      ...(markup === now.markup_percent ? {} : { markup_percent: markup.trim() }),
      ...(freeDays === String(now.free_days) ? {} : { free_days: Number(freeDays) }),
      ...(rate === now.daily_rate ? {} : { daily_rate: rate.trim() }),
      ...(currency === now.currency ? {} : { currency: currency.trim() }),
      ...fromOnWire(from),
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
            value={markup}
            error={errorOf('markup_percent')}
            inputMode="decimal"
            onChange={({ currentTarget }) => setMarkup(currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label={t('businesses.freeDays')}
            description={t('businesses.freeDaysHint')}
            value={freeDays}
            error={errorOf('free_days')}
            inputMode="numeric"
            onChange={({ currentTarget }) => setFreeDays(currentTarget.value)}
          />
          <SimpleGrid cols={2}>
            <TextInput
              label={t('businesses.dailyRate')}
              value={rate}
              error={errorOf('daily_rate')}
              inputMode="decimal"
              onChange={({ currentTarget }) => setRate(currentTarget.value)}
            />
            <TextInput
              label={t('businesses.termsCurrency')}
              value={currency}
              error={errorOf('currency')}
              onChange={({ currentTarget }) => setCurrency(currentTarget.value.toUpperCase())}
            />
          </SimpleGrid>
          <FromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
          <Text size="sm" c="dimmed">
            {t('businesses.agreeHint')}
          </Text>
        </>
      )}
    </FormDialog>
  )
}
