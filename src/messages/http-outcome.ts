// Converts a provider's HTTP answer to a send outcome. Pure functions.

import type { JsonObject } from '../platform/remote/json.ts'
import { asObject, asText, parseJson } from '../platform/remote/json.ts'
import type { Outcome } from '../platform/remote/send.ts'
import type { MessageCost, SendOutcome } from './channel.ts'
import { safeReason, withoutSecrets } from './channel.ts'

/** At most this many calls to one provider run at the same time. Each call has its own connection. */
export const CALLS_AT_ONCE = 5

/** The message was not sent. Another attempt may succeed, perhaps only after the operator has corrected the account at the provider. */
export const later = (reason: string): SendOutcome => ({ kind: 'refused', reason, isPermanent: false })
/** The provider refuses this message for good, so another attempt would be useless. */
export const never = (reason: string): SendOutcome => ({ kind: 'refused', reason, isPermanent: true })
/** The provider refuses the message for good, because nobody can be reached at the recipient's address or number. */
export const unreachable = (reason: string): SendOutcome => ({ kind: 'refused', reason, isPermanent: true, isUnreachable: true })
export const unknown = (reason: string): SendOutcome => ({ kind: 'unknown', reason })
export const sent = (providerId: unknown, cost: MessageCost | null = null): SendOutcome => ({
  kind: 'sent',
  providerId: asText(providerId)?.slice(0, PROVIDER_ID_MAX_CHARACTERS) ?? null,
  cost,
})

const PROVIDER_ID_MAX_CHARACTERS = 200

/** Reads the outcome from a complete answer. Returns null if it cannot interpret the body; the HTTP status then determines the outcome. */
export type ReadAnswer = (status: number, body: JsonObject) => SendOutcome | null

export const outcomeOf = (provider: string, outcome: Outcome, secrets: readonly string[], readAnswer: ReadAnswer): SendOutcome => {
  const found = settle(provider, outcome, readAnswer)
  return found.kind === 'sent' ? found : { ...found, reason: safeReason(found.reason, secrets) }
}

const ANSWER_MAX_CHARACTERS = 4_000

/**
 * The provider's HTTP status and body without our secrets, cut to ANSWER_MAX_CHARACTERS. If there was no answer, a sentence that says so.
 */
export const answerText = (outcome: Outcome, secrets: readonly string[]): string => {
  if (outcome.kind !== 'answered') return outcome.kind === 'cut' ? `No answer (${outcome.code}).` : `Nothing was sent (${outcome.code}).`
  const { status, body } = outcome.answer
  return withoutSecrets(`HTTP ${status}\n${body.toString('utf8')}`, secrets).slice(0, ANSWER_MAX_CHARACTERS)
}

const settle = (provider: string, outcome: Outcome, readAnswer: ReadAnswer): SendOutcome => {
  if (outcome.kind !== 'answered') {
    const isSent = outcome.kind === 'cut'
    return isSent ? unknown(`${provider}: no answer came back (${outcome.code})`) : later(`${provider}: nothing was sent (${outcome.code})`)
  }
  const { status, body } = outcome.answer
  const said = asObject(parseJson(body))
  const read = said ? readAnswer(status, said) : null
  return read ?? byStatus(status, `${provider} answered ${status}: ${messageOf(said) ?? 'no reason given'}`)
}

/**
 * Statuses for a wrong key, an unpaid account or a rate limit. These statuses say nothing about the message, so another attempt may
 * succeed. Redirects are not followed and are treated in the same way.
 */
const TURNED_AWAY = new Set([401, 402, 403, 429])
/** Statuses for a gateway that gave up waiting, or a request that is still being handled. The provider may still send the message. */
const STILL_OPEN = new Set([408, 409, 423, 425])

const byStatus = (status: number, reason: string): SendOutcome => {
  if (status >= 500 || STILL_OPEN.has(status)) return unknown(reason)
  if (status >= 200 && status < 300) return unknown(reason)
  if (status < 400 || TURNED_AWAY.has(status)) return later(reason)
  return never(reason)
}

const messageOf = (body: JsonObject | undefined): string | undefined => asText(body?.message) ?? asText(asObject(body?.error)?.message)
