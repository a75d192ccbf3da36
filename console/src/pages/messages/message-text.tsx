// Names and badges of messages: state, purpose, channel, recipient, and the record that a message is about.

import { Badge } from '@mantine/core'
import { CHANNELS, LANGUAGES } from '../../../../src/domain/messages/purpose.ts'
import { PageLink } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { Message, MessageState } from '../../wire.ts'

const COLORS: Record<MessageState, string> = {
  queued: 'gray.6',
  sending: 'indigo.6',
  sent: 'harbour.6',
  delivered: 'teal.7',
  failed: 'red.7',
  suppressed: 'gray.6',
  unknown: 'orange.7',
  withdrawn: 'gray.6',
}
export const MESSAGE_STATES = Object.keys(COLORS) as MessageState[]

export const stateName = (state: MessageState): string => t(`messages.${state}`)

export const purposeName = (purpose: Message['purpose']): string => t(`messages.purpose_${purpose}`)

export const channelName = (channel: Message['channel']): string => t(`messages.${channel}`)

export const CHANNEL_CHOICES = CHANNELS.map((value) => ({ value, label: channelName(value) }))
export const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: t(`messages.${value}`) }))

type StateProps = { message: Pick<Message, 'status' | 'dismissed_at'> }

export const MessageStateBadge = ({ message: { status, dismissed_at: dismissedAt } }: StateProps) => (
  <Badge variant="dot" color={dismissedAt === null ? COLORS[status] : 'gray.6'}>
    {stateName(status)}
    {dismissedAt !== null && ` · ${t('messages.dismissed')}`}
  </Badge>
)

/**
 * True if the message failed or its outcome is unknown, nobody has dismissed it, and it was not sent as part of a message about several
 * parcels.
 */
export const needsDecision = ({ status, dismissed_at: dismissedAt, part_of_id: partOf }: Message): boolean =>
  (status === 'failed' || status === 'unknown') && dismissedAt === null && partOf === null

const RESENDABLE: readonly MessageState[] = ['sent', 'delivered', 'failed', 'suppressed', 'unknown']

export const isResendable = ({ status, recipient }: Message): boolean => recipient !== 'staff' && RESENDABLE.includes(status)

const pageOf = ({ parcel_id: parcelId, invoice_id: invoiceId, payment_id: paymentId }: Message): string | null => {
  if (parcelId !== null) return `/packages/${parcelId}`
  if (invoiceId !== null) return `/invoices/${invoiceId}`
  return paymentId === null ? null : `/payments/${paymentId}`
}

export const AboutLink = ({ message }: { message: Message }) => {
  const href = pageOf(message)
  if (href === null) return '—'
  return <PageLink href={href}>{message.about ?? t('records.details')}</PageLink>
}
