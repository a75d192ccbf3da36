// Webhook endpoints and their deliveries: queries, replays, and the names of statuses and event types.

import { useQuery } from '@tanstack/react-query'
import { api, BUSINESSES, DELIVERIES, ENDPOINTS } from '../../api.ts'
import { useConfirm } from '../../components/dialogs.tsx'
import { notifyDone, notifyError } from '../../components/queries.ts'
import type { Mode } from '../../scope.tsx'
import type { PlainKey } from '../../strings.ts'
import { t } from '../../strings.ts'
import type { Delivery, Endpoint, EventFilter } from '../../wire.ts'

const ENDPOINTS_MAX = 50

export const useEndpoints = (businessId: string, mode: Mode) => {
  const path = `${BUSINESSES}/${encodeURIComponent(businessId)}/webhook_endpoints`
  return useQuery({
    queryKey: [BUSINESSES, businessId, 'webhook_endpoints', mode],
    queryFn: async ({ signal }) => (await api.listAll<Endpoint>(path, { mode }, { rowsMax: ENDPOINTS_MAX, signal })).items,
  })
}

type Replayed = { replayed: number; continue_since: string | null }

const replayMissed = async (endpointId: string): Promise<number> => {
  let count = 0
  let since: string | null = null
  do {
    const answer: Replayed = await api.send('POST', `${ENDPOINTS}/${endpointId}/replay`, since === null ? {} : { since })
    count += answer.replayed
    since = answer.continue_since
  } while (since !== null)
  return count
}

/** Asks for confirmation, then replays every event that the endpoint missed. */
export const useReplayMissed = () => {
  const confirm = useConfirm()
  return async ({ id, url }: { id: string; url: string }): Promise<void> => {
    const text = t('webhooks.replayFailedText', { url })
    if (!(await confirm({ title: t('webhooks.replayFailedTitle'), text, action: t('webhooks.replay') }))) return
    await replayMissed(id).then((count) => notifyDone(t('webhooks.replayedCount', { count })), notifyError)
  }
}

/** Replays the deliveries and tells the user the result. Returns false if a replay failed. */
export const replayDeliveries = async (ids: readonly string[]): Promise<boolean> => {
  try {
    for (const id of ids) await api.send('POST', `${DELIVERIES}/${encodeURIComponent(id)}/replay`)
    notifyDone(ids.length === 1 ? t('webhooks.replayed') : t('webhooks.replayedCount', { count: ids.length }))
    return true
  } catch (error) {
    notifyError(error)
    return false
  }
}

export const STATUS_NAMES = {
  pending: 'webhooks.pending',
  delivered: 'webhooks.delivered',
  failed: 'webhooks.failed',
} as const satisfies Record<Delivery['status'], PlainKey>

/** The event types that an endpoint can subscribe to. Test events are not among them, because they are only sent on request. */
export const EVENT_FILTERS = [
  '*',
  'quote.*',
  'package.*',
  'customer.*',
  'quote.created',
  'quote.price_changed',
  'quote.booked',
  'quote.cancelled',
  'quote.price_reopened',
  'quote.price_finalised',
  'package.created',
  'package.received',
  'package.pieces_received',
  'package.receipt_undone',
  'package.assigned',
  'package.attached',
  'package.detached',
  'package.arrived',
  'package.changed',
  'package.held',
  'package.released',
  'package.departed',
  'package.delivered',
  'package.delivery_undone',
  'package.departure_undone',
  'package.offloaded',
  'package.ready_for_collection',
  'package.ready_undone',
  'package.arrival_undone',
  'package.shipment_corrected',
  'package.cancelled',
  'package.disposed',
  'package.disposition_undone',
  'package.storage_last_free_day',
  'package.storage_started',
  'customer.created',
  'customer.updated',
  'customer.deactivated',
  'customer.reactivated',
] as const satisfies readonly EventFilter[]
