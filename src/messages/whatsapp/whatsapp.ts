// Implements the message channel interface for WhatsApp through Meta's Cloud API.

import { exchange } from '../../platform/remote/send.ts'
import type { Channel } from '../channel.ts'
import { answerText, CALLS_AT_ONCE, outcomeOf } from '../http-outcome.ts'
import { isSame } from '../signature.ts'
import { readWhatsAppCallback } from './callback.ts'
import type { WhatsAppSettings } from './exchange.ts'
import { API_VERSION, buildMessage, parseAnswer } from './exchange.ts'

export const createWhatsApp = ({ token, phoneNumberId, appSecret, verifyToken, baseUrl }: WhatsAppSettings): Channel => ({
  kind: 'whatsapp',
  name: 'whatsapp',
  atOnce: CALLS_AT_ONCE,
  send: async (message, timeoutMs, hear) => {
    const outcome = await exchange({
      method: 'POST',
      url: new URL(`/${API_VERSION}/${encodeURIComponent(phoneNumberId)}/messages`, baseUrl),
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(buildMessage(message)),
      agent: false,
      deadline: AbortSignal.timeout(timeoutMs),
    })
    hear?.(answerText(outcome, [token]))
    return outcomeOf('WhatsApp', outcome, [token], parseAnswer)
  },
  ...(appSecret === null ? {} : { readCallback: (request) => readWhatsAppCallback(request, appSecret) }),
  ...(verifyToken === null
    ? {}
    : {
        answerCheck: (query) =>
          query.get('hub.mode') === 'subscribe' && isSame(query.get('hub.verify_token'), verifyToken) ? query.get('hub.challenge') : null,
      }),
})
