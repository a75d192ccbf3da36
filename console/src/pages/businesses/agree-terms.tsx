// The form for new terms of a business. Unchanged fields are not sent.

import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { typedNumber } from '../../../../web/typed-number.ts'
import { api, BUSINESSES } from '../../api.ts'
import { FormDialog, typed } from '../../components/form.tsx'
import { notifyDone } from '../../components/queries.ts'
import type { EffectiveFrom } from '../../components/records/effective-from.tsx'
import { EffectiveFromField, effectiveFromBody } from '../../components/records/effective-from.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { AgreedTerms, Terms } from '../../wire.ts'

type BillingFields = Pick<Terms, 'invoicing' | 'bill_to' | 'release' | 'credit_limit'> & { due_days: string }

const INVOICING: readonly Terms['invoicing'][] = ['manual', 'package', 'shipment', 'weekly', 'monthly']
const BILL_TO: readonly Terms['bill_to'][] = ['business', 'customer']
const RELEASE: readonly Terms['release'][] = ['none', 'before_departure', 'before_delivery']

const billingFieldsOf = ({ invoicing, bill_to, release, credit_limit, due_days }: Terms): BillingFields => ({
  invoicing,
  bill_to,
  release,
  credit_limit,
  due_days: String(due_days),
})

const changedBillingFields = (fields: BillingFields, now: Terms): Partial<Terms> => {
  const before = billingFieldsOf(now)
  const changed = Object.entries(fields).filter(([name, value]) => before[name as keyof BillingFields] !== value)
  return Object.fromEntries(changed.map(([name, value]) => [name, name === 'due_days' ? (typedNumber(value) ?? '') : value.trim()]))
}

type Props = { fields: BillingFields; onChange: (fields: BillingFields) => void; errorOf: (field: string) => string | undefined }

/**
 * Call this as a function. If it were a component, the form would show the errors of these fields twice: at the fields and above the
 * button.
 */
const billingTermsFields = ({ fields, onChange, errorOf }: Props) => {
  const set = (name: keyof BillingFields) => (value: string) => onChange({ ...fields, [name]: value })
  const chosen = <T extends string>(name: keyof BillingFields, values: readonly T[], label: (value: T) => string) => ({
    ...typed(fields[name], set(name), errorOf(name)),
    data: values.map((value) => ({ value, label: label(value) })),
  })
  return (
    <>
      <SimpleGrid cols={2}>
        <NativeSelect
          label={t('businesses.invoicing')}
          {...chosen('invoicing', INVOICING, (value) => t(`businesses.invoicing_${value}`))}
        />
        <NativeSelect label={t('businesses.billTo')} {...chosen('bill_to', BILL_TO, (value) => t(`businesses.billTo_${value}`))} />
        <TextInput label={t('businesses.dueDays')} {...typed(fields.due_days, set('due_days'), errorOf('due_days'))} inputMode="numeric" />
        <TextInput
          label={t('businesses.creditLimit')}
          {...typed(fields.credit_limit, set('credit_limit'), errorOf('credit_limit'))}
          inputMode="decimal"
        />
      </SimpleGrid>
      <NativeSelect
        label={t('businesses.release')}
        description={t('businesses.releaseHint')}
        {...chosen('release', RELEASE, (value) => t(`businesses.release_${value}`))}
      />
    </>
  )
}

type AgreeProps = { businessId: string; now: Terms; onClose: () => void }

export const AgreeTerms = ({ businessId, now, onClose }: AgreeProps) => {
  const client = useQueryClient()
  const [markup, setMarkup] = useState(now.markup_percent)
  const [freeDays, setFreeDays] = useState(String(now.free_days))
  const [rate, setRate] = useState(now.daily_rate)
  const [currency, setCurrency] = useState(now.currency)
  const [billing, setBilling] = useState(() => billingFieldsOf(now))
  const [from, setFrom] = useState<EffectiveFrom>(null)
  const times = useTimes()
  const agree = async () => {
    const { warnings } = await api.send<AgreedTerms>('POST', `${BUSINESSES}/${businessId}/terms`, {
      ...(markup === now.markup_percent ? {} : { markup_percent: markup.trim() }),
      ...(freeDays === String(now.free_days) ? {} : { free_days: typedNumber(freeDays) ?? '' }),
      ...(rate === now.daily_rate ? {} : { daily_rate: rate.trim() }),
      ...(currency === now.currency ? {} : { currency: currency.trim() }),
      ...changedBillingFields(billing, now),
      ...effectiveFromBody(from, times),
    })
    await client.invalidateQueries({ queryKey: [BUSINESSES, businessId] })
    notifyDone(t('businesses.agreed'))
    for (const message of warnings) notifications.show({ message, color: 'orange', autoClose: false })
    onClose()
  }
  return (
    <FormDialog title={t('businesses.agree')} submitLabel={t('businesses.agree')} onSubmit={agree} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput
            label={t('records.markup')}
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
          <EffectiveFromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
          <Hint>{t('businesses.agreeHint')}</Hint>
        </>
      )}
    </FormDialog>
  )
}
