// One request of the log, with its bodies if they were stored.

import './requests.css'
import { Anchor, Badge, Code, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'wouter'
import { api, REQUESTS } from '../../api.ts'
import { Facts, Page, Panel } from '../../components/page.tsx'
import { useBusinessName } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { LoggedRequest } from '../../wire.ts'
import { MODE_NAMES, StatusBadge } from './request-text.tsx'

/** Indents a JSON body. A truncated body is not valid JSON and is shown unchanged. */
const indented = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const Body = ({ title, body }: { title: string; body: string | null }) => (
  <Panel title={title}>
    {body === null ? (
      <Hint>{t('requests.notKept')}</Hint>
    ) : (
      <Code block className="request-body" tabIndex={0} aria-label={title} role="region">
        {indented(body)}
      </Code>
    )}
  </Panel>
)

/** Clients may choose request IDs, so requests from different businesses can have the same request ID. */
const SameId = ({ request }: { request: LoggedRequest }) => {
  const nameOf = useBusinessName()
  return (
    <Panel title={t('requests.sameId', { count: request.matches.length })}>
      <Hint>{t('requests.sameIdText')}</Hint>
      <Stack gap={4} mt="xs">
        {request.matches.map((match) => (
          <Group key={match.log_id} gap="sm">
            <StatusBadge status={match.status} />
            <Anchor component={Link} href={`/requests/${encodeURIComponent(match.request_id)}?log_id=${match.log_id}`} size="sm">
              {`${match.method} ${match.path}`}
            </Anchor>
            <Text size="sm">{match.business_id === null ? t(MODE_NAMES[match.mode]) : nameOf(match.business_id)}</Text>
            <Hint size="sm">
              <Moment at={match.created_at} />
            </Hint>
            {match.log_id === request.log_id && <Badge variant="light">{t('requests.shown')}</Badge>}
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}

const RequestPage = ({ request }: { request: LoggedRequest }) => {
  const nameOf = useBusinessName()
  const { business_id: businessId } = request
  return (
    <Page title={`${request.method} ${request.path}`} lead={t('requests.masked')} back={{ href: '/requests', label: t('requests.title') }}>
      {request.matches.length > 1 && <SameId request={request} />}
      <Panel>
        <Facts
          facts={[
            [t('records.status'), <StatusBadge key="status" status={request.status} />],
            [t('requests.code'), request.error_code ?? t('records.none')],
            [t('requests.when'), <Moment key="when" at={request.created_at} />],
            [t('requests.duration'), t('records.ms', { ms: request.duration_ms })],
            [t('shell.mode'), t(MODE_NAMES[request.mode])],
            [
              t('records.business'),
              businessId === null ? (
                t('records.none')
              ) : (
                <Anchor key="business" component={Link} href={`/businesses/${businessId}`} size="sm">
                  {nameOf(businessId)}
                </Anchor>
              ),
            ],
            [t('requests.actor'), request.actor],
            [t('requests.route'), request.route],
            [t('requests.requestId'), request.request_id],
          ]}
        />
      </Panel>
      <Body title={t('requests.sent')} body={request.request_body} />
      <Body title={t('requests.answered')} body={request.response_body} />
    </Page>
  )
}

const RequestDetail = () => {
  const { id } = useParams<{ id: string }>()
  const [search] = useSearchParams()
  const logId = search.get('log_id')
  const query = useQuery({
    queryKey: [REQUESTS, id, logId],
    queryFn: ({ signal }) => api.get<LoggedRequest>(`${REQUESTS}/${encodeURIComponent(id)}`, { log_id: logId }, signal),
  })
  return <QueryView query={query}>{(request) => <RequestPage request={request} />}</QueryView>
}

export default RequestDetail
