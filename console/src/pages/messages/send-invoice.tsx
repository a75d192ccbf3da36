// The dialog that sends an invoice by the chosen channel. It shows a preview, or the reason why the invoice cannot be sent.

import { Alert, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, fieldErrors, INVOICES } from '../../api.ts'
import { SaveDialog, selected, typed } from '../../components/form.tsx'
import { TYPING_PAUSE_MS } from '../../components/lists/filters.tsx'
import { errorText } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { Invoice, InvoicePreview, Message } from '../../wire.ts'
import { Bubble, SegmentCount } from './as-sent.tsx'
import { EmailFrame } from './email-frame.tsx'
import { CHANNEL_CHOICES, LANGUAGE_CHOICES } from './message-text.tsx'

type Addressee = { channel: Message['channel']; to?: string; language?: string }

const Refused = ({ reason }: { reason: string }) => (
  <Alert color="red" title={t('messages.cannotSend')}>
    {reason}
  </Alert>
)

const Preview = ({ path, addressee }: { path: string; addressee: Addressee }) => {
  const [asked] = useDebouncedValue(addressee, TYPING_PAUSE_MS)
  const { data, error } = useQuery({
    queryKey: [path, 'preview', asked],
    retry: false,
    queryFn: () => api.send<InvoicePreview>('POST', `${path}/message_preview`, asked),
  })
  if (error) {
    // The preview shows a missing or wrong address only as a hint. When the form is sent, the address field shows the error.
    const mistake = fieldErrors(error).to
    return mistake ? <Hint>{mistake}</Hint> : <Refused reason={errorText(error)} />
  }
  if (!data) return null
  return (
    <Stack gap="xs" aria-live="polite">
      {data.refused !== null && <Refused reason={data.refused} />}
      <Hint>{t('messages.preview', { to: data.to })}</Hint>
      {data.html === null ? <Bubble text={data.text} /> : <EmailFrame html={data.html} />}
      {asked.channel === 'sms' && <SegmentCount text={data.text} />}
    </Stack>
  )
}

export const SendInvoiceDialog = ({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) => {
  const [channel, setChannel] = useState<Message['channel']>('email')
  const [to, setTo] = useState('')
  const [language, setLanguage] = useState<string | null>(null)
  const path = `${INVOICES}/${invoice.invoice_id}`
  const isOfCustomer = invoice.parcel_customer_id !== null
  const mayType = !isOfCustomer || channel === 'email'
  const addressee: Addressee = {
    channel,
    ...(mayType && to.trim() !== '' ? { to: to.trim() } : {}),
    ...(language === null ? {} : { language }),
  }
  const send = async () => {
    const sent = await api.send<Message>('POST', `${path}/send`, addressee)
    return t('messages.isSent', { to: sent.to })
  }
  const label = isOfCustomer ? t('messages.sendTo') : t(channel === 'email' ? 'messages.sendToBusiness' : 'messages.sendToNumber')
  return (
    <SaveDialog
      title={t('messages.sendInvoiceTitle', { number: invoice.number! })}
      submitLabel={t('messages.sendNow')}
      onSubmit={send}
      onClose={onClose}
      size="lg"
    >
      {(errorOf) => (
        <>
          <Select label={t('messages.channel')} data={CHANNEL_CHOICES} {...selected(channel, setChannel)} data-autofocus />
          {mayType && (
            <TextInput
              label={label}
              description={t(isOfCustomer ? 'messages.sendToHint' : 'messages.sendToBusinessHint')}
              {...typed(to, setTo, errorOf('to'))}
            />
          )}
          <Select
            label={t('messages.language')}
            placeholder={t('messages.ownLanguage')}
            data={LANGUAGE_CHOICES}
            value={language}
            onChange={setLanguage}
            clearable
          />
          <Preview path={path} addressee={addressee} />
        </>
      )}
    </SaveDialog>
  )
}
