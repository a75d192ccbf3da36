// The notices of a package: each hold and release, with its reason and its author.

import { Badge, Group, Text } from '@mantine/core'
import { Panel } from '../../components/page.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import { Moment, useTimes } from '../../time.tsx'
import type { Notice } from '../../wire.ts'

const NoticeItem = ({ notice }: { notice: Notice }) => {
  const { formatMoment } = useTimes()
  return (
    <li>
      <Group gap={6}>
        <Text size="sm" {...(notice.active ? { fw: 600 } : { c: 'dimmed' })}>
          {notice.body}
        </Text>
        {notice.active && (
          <Badge size="sm" variant="default">
            {t('records.inForce')}
          </Badge>
        )}
      </Group>
      <Hint size="xs">
        <Moment at={notice.created_at} />
        {notice.deactivated_at !== null && ` ${t('packages.noticeUntil', { when: formatMoment(notice.deactivated_at) })}`}
        {notice.author && ` · ${t('records.by', { name: notice.author.name })}`}
      </Hint>
    </li>
  )
}

export const NoticesPanel = ({ notices }: { notices: readonly Notice[] }) => (
  <Panel title={t('packages.notices')}>
    {notices.length === 0 ? (
      <Hint>{t('packages.noNotices')}</Hint>
    ) : (
      <ul className="happenings">
        {notices.toReversed().map((notice) => (
          <NoticeItem key={notice.token} notice={notice} />
        ))}
      </ul>
    )}
  </Panel>
)
