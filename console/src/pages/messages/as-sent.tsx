// A message as its recipient sees it: the email in a frame, or the text of an SMS or WhatsApp message.

import './messages.css'
import { Text } from '@mantine/core'
import { capacityOf, segmentsOf } from '../../../../src/domain/messages/sms-segments.ts'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { FullMessage } from '../../wire.ts'
import { EmailFrame } from './email-frame.tsx'

export const SegmentCount = ({ text }: { text: string }) => {
  const found = segmentsOf(text)
  const { encoding, units, segments } = found
  return <Hint size="xs">{t('messages.segments', { segments, units, capacity: capacityOf(found), encoding })}</Hint>
}

export const Bubble = ({ text }: { text: string }) => (
  <Text size="sm" className="message-bubble" data-testid="bubble">
    {text}
  </Text>
)

export const AsSent = ({ message }: { message: FullMessage }) => {
  const { text, subject, html, channel, recipient } = message
  if (text === null && subject === null) return <Hint>{t('messages.notRendered')}</Hint>
  if (text === null) return <Hint>{t(recipient === 'staff' ? 'messages.notStored' : 'messages.notRendered')}</Hint>
  if (html !== null) return <EmailFrame html={html} />
  return (
    <>
      <Bubble text={text} />
      {channel === 'sms' && <SegmentCount text={text} />}
    </>
  )
}
