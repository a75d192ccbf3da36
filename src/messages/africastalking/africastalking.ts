// Sends SMS through Africa's Talking. Implements the `Channel` interface of message providers.

import { exchange } from '../../platform/remote/send.ts'
import type { Channel } from '../channel.ts'
import { answerText, CALLS_AT_ONCE, outcomeOf } from '../http-outcome.ts'
import { readAfricasTalkingCallback } from './callback.ts'
import type { AfricasTalkingSettings } from './exchange.ts'
import { buildSms, parseAnswer } from './exchange.ts'

export const createAfricasTalking = (settings: AfricasTalkingSettings): Channel => {
  const { apiKey, callbackSecret, baseUrl } = settings
  return {
    kind: 'sms',
    name: 'africastalking',
    atOnce: CALLS_AT_ONCE,
    send: async (message, timeoutMs, hear) => {
      const outcome = await exchange({
        method: 'POST',
        url: new URL('/version1/messaging', baseUrl),
        headers: { apiKey, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: buildSms(message, settings).toString(),
        agent: false,
        deadline: AbortSignal.timeout(timeoutMs),
      })
      hear?.(answerText(outcome, [apiKey]))
      return outcomeOf('Africa’s Talking', outcome, [apiKey], parseAnswer(message.to))
    },
    ...(callbackSecret === null ? {} : { readCallback: (request) => readAfricasTalkingCallback(request, callbackSecret) }),
  }
}
