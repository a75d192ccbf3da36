// Decides whether a due message is sent, waits, or is not sent at all.

import type { Customer } from '../customers/customer.ts'
import { calendarDate, startOfDay } from '../values/calendar.ts'
import { isLifted } from './consents.ts'
import { CODES_DAILY_MAX, DAILY_MAX } from './limits.ts'
import type { Change, Message } from './message.ts'
import { politeFrom, zonesOf } from './polite-time.ts'
import { isSignInCode, rulesOf } from './purpose.ts'

/** The facts that decide what happens to a due message. */
export type Standing = {
  now: number
  /** The time zone of the business. Used if no time zone is known for the country of the recipient. */
  timeZone: string
  customer: Pick<Customer, 'status' | 'mergedIntoId' | 'messageConsents'> | null
  /** The time at which somebody at the address asked for no more messages on this channel; null if nobody did. */
  stoppedAt: number | null
  /** The reason why the provider reported the address as unreachable; null if the provider did not report this. */
  unreachable: string | null
  /** Number of messages sent to the address on this channel since `countedSince`. For a sign-in code, only sign-in codes are counted. */
  sentToday: number
  isChannelReady: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000

const recipientZones = (country: string | null, timeZone: string): readonly string[] => {
  const zones = country === null ? [] : zonesOf(country)
  return zones.length > 0 ? zones : [timeZone]
}

/**
 * The time from which messages count for the daily limit: the start of the recipient's day. If the country has several time zones, the
 * earliest start is used, so that the limit holds in every zone. Sign-in codes are counted over the last 24 hours.
 */
export const countedSince = ({ purpose, country }: Pick<Message, 'purpose' | 'country'>, now: number, timeZone: string): number =>
  isSignInCode(purpose)
    ? now - DAY_MS
    : Math.min(...recipientZones(country, timeZone).map((zone) => startOfDay(calendarDate(now, zone), zone)))

const suppressed = (reason: string): Change => ({ state: 'suppressed', reason })

/** Returns the change to a due message, or null if the message is to be sent now. */
export const decideDue = (message: Message, standing: Standing): Change | null => {
  const refusal = refusalOf(message, standing)
  if (refusal !== null) return suppressed(refusal)
  const { now } = standing
  if (now > message.usefulUntil) return staleOf(message)
  if (!standing.isChannelReady) return suppressed('This channel is not set up.')
  if (isSignInCode(message.purpose) && message.attempts === 0 && standing.sentToday >= CODES_DAILY_MAX[message.channel])
    return suppressed(`${CODES_DAILY_MAX[message.channel]} codes were sent to this address in a day.`)
  const { isUrgent } = rulesOf(message.purpose)
  if (isUrgent) return null
  const zones = recipientZones(message.country, standing.timeZone)
  const isOverLimit = message.recipient === 'customer' && message.resendOfId === null && standing.sentToday >= DAILY_MAX
  const from = isOverLimit ? startOfNextDay(now, zones) : now
  const dueAt = message.channel === 'email' ? from : politeFrom(from, zones)
  if (dueAt <= now) return null
  if (dueAt > message.usefulUntil)
    return suppressed(isOverLimit ? `${DAILY_MAX} messages were sent to this address that day.` : 'It would have been sent at night.')
  return { state: 'queued', dueAt }
}

const startOfNextDay = (now: number, zones: readonly string[]): number =>
  Math.max(...zones.map((zone) => startOfDay(Temporal.PlainDate.from(calendarDate(now, zone)).add({ days: 1 }).toString(), zone)))

const staleOf = ({ attempts, reason }: Message): Change =>
  attempts > 0
    ? { state: 'failed', reason: reason ?? 'It could not be sent in time.' }
    : suppressed('It could not be sent while it was useful.')

/** The reason why the recipient must not get the message; null if the recipient may get it. */
export const refusalOf = (
  message: Message,
  { customer, stoppedAt, unreachable }: Pick<Standing, 'customer' | 'stoppedAt' | 'unreachable'>,
): string | null => {
  if (customer?.mergedIntoId) return 'The customer was merged into another one.'
  if (customer?.status === 'inactive') return 'The customer was deactivated.'
  const consent = customer?.messageConsents.find(({ channel }) => channel === message.channel)
  // Emails about the recipient's own account have no unsubscribe link. Unsubscribing stops only emails about parcels.
  const isOwnAccount = message.recipient === 'staff' && message.channel === 'email'
  if (stoppedAt !== null && !isOwnAccount && !isLifted(stoppedAt, consent))
    return 'The recipient asked for no more messages on this channel.'
  // Two kinds of messages are sent even to an unreachable address: messages that a person sends again on purpose, and sign-in codes. One
  // wrong report must not lock out the recipient.
  if (unreachable !== null && message.resendOfId === null && !isSignInCode(message.purpose))
    return `This address cannot be reached: ${unreachable}`
  if (message.recipient === 'customer' && message.channel !== 'email' && !consent)
    return 'The customer did not agree to messages on this channel.'
  return null
}
