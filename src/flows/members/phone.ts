// Confirms a person's phone number with a code that is sent to the number. The person can then also receive sign-in codes at this number.

import type { User } from '../../domain/members/member.ts'
import { CODE_VALID_MS, CODES_MAX, readSignInCode } from '../../domain/members/sign-in-code.ts'
import { readAddress } from '../../domain/messages/address.ts'
import type { ChannelKind, Language } from '../../domain/messages/purpose.ts'
import { HOME_COUNTRIES } from '../../domain/messages/settings.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { SessionHolder } from '../../store/members/sessions.ts'
import * as codes from '../../store/members/sign-in-codes.ts'
import * as failures from '../../store/members/sign-in-failures.ts'
import * as users from '../../store/members/users.ts'
import type { Deps } from '../deps.ts'
import { queueSignInCode } from '../messages/queue-staff-message.ts'
import { ACCOUNT_CHANGES, tellAccountChange } from '../staff/tell-account-change.ts'
import { requireFreshSignIn } from './open-session.ts'
import { makeCodeFor } from './sign-in-code.ts'
import { failuresKey, tryCode } from './try-code.ts'

export type PhoneChannel = Exclude<ChannelKind, 'email'>

/**
 * Returns the channel for codes to phones: the requested channel, otherwise SMS if set up, otherwise WhatsApp. Throws if the chosen channel
 * is not set up.
 */
export const requirePhoneChannel = (deps: Deps, asked: PhoneChannel | undefined): PhoneChannel => {
  const channel = asked ?? (deps.channels.sms ? 'sms' : 'whatsapp')
  if (!deps.channels[channel])
    throw invalidField('channel', `cannot be used: no codes are sent by ${channel === 'sms' ? 'SMS' : 'WhatsApp'} here`)
  return channel
}

export const requireNumber = (phone: string) => {
  const address = readAddress('sms', phone, HOME_COUNTRIES)
  if (!address) throw invalidField('phone', 'must be a phone number such as +2348031234567')
  return address
}

/** The phone number is stored together with the code. The code then confirms only the number that it was sent to. */
const stored = (number: string) => (code: string) => `${number} ${code}`

/**
 * Sends a code to a phone number, even if another person has confirmed the number. Needs a recent sign-in, because a confirmed phone can be
 * used to sign in.
 */
export const askToConfirmPhone = async (
  deps: Deps,
  author: Author,
  person: SessionHolder,
  request: { phone: string; channel?: PhoneChannel; language: Language },
): Promise<void> => {
  requireFreshSignIn(deps, person, 'a phone is confirmed')
  const channel = requirePhoneChannel(deps, request.channel)
  const to = requireNumber(request.phone)
  await deps.db.transaction(author, async (tx) => {
    const code = await makeCodeFor(deps, tx, failuresKey('confirm', person.id), stored(to.to))
    if (code === null) {
      const retryAfterSeconds = CODE_VALID_MS / 1000
      throw new Rejection('RATE_LIMITED', `${CODES_MAX} codes were sent: use the newest one, or wait ten minutes.`, { retryAfterSeconds })
    }
    await queueSignInCode(deps, tx, { channel, to, name: person.name, language: request.language }, code)
  })
}

/**
 * Confirms a phone number. Phone numbers change owners, so a number belongs to the person who confirmed it last. If another person had
 * confirmed the number, that confirmation is removed.
 */
export const confirmPhone = async (deps: Deps, author: Author, person: SessionHolder, phone: string, typed: string): Promise<User> => {
  requireFreshSignIn(deps, person, 'a phone is confirmed')
  const { to: number } = requireNumber(phone)
  const key = failuresKey('confirm', person.id)
  const code = readSignInCode(typed)
  // Exclusive, because two people may confirm the same number at the same time.
  const outcome = await deps.db.exclusively(author, async (tx): Promise<User | Rejection> => {
    const isRight = async () => code !== null && codes.isRight(tx, key, stored(number)(code), deps.clock())
    const tried = await tryCode(deps, tx, key, isRight)
    if (tried instanceof Rejection) return tried
    if (tried === 'wrong') {
      await codes.countTry(tx, key)
      return invalidField('code', 'is wrong, was used or has expired')
    }
    await codes.forget(tx, key)
    await failures.forget(tx, key)
    const before = await users.findByPhone(tx, number)
    if (before && before.id !== person.id) {
      await users.change(tx, author, before.id, { phoneKey: null, phoneConfirmedAt: null })
      await tellAccountChange(deps, tx, before, ACCOUNT_CHANGES.phoneTaken(number))
    }
    await tellAccountChange(deps, tx, person, ACCOUNT_CHANGES.phoneConfirmed(number))
    return users.change(tx, author, person.id, { phone: phone.trim(), phoneKey: number, phoneConfirmedAt: deps.clock() })
  })
  if (outcome instanceof Rejection) throw outcome
  return outcome
}
