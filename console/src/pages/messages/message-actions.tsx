// Actions on messages: send a message again, or dismiss a message that failed or whose outcome is unknown.

import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError, api, MESSAGES } from '../../api.ts'
import { DialogButton, PlainButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { ReasonDialog } from '../../components/form.tsx'
import { notifyDone, notifyError, useRefresh } from '../../components/queries.ts'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Message } from '../../wire.ts'
import { isResendable, needsDecision } from './message-text.tsx'

export const useResend = () => {
  const confirm = useConfirm()
  const refresh = useRefresh()
  return async (message: Message): Promise<void> => {
    const question = { title: t('messages.resendUnknownTitle'), text: t('messages.resendUnknownText'), action: t('messages.resend') }
    if (message.status === 'unknown' && !(await confirm(question))) return
    await api.send('POST', `${MESSAGES}/${message.message_id}/resend`).then(() => notifyDone(t('messages.resent')), notifyError)
    await refresh()
  }
}

type DismissProps = { ids: readonly string[]; onClose: () => void; onDone?: () => void }

const DismissDialog = ({ ids, onClose, onDone }: DismissProps) => {
  const dismiss = async (reason: string) => {
    for (const id of ids) await api.send('POST', `${MESSAGES}/${id}/dismiss`, { reason })
    onDone?.()
    return t('messages.isDismissed')
  }
  return (
    <ReasonDialog
      title={ids.length === 1 ? t('messages.dismissTitle') : t('messages.dismissSelectedTitle', { count: ids.length })}
      label={t('messages.dismissReason')}
      description={t('messages.dismissHint')}
      submitLabel={t('payments.dismiss')}
      onSubmit={dismiss}
      onClose={onClose}
    />
  )
}

export const MessageActions = ({ message }: { message: Message }) => {
  const mayHandle = useMayHandle()
  const resend = useResend()
  const [isDismissing, setIsDismissing] = useState(false)
  if (!mayHandle) return null
  return (
    <>
      {isDismissing && <DismissDialog ids={[message.message_id]} onClose={() => setIsDismissing(false)} />}
      {needsDecision(message) && <PlainButton label={t('payments.dismiss')} onClick={() => setIsDismissing(true)} />}
      {isResendable(message) && (
        <Button variant={needsDecision(message) ? 'filled' : 'default'} onClick={() => void resend(message)}>
          {t('messages.resend')}
        </Button>
      )}
    </>
  )
}

type BulkProps = { rows: ReadonlyMap<string, Message>; onDone: () => void }

/** Buttons shown above the list while messages are selected. */
export const BulkMessageActions = ({ rows, onDone }: BulkProps) => {
  const confirm = useConfirm()
  const refresh = useRefresh()
  const [isSending, setIsSending] = useState(false)
  const count = rows.size
  const resendAll = async () => {
    const action = t('messages.resendSelected', { count })
    if (!(await confirm({ title: t('messages.resendUnknownTitle'), text: t('messages.resendSelectedText'), action }))) return
    setIsSending(true)
    let done = 0
    for (const id of rows.keys()) {
      try {
        await api.send('POST', `${MESSAGES}/${id}/resend`)
        done += 1
      } catch (error) {
        notifyError(error)
        if (!(error instanceof ApiError) || error.status === 0) break
      }
    }
    notifyDone(t('messages.resentCount', { done, count }))
    setIsSending(false)
    onDone()
    await refresh()
  }
  return (
    <>
      <Button size="xs" loading={isSending} onClick={() => void resendAll()}>
        {t('messages.resendSelected', { count })}
      </Button>
      <DialogButton
        label={t('payments.dismiss')}
        size="xs"
        disabled={isSending}
        dialog={(close) => <DismissDialog ids={[...rows.keys()]} onDone={onDone} onClose={close} />}
      />
    </>
  )
}
