// One request of the log, with its bodies if they were stored.

import { useParams, useSearchParams } from 'wouter'
import { Code } from '../../components/copied/code.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { useRead } from '../../scope.tsx'
import { useSession } from '../../session.tsx'
import { texts } from '../../texts/developers.ts'
import { Moment } from '../../times.tsx'
import { OutcomeMark } from './request-list.tsx'

const BACK = { href: '/developers/requests', label: texts.requests }

const Body = ({ title, text, none }: { title: string; text: string | null; none: string }) => (
  <Section title={title}>{text === null ? <p className="hint">{none}</p> : <Code label={title} text={text} />}</Section>
)

export default () => {
  const { id = '' } = useParams<{ id: string }>()
  const [search] = useSearchParams()
  const { data: me } = useSession()
  const logId = search.get('log_id')
  const request = useRead('getRequest', { id, query: logId ? { log_id: logId } : {} })
  return (
    <RecordPage query={request} back={BACK}>
      {(found) => (
        <Page
          title={`${found.method} ${found.path}`}
          mark={<OutcomeMark status={found.status} error_code={found.error_code} />}
          back={BACK}
        >
          <Section title={texts.details}>
            <Facts
              isWide
              facts={[
                [texts.at, <Moment key="at" at={found.created_at} />],
                [texts.duration, texts.took(found.duration_ms)],
                [texts.requestId, <code key="id">{found.request_id}</code>],
                [texts.by, found.actor === me?.user.user_id ? me.user.name : <code key="by">{found.actor}</code>],
                [texts.route, <code key="route">{found.route}</code>],
                [texts.errorCode, found.error_code],
                [texts.ignored, found.ignored_fields],
              ]}
            />
          </Section>
          <Body title={texts.requestBody} text={found.request_body} none={found.method === 'GET' ? texts.nothingSent : texts.notKept} />
          <Body
            title={texts.responseBody}
            text={found.response_body}
            none={found.method === 'GET' && found.status < 400 ? texts.answerNotKept : texts.notKept}
          />
        </Page>
      )}
    </RecordPage>
  )
}
