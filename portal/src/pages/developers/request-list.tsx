// The request log of a business in the page's mode (live or test).

import { optionsOf, SearchField, SelectField } from '../../components/field.tsx'
import { Badge } from '../../components/marks.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { useFilters } from '../../components/table.tsx'
import { useList } from '../../scope.tsx'
import { texts } from '../../texts/developers.ts'
import { Moment } from '../../times.tsx'
import { DeveloperPage } from './developer-page.tsx'

const OUTCOMES = optionsOf({ '2xx': texts.went, '4xx': texts.refused, '5xx': texts.failed }, texts.anyOutcome)

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
  const { field, query, ...filters } = useFilters(['status', 'method', 'path', 'request_id'])
  return (
    <DeveloperPage title={texts.requests} lead={texts.requestsLead}>
      <search className="filters">
        <SearchField label={texts.path} {...field('path')} />
        <SelectField label={texts.outcome} {...field('status')} options={OUTCOMES} />
        <SelectField label={texts.method} {...field('method')} options={METHODS} />
        <SearchField label={texts.requestId} {...field('request_id')} />
      </search>
      <ListView
        query={useList('listRequests', query)}
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
