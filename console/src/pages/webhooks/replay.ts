// Replays all missed events of an endpoint, range by range.

import { api } from '../../api.ts'
import { ENDPOINTS } from '../../paths.ts'

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
