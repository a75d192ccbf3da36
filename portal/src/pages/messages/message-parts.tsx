// The parts that the message pages share: the status badge, the name of a purpose, the tabs.

import { Badge } from '../../components/marks.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { OWNERS } from '../../registry.ts'
import { usePlace } from '../../scope.tsx'
import { PURPOSE_NAMES, STATUS_NAMES, texts } from '../../texts/messages.ts'
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

export const purposeText = (purpose: Message['purpose']): string => PURPOSE_NAMES[purpose]

export const MessageTabs = () => {
  const { role } = usePlace()
  if (!OWNERS.includes(role)) return null
  return (
    <Tabs
      label={texts.tabs}
      tabs={[
        { href: '/messages', label: texts.sentTab },
        { href: '/messages/settings', label: texts.settingsTab },
      ]}
    />
  )
}
