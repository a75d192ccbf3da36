// The audit trail of one object: who changed which field, when, from what to what. Newest first.

import '../records.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { t } from '../../strings.ts'
import type { AuditEntry } from '../../wire.ts'
import { Panel } from '../page.tsx'
import { Empty, ErrorState, MoreButton, Waiting } from '../states.tsx'
import { AuditEntryView } from './audit-entry.tsx'

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
