// Header badge: connection state, and the number of queued entries.

import { Badge, Group } from '@mantine/core'
import { Link } from 'wouter'
import { useIsConnected } from '../queue/connection.ts'
import { useEntriesOf } from '../queue/entries.ts'
import { useSession } from '../session.tsx'
import { t } from '../strings.ts'

export const QueueBadge = () => {
  const isConnected = useIsConnected()
  const entries = useEntriesOf(useSession().staff.staff_id)
  const refused = entries.filter(({ refusal }) => refusal !== null).length
  const waiting = entries.length - refused
  if (isConnected && entries.length === 0) return null
  return (
    <Link href="/receive" className="plain-link" title={t('scan.queueHint')}>
      <Group gap={4} wrap="nowrap" role="status">
        {!isConnected && (
          <Badge color="#8a4700" variant="filled" className={waiting > 0 ? 'narrow-hidden' : 'queue-badge'}>
            {t('scan.isOffline')}
          </Badge>
        )}
        {waiting > 0 && (
          <Badge color={isConnected ? 'harbour.7' : '#8a4700'} variant="filled" className={refused > 0 ? 'narrow-hidden' : 'queue-badge'}>
            {t('scan.waiting', { count: waiting })}
          </Badge>
        )}
        {refused > 0 && (
          <Badge color="red.9" variant="filled" className="queue-badge">
            {t('scan.refused', { count: refused })}
          </Badge>
        )}
      </Group>
    </Link>
  )
}
