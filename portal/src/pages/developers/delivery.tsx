// The page of one webhook delivery: the attempts with the receiver's answers, and a button to send the delivery again.

import { Writes } from '../../components/access.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Code } from '../../components/copied/code.tsx'
import { Facts, Page, Section } from '../../components/page.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { Alert, errorText } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useRecord, useSend } from '../../scope.tsx'
import { texts } from '../../texts/developers.ts'
import { Moment } from '../../times.tsx'
import type { Attempt, FullDelivery } from '../../wire.ts'
import { DeliveryMark, reasonOf } from './delivery-list.tsx'

const AttemptShown = ({ attempt }: { attempt: Attempt }) => (
  <div className="stack">
    <h3>{texts.attempt(attempt.number)}</h3>
    <Facts
      facts={[
        [texts.when, <Moment key="when" at={attempt.attempted_at} />],
        [texts.reason, reasonOf(attempt)],
        [texts.duration, texts.took(attempt.duration_ms)],
      ]}
    />
    {attempt.response_excerpt && (
      <>
        <span className="hint">{texts.body}</span>
        <Code label={texts.body} text={attempt.response_excerpt} />
      </>
    )}
  </div>
)

/** True if the delivery waits for its first attempt. Sending a delivery again resets the count of attempts to zero. */
const isQueued = ({ status, attempt_count: count }: FullDelivery): boolean => status === 'pending' && count === 0

const Shown = ({ delivery }: { delivery: FullDelivery }) => {
  const { mutate, isPending, error } = useSend('replayWebhookDelivery')
  const toast = useToast()
  const id = delivery.webhook_delivery_id
  return (
    <Page
      title={delivery.event_type}
      mark={<DeliveryMark status={delivery.status} />}
      lead={texts.delivery}
      back={{ href: `/developers/webhooks/${delivery.webhook_endpoint_id}`, label: texts.deliveries }}
      actions={
        <>
          <ButtonLink href={`/developers/events/${delivery.event_id}`}>{texts.openEvent}</ButtonLink>
          {!isQueued(delivery) && (
            <Writes>
              <Button look="primary" isBusy={isPending} onClick={() => mutate({ id }, { onSuccess: () => toast(texts.replayedOne) })}>
                {texts.replay}
              </Button>
            </Writes>
          )}
        </>
      }
    >
      {error && <Alert tone="danger">{errorText(error)}</Alert>}
      <Section title={texts.state}>
        <Facts
          facts={[
            [texts.created, <Moment key="created" at={delivery.created_at} />],
            delivery.delivered_at !== null && [texts.deliveredAt, <Moment key="delivered" at={delivery.delivered_at} />],
            delivery.next_attempt_at !== null && [texts.next, <Moment key="next" at={delivery.next_attempt_at} />],
            ['webhook-id', <code key="id">{delivery.event_id}</code>],
          ]}
        />
      </Section>
      <Section title={texts.attempts}>
        {isQueued(delivery) && <p>{texts.queued}</p>}
        {delivery.attempts.length > 0 && <p className="hint">{texts.attemptsLead}</p>}
        {delivery.attempts.toReversed().map((attempt) => (
          <AttemptShown key={attempt.number} attempt={attempt} />
        ))}
      </Section>
    </Page>
  )
}

export default () => {
  const delivery = useRecord('getWebhookDelivery', { isRepeated: (found) => found !== undefined && isQueued(found) })
  return (
    <RecordPage query={delivery} back={{ href: '/developers/webhooks', label: texts.webhooks }}>
      {(found) => <Shown delivery={found} />}
    </RecordPage>
  )
}
