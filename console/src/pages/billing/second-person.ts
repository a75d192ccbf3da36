// Sends a refund, a credit or a write-off. If a second person must approve it first, requests the approval instead.

import { ApiError, api } from '../../api.ts'
import { t } from '../../strings.ts'

/** `path`: the API path of the payment or invoice. Returns `done`, or a text that says that approval was requested. */
export const sendOrAsk = async (path: string, action: 'refund' | 'credit' | 'write_off', body: object, done: string): Promise<string> => {
  try {
    await api.send('POST', `${path}/${action}`, body)
    return done
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'SECOND_PERSON_REQUIRED') throw error
    await api.send('POST', `${path}/request_${action}`, body)
    return t('requested.asked')
  }
}
