// The form to set a tax rate for a kind of charge.

import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, TAX_RATES } from '../../../api.ts'
import { SaveDialog, typed } from '../../../components/form.tsx'
import type { EffectiveFrom } from '../../../components/records/effective-from.tsx'
import { EffectiveFromField, effectiveFromBody } from '../../../components/records/effective-from.tsx'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time.tsx'
import type { TaxRate } from '../../../wire.ts'

const KINDS = ['freight', 'storage', 'clearance', 'repacking', 'delivery', 'insurance', 'other'] as const satisfies TaxRate['kind'][]
const BOTH = ''

export const SetTaxDialog = ({ onClose }: { onClose: () => void }) => {
  const times = useTimes()
  const [kind, setKind] = useState<string | null>('freight')
  const [direction, setDirection] = useState<string>(BOTH)
  const [percent, setPercent] = useState('')
  const [from, setFrom] = useState<EffectiveFrom>(null)
  const set = async () => {
    const given = { kind, percent, ...(direction === BOTH ? {} : { direction }), ...effectiveFromBody(from, times) }
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
            value={kind}
            onChange={setKind}
            error={errorOf('kind')}
            allowDeselect={false}
          />
          <Select
            label={t('payments.direction')}
            data={[
              { value: BOTH, label: t('payments.anyDirection') },
              { value: 'import', label: t('payments.import') },
              { value: 'export', label: t('payments.export') },
            ]}
            value={direction}
            onChange={(value) => setDirection(value ?? BOTH)}
            error={errorOf('direction')}
            allowDeselect={false}
          />
          <TextInput label={t('payments.percent')} {...typed(percent, setPercent, errorOf('percent'))} inputMode="decimal" data-autofocus />
          <EffectiveFromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
        </>
      )}
    </SaveDialog>
  )
}
