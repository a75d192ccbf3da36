// The closing date of the books: shown to all staff, moved forward by admins and accountants.

import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, BOOK_CLOSING } from '../../api.ts'
import { useConfirm } from '../../components/dialogs.tsx'
import { SubmitForm, typed } from '../../components/form.tsx'
import { Panel } from '../../components/page.tsx'
import { notifyDone, useRead } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { formatDate } from '../../format.ts'
import { useMayAccount } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { BookClosing } from '../../wire.ts'

const ClosingForm = () => {
  const client = useQueryClient()
  const confirm = useConfirm()
  const [day, setDay] = useState('')
  const close = async () => {
    const question = { title: t('payments.closeTitle'), text: t('payments.closeText'), action: t('payments.close') }
    if (!(await confirm(question))) return
    client.setQueryData([BOOK_CLOSING], await api.send<BookClosing>('PUT', BOOK_CLOSING, { closed_until: day }))
    setDay('')
    notifyDone(t('payments.isClosed'))
  }
  return (
    <SubmitForm submitLabel={t('payments.close')} onSubmit={close}>
      {(errorOf) => <TextInput type="date" maw={220} label={t('payments.closeUntil')} {...typed(day, setDay, errorOf('closed_until'))} />}
    </SubmitForm>
  )
}

export const BookClosingPanel = () => {
  const query = useRead<BookClosing>(BOOK_CLOSING)
  const mayAccount = useMayAccount()
  return (
    <Panel title={t('payments.closingTitle')} lead={t('payments.closingLead')}>
      <QueryView query={query}>
        {({ closed_until: day }) => (
          <>
            <Text size="sm">{day === null ? t('payments.neverClosed') : t('payments.closedUntil', { date: formatDate(day) })}</Text>
            {mayAccount && <ClosingForm />}
          </>
        )}
      </QueryView>
    </Panel>
  )
}
