// Holds or releases the selected packages.

import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { api, PACKAGES } from '../../api.ts'
import { FormDialog, typed } from '../../components/form.tsx'
import { notifyDone, useRefresh } from '../../components/queries.ts'
import { t } from '../../strings.ts'
import type { HeldPackages, OpsPackage } from '../../wire.ts'
import type { Outcome } from './outcomes.tsx'
import { inBatches } from './outcomes.tsx'

type BulkHoldProps = {
  action: 'hold' | 'release'
  parcels: readonly OpsPackage[]
  onClose: () => void
  onSettled: (outcomes: Outcome[]) => void
}

export const BulkHold = ({ action, parcels, onClose, onSettled }: BulkHoldProps) => {
  const refresh = useRefresh()
  const [reason, setReason] = useState('')
  const numbers = new Map(parcels.map(({ parcel_id: id, parcel_number: number }) => [id, number]))
  const submit = async () => {
    const settled: Outcome[] = []
    for (const batch of inBatches([...numbers.keys()])) {
      const { outcomes } = await api.send<HeldPackages>('POST', `${PACKAGES}/holds`, { package_ids: batch, action, body: reason })
      for (const { parcel_id: id, outcome, message } of outcomes)
        settled.push({ id, number: numbers.get(id) ?? id, refusal: outcome === 'done' ? null : (message ?? outcome) })
    }
    await refresh()
    const count = settled.filter(({ refusal }) => refusal === null).length
    if (count > 0) notifyDone(t(action === 'hold' ? 'packages.held' : 'packages.released', { count }))
    onSettled(settled)
  }
  const isHold = action === 'hold'
  return (
    <FormDialog
      title={t(isHold ? 'packages.holdTitle' : 'packages.releaseTitle', { count: parcels.length })}
      submitLabel={t(isHold ? 'packages.bulkHold' : 'packages.bulkRelease')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errorOf) => (
        <Textarea
          label={t('records.reason')}
          description={t('packages.reasonHint')}
          {...typed(reason, setReason, errorOf('body'))}
          autosize
          minRows={2}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}
