// Replays webhook deliveries: the given ones, or all missed events of an endpoint.

import { api, DELIVERIES, ENDPOINTS } from '../../api.ts'
import { notifyDone, notifyError } from '../../components/queries.ts'
import { t } from '../../strings.ts'

type Replayed = { replayed: number; continue_since: string | null }

export const replayMissed = async (endpointId: string): Promise<number> => {
  let count = 0
  let since: string | null = null
  do {
    const answer: Replayed = await api.send('POST', `${ENDPOINTS}/${endpointId}/replay`, since === null ? {} : { since })
    count += answer.replayed
    since = answer.continue_since
  } while (since !== null)
  return count
}

/** Notifies of the result; false if a replay failed. */
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
