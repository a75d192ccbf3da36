// The dialog that hands out a package that is ready for collection. It asks for the collection code, or for a reason if there is no code.

import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, PACKAGES } from '../../api.ts'
import { SaveDialog, typed } from '../../components/form.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { OpsPackage } from '../../wire.ts'

export const isToCollect = ({ status, milestones }: Pick<OpsPackage, 'status' | 'milestones'>): boolean =>
  status === 'transit' && milestones.ready_for_collection_at !== null

type Props = { parcel: Pick<OpsPackage, 'parcel_id' | 'parcel_number' | 'customer'>; onClose: () => void }

export const HandOutDialog = ({ parcel, onClose }: Props) => {
  const { parcel_id: id, parcel_number: number, customer } = parcel
  const [code, setCode] = useState('')
  const [reason, setReason] = useState('')
  const [isWithoutCode, setWithoutCode] = useState(false)
  const submit = async () => {
    await api.send('POST', `${PACKAGES}/${id}/deliver`, isWithoutCode ? { without_code_reason: reason } : { collection_code: code })
    return t('collection.handedOut', { number })
  }
  return (
    <SaveDialog
      title={t('collection.handOutTitle', { number })}
      submitLabel={t(isWithoutCode ? 'collection.withoutCode' : 'collection.handOut')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Hint>{t('collection.handOutTo', { customer: customer.name })}</Hint>
          {isWithoutCode ? (
            <Textarea
              key="reason"
              label={t('collection.reason')}
              description={t('collection.reasonHint')}
              {...typed(reason, setReason, errorOf('without_code_reason') ?? errorOf('collection_code'))}
              autosize
              minRows={2}
              data-autofocus
            />
          ) : (
            <TextInput
              key="code"
              label={t('collection.code')}
              inputMode="numeric"
              autoComplete="off"
              {...typed(code, setCode, errorOf('collection_code'))}
              data-autofocus
            />
          )}
          <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setWithoutCode(!isWithoutCode)}>
            {t(isWithoutCode ? 'collection.withCode' : 'collection.withoutCode')}
          </Button>
        </>
      )}
    </SaveDialog>
  )
}
