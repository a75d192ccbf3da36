// The form in which an admin dismisses a charge that was missed, with a reason.

import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { FormDialog, typed } from '../../../components/form.tsx'
import { notifyDone } from '../../../components/notify.ts'
import { useRefresh } from '../../../components/refresh.ts'
import { MISSED_CHARGES } from '../../../paths.ts'
import { t } from '../../../strings.ts'
import type { MissedCharge } from '../../../wire.ts'

export const DismissDialog = ({ missed, onClose }: { missed: MissedCharge; onClose: () => void }) => {
  const refresh = useRefresh()
  const [reason, setReason] = useState('')
  const dismiss = async () => {
    await api.send('POST', `${MISSED_CHARGES}/${missed.missed_charge_id}/dismiss`, { reason })
    await refresh()
    notifyDone(t('missed.isDismissed'))
    onClose()
  }
  return (
    <FormDialog title={t('missed.dismissTitle')} submitLabel={t('missed.dismiss')} onSubmit={dismiss} onClose={onClose}>
      {(errorOf) => (
        <>
          <Text size="sm">{missed.description}</Text>
          <Textarea label={t('missed.reason')} {...typed(reason, setReason, errorOf('reason'))} data-autofocus />
        </>
      )}
    </FormDialog>
  )
}
