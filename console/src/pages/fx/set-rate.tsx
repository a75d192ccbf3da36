// The form to set an exchange rate; a change of more than half must be confirmed.

import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '../../api.ts'
import { useConfirm } from '../../components/confirm.tsx'
import { FormDialog, typed } from '../../components/form.tsx'
import { notifyDone } from '../../components/notify.ts'
import type { From } from '../../components/records/from-field.tsx'
import { FromField, fromOnWire } from '../../components/records/from-field.tsx'
import { FX } from '../../paths.ts'
import { t } from '../../strings.ts'
import { useTimes } from '../../time/zone.tsx'
import type { SetFx } from '../../wire.ts'

/** What the server wants confirmed, and nothing else is wrong. */
const doubtIn = (error: unknown): string | null => {
  const [problem, ...others] = error instanceof ApiError ? error.details : []
  return problem?.field === 'confirm' && others.length === 0 ? problem.message : null
}

export const SetRateDialog = ({ pair: pairNow, onClose }: { pair: string; onClose: () => void }) => {
  const client = useQueryClient()
  const confirm = useConfirm()
  const [pair, setPair] = useState(pairNow)
  const [rate, setRate] = useState('')
  const [source, setSource] = useState('')
  const [from, setFrom] = useState<From>(null)
  const times = useTimes()
  const send = (isConfirmed: boolean) =>
    api.send<SetFx>('POST', FX, { pair, rate: rate.trim(), source, ...fromOnWire(from, times), ...(isConfirmed ? { confirm: true } : {}) })
  const set = async () => {
    const made = await send(false).catch(async (error) => {
      const doubt = doubtIn(error)
      if (doubt === null) throw error
      // The message goes on from the field's name: "is needed: 2900 after 1450 is …".
      const text = t('fx.confirmText', { problem: `${doubt.replace(/^is needed: /, '')}.` })
      return (await confirm({ title: t('fx.confirmTitle'), text, action: t('fx.confirm'), danger: true })) ? send(true) : null
    })
    if (made === null) return
    await client.invalidateQueries({ queryKey: [FX] })
    notifyDone(t('fx.wasSet', { pair: made.pair, rate: made.rate }))
    for (const message of made.warnings) notifications.show({ message, color: 'orange', autoClose: false })
    onClose()
  }
  return (
    <FormDialog title={t('fx.setTitle')} submitLabel={t('fx.set')} onSubmit={set} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput
            label={t('fx.pair')}
            description={t('fx.pairHint')}
            {...typed(pair, (text) => setPair(text.toUpperCase()), errorOf('pair'))}
          />
          <TextInput
            label={t('fx.rate')}
            description={t('fx.rateHint')}
            {...typed(rate, setRate, errorOf('rate'))}
            inputMode="decimal"
            data-autofocus
          />
          <TextInput label={t('fx.source')} description={t('fx.sourceHint')} {...typed(source, setSource, errorOf('source'))} />
          <FromField from={from} onFrom={setFrom} error={errorOf('effective_from')} />
        </>
      )}
    </FormDialog>
  )
}
