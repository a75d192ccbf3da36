// The audit trail of one object, newest entry first: who changed which field, when, and the values before and after.

import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import type { Times } from '../../time.tsx'
import { Moment, useTimes } from '../../time.tsx'
import type { AuditEntry } from '../../wire.ts'
import { Panel } from '../page.tsx'
import { Empty, ErrorState, MoreButton, Waiting } from '../states.tsx'

type Change = { field: string; before: unknown; after: unknown }

type Leaves = ReadonlyMap<string, unknown>

const isDocument = (value: unknown): value is object => typeof value === 'object' && value !== null

const leavesOf = (field: string, value: unknown): [string, unknown][] =>
  isDocument(value) ? Object.entries(value).flatMap(([name, inner]) => leavesOf(`${field} › ${name}`, inner)) : [[field, value]]

/** Splits the change of a JSON document into one change for each changed value in the document. */
const singleChanges = (changes: readonly Change[]): Change[] =>
  changes.flatMap(({ field, before, after }) => {
    if (!isDocument(before) && !isDocument(after)) return [{ field, before, after }]
    const was: Leaves = new Map(leavesOf(field, before))
    const is: Leaves = new Map(leavesOf(field, after))
    return [...new Set([...was.keys(), ...is.keys()])]
      .map((leaf) => ({ field: leaf, before: was.get(leaf) ?? null, after: is.get(leaf) ?? null }))
      .filter((leaf) => leaf.before !== leaf.after)
  })

/** An entry with more changes than this is shown collapsed. */
const OPEN_CHANGES_MAX = 4
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Matches fields that hold an amount of money. Such amounts are recorded in whole kobo (1/100 naira). */
const KOBO_FIELD = /_?kobo$/i
const KOBO = 100

const valueText = (field: string, value: unknown, { formatMoment }: Times): string => {
  if (value === null || value === undefined || value === '') return t('records.nothing')
  if (KOBO_FIELD.test(field) && typeof value === 'number') return formatMoney(value / KOBO, 'NGN')
  if (typeof value === 'string') return INSTANT.test(value) ? formatMoment(value) : value
  return JSON.stringify(value)
}

const fieldText = (field: string): string =>
  field
    .replace(KOBO_FIELD, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

type AuditEntryProps = { entry: AuditEntry; isOpen?: boolean }

export const AuditEntryView = ({ entry, isOpen = true }: AuditEntryProps) => {
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
    <details className="unfold" open={isOpen && version > 1 && singles.length <= OPEN_CHANGES_MAX}>
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
                    ? valueText(field, after, times)
                    : t('records.becomes', { before: valueText(field, before, times), after: valueText(field, after, times) })}
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

const PATH = '/ops/v1/audit'

export const useAudit = (objectId: string) => {
  const query = useInfiniteQuery({
    queryKey: [PATH, objectId],
    initialPageParam: '1',
    queryFn: ({ pageParam, signal }) => api.list<AuditEntry>(PATH, { object_id: objectId, page: pageParam }, signal),
    getNextPageParam: ({ next }) => next?.page,
  })
  return { query, entries: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}

export const AuditTrail = ({ objectId }: { objectId: string }) => {
  const { query, entries } = useAudit(objectId)
  return (
    <Panel title={t('records.audit')} flush>
      {query.isPending && <Waiting query={query} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {query.isSuccess && entries.length === 0 && <Empty icon="log" title={t('records.auditEmpty')} />}
      {entries.map((entry) => (
        <AuditEntryView key={entry.version} entry={entry} />
      ))}
      <MoreButton query={query} />
    </Panel>
  )
}
