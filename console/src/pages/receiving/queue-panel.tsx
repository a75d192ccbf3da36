// The panel of queued receipts: receipts that wait for the connection, and receipts that the server refused.

import { Button, Group, Text } from '@mantine/core'
import { withoutConfirmHint } from '../../api.ts'
import { PlainButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { Panel } from '../../components/page.tsx'
import { Hint } from '../../components/text.tsx'
import type { QueueEntry } from '../../queue/entries.ts'
import { useEntriesOf } from '../../queue/entries.ts'
import { dropEntry, retryEntry } from '../../queue/sender.ts'
import { useSession } from '../../session.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'

const Refused = ({ entry: { id, staffId, title, refusal } }: { entry: QueueEntry }) => {
  const confirm = useConfirm()
  const drop = async () => {
    const question = { title: t('receive.dropTitle', { title }), text: t('receive.dropText'), action: t('receive.drop'), danger: true }
    if (await confirm(question)) await dropEntry(id, staffId)
  }
  return (
    <>
      <Text size="sm" c="var(--mantine-color-error)">
        {refusal && withoutConfirmHint(refusal).replace(/^Code /, `${title} `)}
      </Text>
      <Group gap="xs">
        <PlainButton label={t('shell.retry')} size="compact-sm" onClick={() => retryEntry(id, staffId, false)} />
        {refusal?.includes('confirm') && (
          <PlainButton label={t('receive.confirmAndSend')} size="compact-sm" onClick={() => retryEntry(id, staffId, true)} />
        )}
        <Button size="compact-sm" variant="subtle" c="var(--mantine-color-error)" onClick={drop}>
          {t('receive.drop')}
        </Button>
      </Group>
    </>
  )
}

export const QueuePanel = () => {
  const { staff } = useSession()
  const { formatMoment } = useTimes()
  const entries = useEntriesOf(staff.staff_id)
  if (entries.length === 0) return null
  return (
    <Panel title={t('receive.queue')} lead={t('receive.queueLead')} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <ol className="today" aria-label={t('receive.queue')} tabIndex={0}>
        {entries.map((entry) => (
          <li key={entry.id} className="queue-line">
            <Text size="sm" fw={550}>
              {entry.title}
            </Text>
            <Hint size="xs">
              {formatMoment(new Date(entry.queuedAt).toISOString())}
              {entry.site && ` · ${t('receive.queuedAtSite', { site: entry.site })}`}
              {entry.refusal === null && ` · ${t('records.waiting')}`}
            </Hint>
            {entry.refusal !== null && <Refused entry={entry} />}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
