// Consents of a customer: for each channel, when and how the customer agreed to messages.

import type { Problems } from '../values/errors.ts'
import { isoInstant } from '../values/time-input.ts'
import type { ChannelKind } from './purpose.ts'
import type { Consent } from './settings.ts'

export type ConsentRequest = { channel: ChannelKind; given_at: string; how: string }

const HOW_MAX_CHARACTERS = 200

/**
 * True if the consent was given after `stoppedAt`, the time at which somebody asked for no more messages. Such a consent allows messages
 * again.
 */
export const isLifted = (stoppedAt: number, consent: Consent | undefined): boolean => consent !== undefined && consent.givenAt > stoppedAt

/** Whether the consents have the fields checked here. If a field is missing, the schema of the request reports the mistake. */
const wellFormed = (consents: unknown): consents is readonly ConsentRequest[] =>
  Array.isArray(consents) && consents.every((each) => typeof each?.how === 'string' && typeof each.given_at === 'string')

export const checkConsents = (consents: readonly ConsentRequest[], field: string, problems: Problems): void => {
  if (!wellFormed(consents)) return
  const seen = new Set<ChannelKind>()
  for (const [index, { channel, given_at: givenAt, how }] of consents.entries()) {
    if (seen.has(channel)) problems.add(`${field}[${index}].channel`, 'is listed twice')
    seen.add(channel)
    if (isoInstant(givenAt) === null)
      problems.add(`${field}[${index}].given_at`, 'must be a time with its offset, such as 2026-11-18T09:30:00Z')
    if (how.trim() === '' || how.length > HOW_MAX_CHARACTERS)
      problems.add(`${field}[${index}].how`, `must have 1 to ${HOW_MAX_CHARACTERS} characters`)
  }
}

export const readConsents = (consents: readonly ConsentRequest[]): Consent[] =>
  consents.flatMap(({ channel, given_at, how }) => {
    const givenAt = isoInstant(given_at)
    return givenAt === null ? [] : [{ channel, givenAt, how: how.trim() }]
  })

export const consentRequests = (consents: readonly Consent[]): ConsentRequest[] | null =>
  consents.length === 0 ? null : consents.map(({ channel, givenAt, how }) => ({ channel, given_at: new Date(givenAt).toISOString(), how }))
