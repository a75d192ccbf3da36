// Maps a failed request to EasyPost to a kind of failure. The kind tells whether money may have been spent. Pure.

import { asList, asObject, asText, parseJson } from '../../platform/remote/json.ts'
import type { Answer, Outcome } from '../../platform/remote/send.ts'
import type { CarrierFailureKind } from '../carrier.ts'
import { CarrierFailure } from '../carrier.ts'

export const CARRIER_ID = 'easypost'
const MESSAGE_MAX_CHARS = 300
const CODE = /^[A-Z0-9_.]{1,80}$/

// `money`: the request may have bought or refunded something. `read`: the request changes nothing.
export type Stake = 'read' | 'money'

// Error codes after which the purchase must be looked up, because the label may already be bought or may still be bought.
const READ_BACK = new Set(['SHIPMENT.POSTAGE.EXISTS', 'SHIPMENT.PURCHASE.IN_PROGRESS', 'SHIPMENT.POSTAGE.NO_RESPONSE'])
const RATE_GONE = new Set(['SHIPMENT.MISSING_RATE', 'SHIPMENT.RATES.UNAVAILABLE'])
// Statuses for a wrong key, an empty balance or a used-up quota. These are the operator's problem, and say nothing about the parcel.
const TURNED_AWAY = new Set([401, 402, 403, 429])
// Statuses for a gateway time-out or a concurrent request for the same shipment. The purchase may still succeed.
const STILL_OPEN = new Set([408, 409, 423, 425, 502, 504])

// Returns the failure for a request that did not succeed. Secrets are removed from EasyPost's message.
export const failureOf = (outcome: Outcome, stake: Stake, secrets: readonly string[]): CarrierFailure => {
  if (outcome.kind === 'answered') return refusal(outcome.answer, stake, secrets)
  const kind = stake === 'money' && outcome.kind === 'cut' ? 'outcome_unknown_cut' : 'unavailable'
  const said = outcome.kind === 'cut' ? 'no answer came back' : 'nothing was sent'
  return new CarrierFailure(kind, `EasyPost: ${said} (${outcome.code})`, { carrier: CARRIER_ID, code: outcome.code })
}

export const unreadable = (answer: Answer, stake: Stake): CarrierFailure =>
  new CarrierFailure(stake === 'money' ? 'outcome_unknown_cut' : 'unavailable', 'EasyPost: its answer cannot be read', details(answer))

const refusal = (answer: Answer, stake: Stake, secrets: readonly string[]): CarrierFailure => {
  const { code, message } = parseError(answer.body)
  const text = message ?? code ?? 'no reason given'
  const said = secrets.reduce((safe, secret) => safe.replaceAll(secret, '[secret]'), text).slice(0, MESSAGE_MAX_CHARS)
  return new CarrierFailure(kindOf(answer.status, code, stake), `EasyPost answered ${answer.status}: ${said}`, { ...details(answer), code })
}

const kindOf = (status: number, code: string | undefined, stake: Stake): CarrierFailureKind => {
  if (code !== undefined && READ_BACK.has(code)) return stake === 'money' ? 'outcome_unknown_cut' : 'unavailable'
  if (STILL_OPEN.has(status)) return stake === 'money' ? 'outcome_unknown_cut' : 'unavailable'
  if (status >= 500) return stake === 'money' ? 'outcome_unknown_5xx' : 'unavailable'
  // A status below 400 is a redirect here. Redirects are not followed, so the request had no effect.
  if (status < 400 || TURNED_AWAY.has(status)) return 'unavailable'
  return status === 404 || (code !== undefined && RATE_GONE.has(code)) ? 'rate_gone' : 'rejected'
}

const details = ({ status, requestId }: Answer) => ({ carrier: CARRIER_ID, status, requestId })

// Reads the code and message from {error: {code, message, errors}}. EasyPost sends `message` and `errors` in several formats, and may leave
// out `code` and `errors`.
export const parseError = (body: Uint8Array): { code: string | undefined; message: string | undefined } => {
  const envelope = asObject(parseJson(body))?.error
  const error = asObject(envelope)
  const message = error ? error.message : envelope
  const parts = [sentence(message), ...asList(error?.errors).map(sentence)].filter((part) => part !== undefined)
  return {
    code: asText(error?.code)?.match(CODE)?.[0],
    message: parts.length > 0 ? parts.join('; ') : undefined,
  }
}

const sentence = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return asText(value.map(sentence).filter(Boolean).join(', '))
  const object = asObject(value)
  if (!object) return asText(value)
  const message = asText(object.message)
  if (message !== undefined) return asText(object.field) === undefined ? message : `${object.field}: ${message}`
  const pairs = Object.entries(object).map(([field, said]) => `${field}: ${sentence(said) ?? 'invalid'}`)
  return asText(pairs.join(', '))
}
