// The list of webhook deliveries. If the last attempt of a delivery failed, the list shows the reason.

import { Badge } from '../../components/marks.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { useList, useRead } from '../../scope.tsx'
import { DELIVERY_NAMES, texts } from '../../texts/developers.ts'
import { Moment } from '../../times.tsx'
import type { Attempt, Delivery } from '../../wire.ts'

const TONES = { pending: 'info', delivered: 'ok', failed: 'danger' } as const

export const DeliveryMark = ({ status }: Pick<Delivery, 'status'>) => <Badge tone={TONES[status]}>{DELIVERY_NAMES[status]}</Badge>

export const reasonOf = ({ error, response_status: status }: Attempt): string => error ?? (status === null ? '' : texts.answered(status))

/** The API's list of deliveries contains no reasons, so the page reads each delivery to show its reason. */
const Reason = ({ id }: { id: string }) => {
  const { data } = useRead('getWebhookDelivery', { id })
  const last = data?.attempts.at(-1)
  return last ? reasonOf(last) : null
}

type Props = { query: object; filters?: { isFiltered: boolean; clear: () => void } }

export const DeliveryList = ({ query, filters }: Props) => (
  <ListView
    query={useList('listWebhookDeliveries', query)}
    {...(filters && { filters })}
    caption={texts.deliveriesCaption}
    keyOf={(delivery) => delivery.webhook_delivery_id}
    hrefOf={(delivery) => `/developers/deliveries/${delivery.webhook_delivery_id}`}
    empty={{ icon: 'webhook', title: texts.deliveriesEmptyTitle, children: texts.deliveriesEmpty }}
    columns={[
      { head: texts.event, cell: (delivery) => delivery.event_type },
      { head: texts.state, cell: DeliveryMark },
      {
        head: texts.reason,
        cell: ({ status, attempt_count: count, webhook_delivery_id: id }) => {
          if (status === 'delivered') return null
          return count === 0 ? texts.notTried : <Reason id={id} />
        },
      },
      { head: texts.attempts, cell: (delivery) => delivery.attempt_count, isNumber: true },
      { head: texts.when, cell: (delivery) => <Moment at={delivery.created_at} /> },
    ]}
  />
)
