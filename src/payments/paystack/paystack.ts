// Implements the payment provider interface for Paystack. Does not retry failed calls: the caller's queue retries them.

import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { asInteger, asObject, asText, parseJson } from '../../platform/remote/json.ts'
import type { Answer, Outcome } from '../../platform/remote/send.ts'
import { exchange } from '../../platform/remote/send.ts'
import type { PaymentProvider, ProviderPayment, StartRequest } from '../payment-provider.ts'
import { ProviderFailure } from '../payment-provider.ts'
import { CALL_TIMEOUT_MS, paystackOrigin } from './connection.ts'
import { isPaystackSignature } from './webhook.ts'

export type PaystackOptions = { secretKey: string; baseUrl?: string | undefined; timeoutMs?: number }

const MESSAGE_MAX_CHARACTERS = 300

export const createPaystack = ({ secretKey, baseUrl, timeoutMs = CALL_TIMEOUT_MS }: PaystackOptions): PaymentProvider => {
  const origin = paystackOrigin(baseUrl)
  const agent = new (origin.protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true })
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const outcome = await exchange({
      method,
      url: new URL(path, origin),
      headers: { authorization: `Bearer ${secretKey}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      agent,
      deadline: AbortSignal.timeout(timeoutMs),
    })
    return answerOf(outcome, secretKey)
  }
  return {
    id: 'paystack',

    start: async (request) => {
      const answer = await ask('POST', '/transaction/initialize', buildStart(request))
      const url = answer.status === 200 ? parseStarted(answer.body, request.reference) : undefined
      if (url === undefined) throw refusal(answer, secretKey)
      return { url }
    },

    lookUp: async (reference) => {
      const answer = await ask('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
      if (isUnknown(answer)) return null
      const payment = answer.status === 200 ? parsePayment(answer.body) : undefined
      if (payment === undefined) throw refusal(answer, secretKey)
      return payment
    },

    isSigned: (rawBody, signature) => isPaystackSignature(rawBody, signature, secretKey),
  }
}

const buildStart = ({ reference, amountKobo, currency, email, invoiceNumber }: StartRequest): object => ({
  reference,
  amount: amountKobo,
  currency,
  email,
  metadata: { invoice: invoiceNumber },
})

const parseStarted = (body: Uint8Array, reference: string): string | undefined => {
  const data = asObject(asObject(parseJson(body))?.data)
  const url = URL.parse(asText(data?.authorization_url) ?? '')
  return data?.reference === reference && url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const parsePayment = (body: Uint8Array): ProviderPayment | undefined => {
  const data = asObject(asObject(parseJson(body))?.data)
  const [reference, status, currency, domain] = [data?.reference, data?.status, data?.currency, data?.domain].map(asText)
  const amount = asInteger(data?.amount)
  if (!reference || !status || !currency || !domain || amount === undefined) return undefined
  return { reference, isPaid: status === 'success', amount, currency, isTest: domain === 'test' }
}

const answerOf = (outcome: Outcome, secretKey: string): Answer => {
  if (outcome.kind !== 'answered') throw new ProviderFailure('unavailable', `Paystack: no answer came back (${outcome.code})`)
  const { status } = outcome.answer
  // Server errors, a wrong key or a rate limit say nothing about the payment, so the failure is `unavailable`.
  if (status >= 500 || status === 401 || status === 403 || status === 408 || status === 429) throw refusal(outcome.answer, secretKey)
  return outcome.answer
}

/** True if Paystack does not know the reference. The status is then 400 or 404, and only the message gives the reason. */
const isUnknown = ({ status, body }: Answer): boolean =>
  (status === 400 || status === 404) && /reference not found|not found/i.test(messageOf(body) ?? '')

const messageOf = (body: Uint8Array): string | undefined => asText(asObject(parseJson(body))?.message)

const refusal = ({ status, body }: Answer, secretKey: string): ProviderFailure => {
  const said = (messageOf(body) ?? 'no reason given').replaceAll(secretKey, '[secret]').slice(0, MESSAGE_MAX_CHARACTERS)
  const isFinal = status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
  return new ProviderFailure(isFinal ? 'rejected' : 'unavailable', `Paystack answered ${status}: ${said}`)
}
