// Implements the message channel interface for SMS through Twilio.

import { exchange } from '../../platform/remote/send.ts'
import type { Channel } from '../channel.ts'
import { answerText, CALLS_AT_ONCE, outcomeOf } from '../http-outcome.ts'
import { readTwilioCallback } from './callback.ts'
import type { TwilioSettings } from './exchange.ts'
import { buildSms, parseAnswer } from './exchange.ts'

export const createTwilio = (settings: TwilioSettings): Channel => {
  const { accountSid, authToken, baseUrl } = settings
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    kind: 'sms',
    name: 'twilio',
    atOnce: CALLS_AT_ONCE,
    send: async (message, timeoutMs, hear) => {
      const outcome = await exchange({
        method: 'POST',
        url: new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, baseUrl),
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: buildSms(message, settings).toString(),
        agent: false,
        deadline: AbortSignal.timeout(timeoutMs),
      })
      hear?.(answerText(outcome, [authToken]))
      return outcomeOf('Twilio', outcome, [authToken], parseAnswer)
    },
    readCallback: (request) => readTwilioCallback(request, authToken),
  }
}
