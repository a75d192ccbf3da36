// The page of one message: its text, its delivery, and a button to send the message again.

import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Answer } from '../../api.ts'
import { Writes } from '../../components/access.tsx'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/form-dialog.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { CustomerName } from '../../components/records/customer-name.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Alert } from '../../components/states.tsx'
import { usePlace, useRecord, useSend } from '../../scope.tsx'
import { CHANNEL_NAMES, LANGUAGE_NAMES, texts } from '../../texts/messages.ts'
import { Moment } from '../../times.tsx'
import { MessageMark, purposeText } from './message-parts.tsx'

type FullMessage = Answer<'getMessage'>

/** Messages with these statuses cannot be sent again: the API refuses. */
const NOT_AGAIN: readonly FullMessage['status'][] = ['queued', 'sending', 'withdrawn']

const Resend = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { mutateAsync } = useSend('resendMessage')
  const [, navigate] = useLocation()
  const resend = async (): Promise<void> => {
    const { message_id: next } = await mutateAsync({ id })
    navigate(`/messages/${next}`)
  }
  return (
    <Confirm title={texts.resendTitle} submit={texts.resend} onSubmit={resend} done={texts.resent} onClose={onClose}>
      {texts.resendText}
    </Confirm>
  )
}

const BACK = { href: '/messages', label: texts.title }

const Shown = ({ message }: { message: FullMessage }) => {
  const [isResending, setIsResending] = useState(false)
  const { isTest, role } = usePlace()
  const { parcel_id: parcel, invoice_id: invoice, parcel_customer_id: customer } = message
  return (
    <Page
      title={message.subject ?? purposeText(message.purpose)}
      mark={<MessageMark status={message.status} />}
      lead={`${texts.recipient} ${[message.name, message.to].filter(Boolean).join(' · ')}`}
      back={BACK}
      actions={
        !NOT_AGAIN.includes(message.status) && (
          <Writes>
            <Button onClick={() => setIsResending(true)}>{texts.resend}</Button>
          </Writes>
        )
      }
    >
      {isResending && <Resend id={message.message_id} onClose={() => setIsResending(false)} />}
      {isTest && <Alert>{texts.testNote}</Alert>}
      {message.reason && <Alert tone="warning">{message.reason}</Alert>}
      <div className="columns">
        <Section title={texts.asSent}>
          {message.text === null ? <p className="hint">{texts.noText}</p> : <p className="message-text">{message.text}</p>}
        </Section>
        <Section title={texts.details}>
          <Facts
            facts={[
              [texts.purpose, purposeText(message.purpose)],
              [texts.channel, CHANNEL_NAMES[message.channel]],
              [texts.language, LANGUAGE_NAMES[message.language]],
              [texts.customer, customer === null ? texts.contact : <CustomerName key="customer" id={customer} />],
              parcel !== null && [
                texts.parcel,
                <Link key="parcel" href={`/packages/${parcel}`}>
                  {texts.openParcel}
                </Link>,
              ],
              invoice !== null &&
                role === 'owner' && [
                  texts.invoice,
                  <Link key="invoice" href={`/billing/invoices/${invoice}`}>
                    {texts.openInvoice}
                  </Link>,
                ],
              [texts.written, <Moment key="written" at={message.created_at} />],
              message.status === 'queued' && [texts.dueAt, <Moment key="due" at={message.due_at} />],
              message.sent_at !== null && [texts.sentAt, <Moment key="sent" at={message.sent_at} />],
              message.delivered_at !== null && [texts.deliveredAt, <Moment key="delivered" at={message.delivered_at} />],
            ]}
          />
        </Section>
      </div>
    </Page>
  )
}

export default () => (
  <RecordPage query={useRecord('getMessage')} back={BACK}>
    {(found) => <Shown message={found} />}
  </RecordPage>
)
