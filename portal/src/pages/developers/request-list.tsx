// The request log of a business in one mode.

import { Badge } from '../../components/badge.tsx'
import { SelectField } from '../../components/field.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { useFilters } from '../../components/table.tsx'
import { useList } from '../../scope.tsx'
import { texts } from '../../texts/developers.ts'
import { Moment } from '../../times.tsx'
import { DeveloperPage } from './developer-page.tsx'

const OUTCOMES = [
  { value: '', label: texts.anyOutcome },
  { value: '2xx', label: texts.went },
  { value: '4xx', label: texts.refused },
  { value: '5xx', label: texts.failed },
]

const METHODS = [
  { value: '', label: texts.anyMethod },
  ...['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((value) => ({ value, label: value })),
]

const CLIENT_ERROR = 400
const SERVER_ERROR = 500

const toneOf = (status: number) => {
  if (status >= SERVER_ERROR) return 'danger'
  return status >= CLIENT_ERROR ? 'warning' : 'ok'
}

export const OutcomeMark = ({ status, error_code: code }: { status: number; error_code: string | null }) => (
  <Badge tone={toneOf(status)}>{[status, code].filter(Boolean).join(' ')}</Badge>
)

export default () => {
  const { values, query, set, ...filters } = useFilters(['status', 'method', 'path', 'request_id'])
  const requests = useList('listRequests', query)
  return (
    <DeveloperPage title={texts.requests} lead={texts.requestsLead}>
      <search className="filters">
        <SearchField label={texts.path} value={values.path} onValue={(value) => set('path', value)} />
        <SelectField label={texts.outcome} value={values.status} onValue={(value) => set('status', value)} options={OUTCOMES} />
        <SelectField label={texts.method} value={values.method} onValue={(value) => set('method', value)} options={METHODS} />
        <SearchField label={texts.requestId} value={values.request_id} onValue={(value) => set('request_id', value)} />
      </search>
      <ListView
        query={requests}
        filters={filters}
        caption={texts.requestsCaption}
        keyOf={(request) => request.log_id}
        hrefOf={(request) => `/developers/requests/${encodeURIComponent(request.request_id)}?log_id=${request.log_id}`}
        empty={{ icon: 'log', title: texts.requestsEmptyTitle, children: texts.requestsEmpty }}
        columns={[
          { head: texts.request, cell: (request) => <span className="breaks">{`${request.method} ${request.path}`}</span> },
          { head: texts.outcome, cell: OutcomeMark },
          { head: texts.duration, cell: (request) => texts.took(request.duration_ms), isNumber: true },
          { head: texts.at, cell: (request) => <Moment at={request.created_at} /> },
        ]}
      />
    </DeveloperPage>
  )
}
