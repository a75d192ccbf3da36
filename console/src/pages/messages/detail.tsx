// One message: its content as the recipient sees it, its times, and the provider's answer to each attempt.

import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { MESSAGES } from '../../api.ts'
import { lastListUrl } from '../../components/lists/last-list-url.ts'
import type { Fact } from '../../components/page.tsx'
import { Facts, Page, Panel, RecordLead, Remark } from '../../components/page.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { FullMessage, ProviderAnswer } from '../../wire.ts'
import { AsSent } from './as-sent.tsx'
import { MessageActions } from './message-actions.tsx'
import { AboutLink, channelName, MessageStateBadge, purposeName } from './message-text.tsx'

const answerText = ({ outcome, answer }: ProviderAnswer): string => {
  switch (outcome) {
    case 'sent':
      return answer === null ? t('messages.accepted') : t('messages.acceptedAs', { id: answer })
    case 'refused':
      return t('messages.refused', { answer: answer ?? '—' })
    case 'unknown':
      return t('messages.noAnswer', { answer: answer ?? '—' })
    default:
      return outcome satisfies never
  }
}

const Answers = ({ answers }: { answers: readonly ProviderAnswer[] }) => (
  <Panel title={t('messages.answers')}>
    {answers.length === 0 ? (
      <Hint>{t('messages.noAnswers')}</Hint>
    ) : (
      <ol className="message-answers">
        {answers.map((answer) => (
          <li key={answer.number}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" fw={600}>
                {t('messages.attempt', { number: answer.number })} · {answer.provider}
              </Text>
              <Hint size="xs">
                <Moment at={answer.attempted_at} />
              </Hint>
            </Group>
            <Text size="sm" className="message-address">
              {answerText(answer)}
            </Text>
          </li>
        ))}
      </ol>
    )}
  </Panel>
)

const MessageLink = ({ id, text, children }: { id: string | null; text: string; children: ReactNode }) =>
  id !== null && (
    <Remark>
      {text}{' '}
      <PageLink href={`/messages/${id}`} underline="always">
        {children}
      </PageLink>
    </Remark>
  )

const momentFact = (title: string, at: string | null): Fact => at !== null && [title, <Moment key={title} at={at} />]

const factsOf = (message: FullMessage): Fact[] => {
  const { business, parcel_customer_id: customerId, cost, cost_currency: currency, dismissed_by: by, dismissed_reason: why } = message
  const name = customerId === null ? message.name : <PageLink href={`/customers/${customerId}`}>{message.name}</PageLink>
  return [
    [t('records.status'), <MessageStateBadge key="status" message={message} />],
    message.reason !== null && [t('records.reason'), message.reason],
    [t('messages.recipient'), name],
    [t('messages.channel'), `${channelName(message.channel)} · ${message.to || t('messages.noAddress')}`],
    [t('messages.language'), t(`messages.${message.language}`)],
    [t('messages.about'), <AboutLink key="about" message={message} />],
    [
      t('records.business'),
      business === null ? (
        t('messages.toStaff')
      ) : (
        <PageLink key="business" href={`/businesses/${business.business_id}`}>
          {`${business.prefix} · ${business.name}`}
        </PageLink>
      ),
    ],
    momentFact(t('records.createdAt'), message.created_at),
    message.status === 'queued' && momentFact(t('messages.dueAt'), message.due_at),
    momentFact(t('messages.sentAt'), message.sent_at),
    momentFact(t('messages.deliveredAt'), message.delivered_at),
    message.provider_id !== null && [t('messages.providerId'), message.provider_id],
    cost !== null && [t('messages.cost'), `${cost} ${currency}`],
    by !== null && [t('messages.dismissedBy'), why === null ? by : `${by}: ${why}`],
  ]
}

const MessagePage = ({ message }: { message: FullMessage }) => {
  const lead = (
    <RecordLead mode={message.mode}>
      <MessageStateBadge message={message} />
    </RecordLead>
  )
  return (
    <Page
      title={`${purposeName(message.purpose)}${message.about === null ? '' : ` · ${message.about}`}`}
      lead={lead}
      back={{ href: lastListUrl('/messages'), label: t('messages.title') }}
      actions={<MessageActions message={message} />}
    >
      {message.mode === 'test' && <Remark>{t('messages.testNote')}</Remark>}
      <MessageLink id={message.part_of_id} text={t('messages.partOf')}>
        {t('messages.openLead')}
      </MessageLink>
      <MessageLink id={message.resend_of_id} text={t('messages.resendOf')}>
        {t('messages.openOriginal')}
      </MessageLink>
      <div className="columns">
        <div>
          <Panel title={message.subject ?? t('messages.asItLooks')} lead={message.subject === null ? '' : t('messages.asItLooks')}>
            <AsSent message={message} />
          </Panel>
        </div>
        <div>
          <Panel title={t('records.details')}>
            <Facts facts={factsOf(message)} />
          </Panel>
          <Answers answers={message.provider_answers} />
        </div>
      </div>
    </Page>
  )
}

const MessageDetail = () => (
  <RecordPage<FullMessage> path={MESSAGES} businessOf={({ business }) => business?.business_id ?? null}>
    {(message) => <MessagePage message={message} />}
  </RecordPage>
)

export default MessageDetail
