// The form to set the price of an extra, from now on or from a later moment.

import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { SaveDialog, typed } from '../../../components/form.tsx'
import type { From } from '../../../components/records/from-field.tsx'
import { FromField, fromOnWire } from '../../../components/records/from-field.tsx'
import { PRICE_LIST } from '../../../paths.ts'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time/zone.tsx'
import type { ExtraPrice } from '../../../wire.ts'

const KINDS = ['clearance', 'repacking', 'delivery', 'insurance', 'other'] as const satisfies ExtraPrice['kind'][]

export const SetPriceDialog = ({ onClose }: { onClose: () => void }) => {
  const times = useTimes()
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [kind, setKind] = useState<string | null>('clearance')
  const [amount, setAmount] = useState('')
  const [from, setFrom] = useState<From>(null)
  const set = async () => {
    const made = await api.send<ExtraPrice>('POST', PRICE_LIST, { code, name, kind, amount, ...fromOnWire(from, times) })
    return t('payments.priceIsSet', { code: made.code })
  }
  return (
    <SaveDialog title={t('payments.setPriceTitle')} submitLabel={t('payments.setPrice')} onSubmit={set} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput label={t('payments.code')} {...typed(code, setCode, errorOf('code'))} data-autofocus />
          <TextInput label={t('payments.name')} {...typed(name, setName, errorOf('name'))} />
          <Select
            label={t('payments.kind')}
            data={KINDS.map((value) => ({ value, label: t(`billing.kind_${value}`) }))}
            value={kind}
            onChange={setKind}
            error={errorOf('kind')}
            allowDeselect={false}
          />
          <TextInput label={t('payments.amount')} {...typed(amount, setAmount, errorOf('amount'))} inputMode="decimal" />
          <FromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
        </>
      )}
    </SaveDialog>
  )
}
