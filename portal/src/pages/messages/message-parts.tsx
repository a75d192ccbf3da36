// The parts that the pages of messages share.

import { Badge } from '../../components/badge.tsx'
import { PURPOSE_NAMES, STATUS_NAMES } from '../../texts/messages.ts'
import type { Message } from '../../wire.ts'

const TONES = {
  queued: 'info',
  sending: 'info',
  sent: 'ok',
  delivered: 'ok',
  failed: 'danger',
  suppressed: 'plain',
  unknown: 'warning',
  withdrawn: 'plain',
} as const

export const MessageMark = ({ status }: Pick<Message, 'status'>) => <Badge tone={TONES[status]}>{STATUS_NAMES[status]}</Badge>

export const purposeText = (purpose: string): string => PURPOSE_NAMES[purpose] ?? purpose
