// Implements the message channel interface for SMS through Termii.

import { exchange } from '../../platform/remote/send.ts'
import type { Channel } from '../channel.ts'
import { answerText, CALLS_AT_ONCE, outcomeOf } from '../http-outcome.ts'
import { readTermiiCallback } from './callback.ts'
import type { TermiiSettings } from './exchange.ts'
import { buildSms, parseAnswer } from './exchange.ts'

export const createTermii = (settings: TermiiSettings): Channel => {
  const { apiKey, secretKey, baseUrl } = settings
  return {
    kind: 'sms',
    name: 'termii',
    atOnce: CALLS_AT_ONCE,
    send: async (message, timeoutMs, hear) => {
      const outcome = await exchange({
        method: 'POST',
        url: new URL('/api/sms/send', baseUrl),
        body: JSON.stringify(buildSms(message, settings)),
        agent: false,
        deadline: AbortSignal.timeout(timeoutMs),
      })
      hear?.(answerText(outcome, [apiKey]))
      return outcomeOf('Termii', outcome, [apiKey], parseAnswer)
    },
    ...(secretKey === null ? {} : { readCallback: (request) => readTermiiCallback(request, secretKey) }),
  }
}
