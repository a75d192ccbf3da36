// The request log, newest first, filtered by the business that is chosen in the header.

import './requests.css'
import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { REQUESTS } from '../../api.ts'
import { DataTable } from '../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, SearchInput, useFilters } from '../../components/lists/filters.tsx'
import { Page } from '../../components/page.tsx'
import { useBusinessName } from '../../components/queries.ts'
import { Empty } from '../../components/states.tsx'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { ListedRequest } from '../../wire.ts'
import { MODE_NAMES, StatusBadge } from './request-text.tsx'

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((value) => ({ value, label: value }))
const STATUSES = [
  { value: '2xx', label: t('requests.status2xx') },
  { value: '4xx', label: t('requests.status4xx') },
  { value: '5xx', label: t('requests.status5xx') },
]
const MODES = Object.entries(MODE_NAMES).map(([value, name]) => ({ value, label: t(name) }))

const RequestList = () => {
  const { businessId } = useScope()
  const nameOf = useBusinessName()
  const [filters, filter, setFilter] = useFilters(['business', 'mode', 'status', 'method', 'path', 'request_id'])
  useEffect(() => {
    if (filters.business !== (businessId ?? '')) setFilter('business', businessId ?? '')
  }, [filters.business, businessId, setFilter])
  // A search by request id ignores all other filters and the chosen business.
  const { business, ...others } = filters
  const params = others.request_id ? { request_id: others.request_id } : { ...others, business: businessId }
  return (
    <Page title={t('requests.title')} lead={t('requests.lead')}>
      <FilterBar>
        <ChoiceFilter label={t('shell.mode')} choices={MODES} {...filter('mode')} />
        <ChoiceFilter label={t('records.status')} choices={STATUSES} {...filter('status')} />
        <ChoiceFilter label={t('requests.method')} choices={METHODS} {...filter('method')} />
        <SearchInput label={t('requests.path')} placeholder="/v1/parcel_quotes" {...filter('path')} />
        <SearchInput label={t('requests.requestId')} placeholder="req_…" {...filter('request_id')} />
      </FilterBar>
      <DataTable<ListedRequest>
        path={REQUESTS}
        params={params}
        rowKey={(row) => row.log_id}
        rowName={(row) => `${row.method} ${row.path}`}
        href={(row) => `/requests/${encodeURIComponent(row.request_id)}?log_id=${row.log_id}`}
        csvName="requests"
        empty={<Empty icon="log" title={t('requests.emptyTitle')} text={t('requests.empty')} />}
        columns={[
          {
            key: 'request',
            title: t('requests.request'),
            render: (row) => <span className="request-line">{`${row.method} ${row.path}`}</span>,
            csv: (row) => `${row.method} ${row.path}`,
          },
          {
            key: 'status',
            title: t('records.status'),
            render: (row) => (
              <>
                <StatusBadge status={row.status} />
                {row.error_code && (
                  <Text size="xs" c="dimmed" className="narrow-hidden">
                    {row.error_code}
                  </Text>
                )}
              </>
            ),
            csv: (row) => row.status,
          },
          {
            key: 'whose',
            title: t('requests.whose'),
            render: (row) => <WhoseOf row={row} name={row.business_id && nameOf(row.business_id)} />,
            csv: (row) => row.business_id,
            isLesser: true,
          },
          {
            key: 'duration',
            title: t('requests.duration'),
            align: 'right',
            render: (row) => <span className="unbroken">{t('records.ms', { ms: row.duration_ms })}</span>,
            csv: (row) => row.duration_ms,
            isLesser: true,
          },
          {
            key: 'when',
            title: t('requests.when'),
            render: (row) => (
              <span className="request-moment">
                <Moment at={row.created_at} />
              </span>
            ),
            csv: (row) => row.created_at,
          },
          {
            key: 'id',
            title: t('requests.requestId'),
            isLesser: true,
            render: (row) => <RequestIdOf row={row} />,
            csv: (row) => row.request_id,
          },
        ]}
      />
    </Page>
  )
}

const WhoseOf = ({ row, name }: { row: ListedRequest; name: string | null }) => (
  <>
    {name && <div className="unbroken">{name}</div>}
    <Text size={name ? 'xs' : 'sm'} {...(name ? { c: 'dimmed' } : {})}>
      {t(MODE_NAMES[row.mode])}
    </Text>
  </>
)

/** CSS cuts off the start of a long ID, because all IDs begin alike. */
const RequestIdOf = ({ row: { request_id: id } }: { row: ListedRequest }) => (
  <Text span size="xs" ff="monospace" c="dimmed" className="request-id" title={id}>
    {id}
  </Text>
)

export default RequestList
