// The form that sets the tax rate for a kind of charge. For an untaxed kind, the form asks for a tax category and a reason.

import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, TAX_RATES } from '../../../api.ts'
import { filledIn, SaveDialog, selected, typed } from '../../../components/form.tsx'
import type { EffectiveFrom } from '../../../components/records/effective-from.tsx'
import { EffectiveFromField, effectiveFromBody } from '../../../components/records/effective-from.tsx'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time.tsx'
import type { TaxRate } from '../../../wire.ts'

const KINDS = ['freight', 'storage', 'clearance', 'repacking', 'delivery', 'insurance', 'other'] as const satisfies TaxRate['kind'][]
const CATEGORIES = ['standard', 'zero', 'exempt', 'outside'] as const satisfies TaxRate['category'][]
const BOTH = ''

export const SetTaxDialog = ({ onClose }: { onClose: () => void }) => {
  const times = useTimes()
  const [kind, setKind] = useState<TaxRate['kind']>('freight')
  const [direction, setDirection] = useState<string>(BOTH)
  const [category, setCategory] = useState<TaxRate['category']>('standard')
  const [percent, setPercent] = useState('')
  const [reason, setReason] = useState('')
  const [from, setFrom] = useState<EffectiveFrom>(null)
  const isTaxed = category === 'standard'
  const set = async () => {
    const treatment = isTaxed ? { category, percent } : { category, percent: '0', ...filledIn({ reason }) }
    const given = { kind, ...treatment, ...(direction === BOTH ? {} : { direction }), ...effectiveFromBody(from, times) }
    await api.send<TaxRate>('POST', TAX_RATES, given)
    return t('payments.taxIsSet')
  }
  return (
    <SaveDialog title={t('payments.setTaxTitle')} submitLabel={t('payments.setTax')} onSubmit={set} onClose={onClose}>
      {(errorOf) => (
        <>
          <Select
            label={t('billing.kind')}
            data={KINDS.map((value) => ({ value, label: t(`billing.kind_${value}`) }))}
            {...selected(kind, setKind, errorOf('kind'))}
          />
          <Select
            label={t('payments.direction')}
            data={[
              { value: BOTH, label: t('payments.anyDirection') },
              { value: 'import', label: t('payments.import') },
              { value: 'export', label: t('payments.export') },
            ]}
            {...selected(direction, setDirection, errorOf('direction'))}
          />
          <Select
            label={t('taxReport.category')}
            data={CATEGORIES.map((value) => ({ value, label: t(`taxReport.category_${value}`) }))}
            {...selected(category, setCategory, errorOf('category'))}
          />
          {isTaxed ? (
            <TextInput
              label={t('payments.percent')}
              {...typed(percent, setPercent, errorOf('percent'))}
              inputMode="decimal"
              data-autofocus
            />
          ) : (
            <TextInput
              label={t('records.reason')}
              description={t(category === 'outside' ? 'payments.outsideReasonHint' : 'payments.taxReasonHint')}
              {...typed(reason, setReason, errorOf('reason'))}
            />
          )}
          <EffectiveFromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
        </>
      )}
    </SaveDialog>
  )
}
