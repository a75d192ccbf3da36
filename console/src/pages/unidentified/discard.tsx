// Discards an unidentified parcel, with a reason.

import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog, typed } from '../../components/form.tsx'
import { notifyDone } from '../../components/notify.ts'
import { UNIDENTIFIED } from '../../paths.ts'
import { t } from '../../strings.ts'

export const Discard = ({ parcelId, onClose }: { parcelId: string; onClose: () => void }) => {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const discard = async () => {
    await api.send('POST', `${UNIDENTIFIED}/${parcelId}/discard`, reason.trim() === '' ? {} : { reason: reason.trim() })
    await client.invalidateQueries({ queryKey: [UNIDENTIFIED] })
    notifyDone(t('unidentified.discardDone'))
    onClose()
  }
  return (
    <FormDialog title={t('unidentified.discardTitle')} submitLabel={t('unidentified.discard')} onSubmit={discard} onClose={onClose}>
      {(errorOf) => (
        <Textarea
          label={t('unidentified.reason')}
          description={t('unidentified.reasonHint')}
          {...typed(reason, setReason, errorOf('reason'))}
          autosize
          minRows={2}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}
