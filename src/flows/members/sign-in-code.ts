// Signs a person in to the portal with a one-time code that was sent to an email address or a phone.

import type { User } from '../../domain/members/member.ts'
import { CODE_RANDOM_BYTES, CODE_VALID_MS, CODES_MAX, makeSignInCode, readSignInCode } from '../../domain/members/sign-in-code.ts'
import { readAddress } from '../../domain/messages/address.ts'
import type { ChannelKind, Language } from '../../domain/messages/purpose.ts'
import { HOME_COUNTRIES } from '../../domain/messages/settings.ts'
import { emailKey } from '../../domain/values/contact-keys.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as members from '../../store/members/members.ts'
import * as sessions from '../../store/members/sessions.ts'
import * as codes from '../../store/members/sign-in-codes.ts'
import * as failures from '../../store/members/sign-in-failures.ts'
import * as users from '../../store/members/users.ts'
import type { Deps } from '../deps.ts'
import { queueSignInCode } from '../messages/queue-staff-message.ts'
import type { PortalSignedIn, SigningIn } from './open-session.ts'
import { openPortalSession } from './open-session.ts'
import { passUserFactor } from './second-factor.ts'
import { failuresKey, tryCode } from './try-code.ts'

/** Where a sign-in code is sent: an email address, or a phone number that a person has confirmed. */
export type Addressee = { kind: 'email'; to: string } | { kind: 'phone'; to: string }

const addressKeyOf = ({ kind, to }: Addressee): string => failuresKey(kind, kind === 'email' ? emailKey(to) : to)

const findUser = (db: Query, { kind, to }: Addressee): Promise<User | null> =>
  kind === 'email' ? users.findByEmail(db, to) : users.findByPhone(db, to)

/** Makes a code and stores it under `key`. Returns null if the key already has `CODES_MAX` valid codes. */
export const makeCodeFor = async (deps: Deps, tx: Tx, key: string, stored: (code: string) => string = (code) => code) => {
  const code = makeSignInCode(deps.random(CODE_RANDOM_BYTES))
  await failures.lock(tx, key)
  const now = deps.clock()
  if ((await codes.countValid(tx, key, now)) >= CODES_MAX) return null
  await codes.insert(tx, key, { id: deps.newId('sic'), code: stored(code), now, expiresAt: now + CODE_VALID_MS })
  return code
}

export type CodeRequest = { addressee: Addressee; channel: ChannelKind; language: Language }

/**
 * Makes a code for an address, even if the address belongs to nobody. An attacker who measures response times then learns nothing. Returns
 * a function that sends the code. Call the function after the response.
 */
export const askForCode = async (deps: Deps, request: CodeRequest): Promise<() => Promise<void>> => {
  const code = await deps.db.transaction(SYSTEM, (tx) => makeCodeFor(deps, tx, addressKeyOf(request.addressee)))
  return async () => {
    if (code !== null) await sendCode(deps, request, code)
  }
}

const sendCode = async (deps: Deps, { addressee, channel, language }: CodeRequest, code: string): Promise<void> => {
  const user = await findUser(deps.db, addressee)
  if (!user || (await members.usableOf(deps.db, user.id, deps.clock())).length === 0) return
  // Uses the email address of the account, not the typed address. Another spelling may be another mailbox, and would have its own daily
  // limit.
  const own = addressee.kind === 'email' ? user.email : addressee.to
  const to = readAddress(channel, own, HOME_COUNTRIES) ?? { to: own, country: null }
  await deps.db.transaction(SYSTEM, (tx) => queueSignInCode(deps, tx, { channel, to, name: user.name, language }, code))
}

type Outcome = { kind: 'in'; signedIn: PortalSignedIn } | { kind: 'refused'; why: string | null; error: Rejection }

const wrong = (why: string): Outcome => ({
  kind: 'refused',
  why,
  error: new Rejection('UNAUTHORIZED', 'The code is wrong, was used or has expired. Check it, or ask for a new one.'),
})

export type CodeSignIn = { addressee: Addressee; code: string; secondFactor?: string | undefined }

/**
 * Signs in with a code. A wrong code, an unknown address and a person without a business all get the same answer after the same work. If
 * the second factor is missing or wrong, the code stays valid.
 */
export const signInWithCode = async (
  deps: Deps,
  { addressee, code: typed, secondFactor }: CodeSignIn,
  by: SigningIn,
): Promise<PortalSignedIn> => {
  const addressKey = addressKeyOf(addressee)
  const code = readSignInCode(typed)
  const outcome = await deps.db.transaction(SYSTEM, async (tx): Promise<Outcome> => {
    const now = deps.clock()
    const tried = await tryCode(deps, tx, addressKey, async () => code !== null && codes.isRight(tx, addressKey, code, now))
    if (tried instanceof Rejection) return { kind: 'refused', why: 'too many wrong codes', error: tried }
    if (tried === 'wrong') {
      await codes.countTry(tx, addressKey)
      return wrong('wrong code')
    }
    const found = await findUser(tx, addressee)
    if (!found) return wrong('unknown account')
    const user = await users.lock(tx, found.id)
    const memberships = await members.usableOf(tx, user.id, now)
    if (memberships.length === 0) return wrong('no business')
    const error = await passUserFactor(deps, tx, user, secondFactor, by)
    if (error) return { kind: 'refused', why: secondFactor ? 'wrong second factor' : null, error }
    await codes.forget(tx, addressKey)
    await failures.forget(tx, addressKey)
    return { kind: 'in', signedIn: await openPortalSession(deps, tx, user, memberships, by) }
  })
  if (outcome.kind === 'in') return outcome.signedIn
  const { why, error } = outcome
  if (why !== null) deps.report('sign-in failed', { why, client: by.address, request_id: by.requestId })
  throw error
}

/** Deletes expired sign-in codes, expired counts of wrong codes, and expired sessions of the portal. */
export const pruneSignIns = (deps: Deps): Promise<void> =>
  deps.db.transaction(SYSTEM, async (tx) => {
    await codes.prune(tx, deps.clock())
    await failures.prune(tx, deps.clock())
    await sessions.prune(tx, deps.clock())
  })
