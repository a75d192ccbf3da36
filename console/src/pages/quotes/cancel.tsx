// Cancelling a pending quote for its business.

import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog, typed } from '../../components/form.tsx'
import { notifyDone } from '../../components/notify.ts'
import { useRefresh } from '../../components/refresh.ts'
import { Hint } from '../../components/text.tsx'
import { QUOTES } from '../../paths.ts'
import { t } from '../../strings.ts'
import type { Quote } from '../../wire.ts'

export const CancelQuote = ({ quote, onClose }: { quote: Quote; onClose: () => void }) => {
  const refresh = useRefresh()
  const [comment, setComment] = useState('')
  const { reference } = quote
  const submit = async () => {
    await api.send('POST', `${QUOTES}/${quote.parcel_quote_id}/cancel`, { comment })
    await refresh()
    notifyDone(t('quotes.isCancelled', { reference }))
    onClose()
  }
  return (
    <FormDialog title={t('quotes.cancelTitle', { reference })} submitLabel={t('quotes.cancel')} onSubmit={submit} onClose={onClose}>
      {(errorOf) => (
        <>
          <Hint>{t('quotes.cancelHint')}</Hint>
          <Textarea label={t('quotes.comment')} {...typed(comment, setComment, errorOf('comment'))} data-autofocus />
        </>
      )}
    </FormDialog>
  )
}
