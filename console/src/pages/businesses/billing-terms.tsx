// The fields of the terms that say how a business is billed, and what it must have paid.

import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { typed } from '../../components/form.tsx'
import { t } from '../../strings.ts'
import type { Terms } from '../../wire.ts'

export type BillingFields = Pick<Terms, 'invoicing' | 'bill_to' | 'release' | 'credit_limit'> & { due_days: string }

const INVOICING: readonly Terms['invoicing'][] = ['manual', 'package', 'shipment', 'weekly', 'monthly']
const BILL_TO: readonly Terms['bill_to'][] = ['business', 'customer']
const RELEASE: readonly Terms['release'][] = ['none', 'before_departure', 'before_delivery']

export const billingFieldsOf = ({ invoicing, bill_to, release, credit_limit, due_days }: Terms): BillingFields => ({
  invoicing,
  bill_to,
  release,
  credit_limit,
  due_days: String(due_days),
})

/** What was changed, as the server takes it. */
export const billingOnWire = (fields: BillingFields, now: Terms): Partial<Terms> => {
  const before = billingFieldsOf(now)
  const changed = Object.entries(fields).filter(([name, value]) => before[name as keyof BillingFields] !== value)
  return Object.fromEntries(changed.map(([name, value]) => [name, name === 'due_days' ? Number(value) : value.trim()]))
}

type Props = { fields: BillingFields; onChange: (fields: BillingFields) => void; errorOf: (field: string) => string | undefined }

/** Called, not rendered: the form must know which errors are shown at their field. */
export const billingTermsFields = ({ fields, onChange, errorOf }: Props) => {
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
