// The audit trail of one object: who changed which field, when, from what to what. Newest first.

import '../records.css'
import { Button, Center, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { t } from '../../strings.ts'
import type { Times } from '../../time/times.ts'
import { useTimes } from '../../time/zone.tsx'
import type { AuditEntry } from '../../wire.ts'
import { Panel } from '../page.tsx'
import { Empty, ErrorState, Waiting } from '../states.tsx'
import { singleChanges } from './field-changes.ts'
import { Moment } from './moment.tsx'

const PATH = '/ops/v1/audit'
/** Longer ones, such as what a new record begins with, open on demand. */
const OPEN_CHANGES_MAX = 4
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

const valueText = (value: unknown, { formatMoment }: Times): string => {
  if (value === null || value === undefined || value === '') return t('records.nothing')
  if (typeof value === 'string') return INSTANT.test(value) ? formatMoment(value) : value
  return JSON.stringify(value)
}

const fieldText = (field: string): string =>
  field.replaceAll('_', ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const EntryView = ({ entry }: { entry: AuditEntry }) => {
  const { version, actor, changes, recorded_at: at, request_id: requestId } = entry
  const singles = singleChanges(changes)
  const times = useTimes()
  const what =
    version === 1
      ? t('records.created')
      : t('records.changed', {
          fields: changes
            .slice(0, OPEN_CHANGES_MAX)
            .map(({ field }) => fieldText(field))
            .join(', '),
        })
  return (
    <details className="unfold" open={version > 1 && singles.length <= OPEN_CHANGES_MAX}>
      <summary>
        {what}
        <Text component="span" size="xs" c="dimmed">
          {' '}
          · <Moment at={at} /> · {actor.name}
        </Text>
      </summary>
      <div>
        <table className="changes">
          <tbody>
            {singles.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldText(field)}</th>
                <td>
                  {version === 1
                    ? valueText(after, times)
                    : t('records.becomes', { before: valueText(before, times), after: valueText(after, times) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Text size="xs" c="dimmed" mt={4}>
          {t('shell.requestId', { id: requestId })}
        </Text>
      </div>
    </details>
  )
}

export const AuditTrail = ({ objectId }: { objectId: string }) => {
  const query = useInfiniteQuery({
    queryKey: [PATH, objectId],
    initialPageParam: '1',
    queryFn: ({ pageParam, signal }) => api.list<AuditEntry>(PATH, { object_id: objectId, page: pageParam }, signal),
    getNextPageParam: ({ next }) => next?.page,
  })
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Panel title={t('records.audit')} flush>
      {query.isPending && <Waiting query={query} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {query.isSuccess && entries.length === 0 && <Empty icon="log" title={t('records.auditEmpty')} />}
      {entries.map((entry) => (
        <EntryView key={entry.version} entry={entry} />
      ))}
      {query.hasNextPage && (
        <Center p="sm">
          <Button size="xs" variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {t('records.more')}
          </Button>
        </Center>
      )}
    </Panel>
  )
}
