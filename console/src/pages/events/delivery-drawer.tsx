// One webhook delivery: its status badge, and a drawer with its attempts.

import './events.css'
import { Badge, Button, Code, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { DELIVERIES } from '../../api.ts'
import { Facts } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Attempt, Delivery, DeliveryWithAttempts } from '../../wire.ts'
import { STATUS_NAMES } from './webhooks.ts'

const COLORS = { pending: 'blue', delivered: 'teal', failed: 'red' } as const

/** Whether the delivery failed at least once and waits for a retry. */
export const isFailing = ({ status, attempt_count: attempts }: Delivery): boolean => status === 'pending' && attempts > 0

export const DeliveryStatus = ({ delivery }: { delivery: Delivery }) =>
  isFailing(delivery) ? (
    <Badge variant="filled" color="#8a4700">
      {t('webhooks.retrying', { count: delivery.attempt_count })}
    </Badge>
  ) : (
    <Badge variant="light" color={COLORS[delivery.status]}>
      {t(STATUS_NAMES[delivery.status])}
    </Badge>
  )

export const reasonOf = ({ response_status: status, error }: Attempt): string | null =>
  status === null ? error : t('webhooks.answered', { status })

type WhyFailedProps = { attempt: Attempt | null; disabledReason?: string | null }

/** Shows why a delivery did not arrive. If the endpoint is disabled, also shows the reason for disabling it. */
export const WhyFailed = ({ attempt, disabledReason = null }: WhyFailedProps) => (
  <>
    <div>{attempt ? reasonOf(attempt) : disabledReason === null && t('webhooks.notTried')}</div>
    {attempt?.response_excerpt && <Hint size="xs">{attempt.response_excerpt}</Hint>}
    {disabledReason !== null && <Hint size="xs">{t('webhooks.isDisabled', { reason: disabledReason })}</Hint>}
  </>
)

const AttemptOf = ({ attempt }: { attempt: Attempt }) => (
  <li className="attempt">
    <Group justify="space-between" gap="xs">
      <Text size="sm" fw={600}>
        {t('webhooks.attemptTitle', { number: attempt.number })}
      </Text>
      <Hint size="xs">
        <Moment at={attempt.attempted_at} />, {t('records.ms', { ms: attempt.duration_ms })}
      </Hint>
    </Group>
    <Text size="sm">{reasonOf(attempt)}</Text>
    {attempt.response_excerpt && (
      <Code block className="attempt-answer">
        {attempt.response_excerpt}
      </Code>
    )}
  </li>
)

const Payload = ({ id }: { id: string }) => {
  const query = useRead<object>(DELIVERIES, id, 'payload')
  return (
    <QueryView query={query}>
      {(payload) => (
        <Code block className="attempt-answer" data-testid="payload" tabIndex={0}>
          {JSON.stringify(payload, null, 2)}
        </Code>
      )}
    </QueryView>
  )
}

type DeliveryDrawerProps = { id: string; urlOf: (endpointId: string) => string; onReplay: () => unknown; onClose: () => void }

export const DeliveryDrawer = ({ id, urlOf, onReplay, onClose }: DeliveryDrawerProps) => {
  const isAdmin = useIsAdmin()
  const query = useRead<DeliveryWithAttempts>(DELIVERIES, id)
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={query.data?.event_type ?? t('webhooks.deliveries')}>
      <QueryView query={query}>
        {(delivery) => (
          <Stack>
            <Facts
              facts={[
                [t('records.status'), <DeliveryStatus key="status" delivery={delivery} />],
                [t('webhooks.endpoint'), urlOf(delivery.webhook_endpoint_id)],
                [t('records.createdAt'), <Moment key="created" at={delivery.created_at} />],
                [t('webhooks.delivered'), delivery.delivered_at ? <Moment key="at" at={delivery.delivered_at} /> : t('records.notYet')],
                [
                  t('webhooks.nextAttempt'),
                  delivery.next_attempt_at ? <Moment key="next" at={delivery.next_attempt_at} /> : t('webhooks.noneDue'),
                ],
                [t('webhooks.eventId'), delivery.event_id],
              ]}
            />
            {isAdmin && (delivery.status !== 'pending' || isFailing(delivery)) && (
              <Group>
                <Button onClick={onReplay}>{t('webhooks.replay')}</Button>
              </Group>
            )}
            <Title order={3} size="h5">
              {t('webhooks.attempts')}
            </Title>
            {delivery.attempts.length === 0 ? (
              <Hint>{t('webhooks.attemptsEmpty')}</Hint>
            ) : (
              <ol className="attempts">
                {delivery.attempts.toReversed().map((attempt) => (
                  <AttemptOf key={attempt.number} attempt={attempt} />
                ))}
              </ol>
            )}
            <Title order={3} size="h5">
              {t('webhooks.payload')}
            </Title>
            <Payload id={delivery.webhook_delivery_id} />
          </Stack>
        )}
      </QueryView>
    </Drawer>
  )
}
