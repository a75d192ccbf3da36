// Signs a person in to the portal with a one-time code that was sent to an address.

import {
  CODE_RANDOM_BYTES,
  CODE_VALID_MS,
  CODES_MAX,
  makeSignInCode,
  readSignInCode,
  shownSignInCode,
} from '../../domain/members/sign-in-code.ts'
import type { Language } from '../../domain/messages/purpose.ts'
import { emailKey } from '../../domain/values/contact-keys.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as members from '../../store/members/members.ts'
import * as codes from '../../store/members/sign-in-codes.ts'
import * as failures from '../../store/members/sign-in-failures.ts'
import * as users from '../../store/members/users.ts'
import type { Deps } from '../deps.ts'
import { queueStaffMessage } from '../messages/queue-staff-message.ts'
import type { PortalSignedIn, SigningIn } from './open-session.ts'
import { openPortalSession } from './open-session.ts'
import { passUserFactor } from './second-factor.ts'
import { failuresKey, tryCode } from './try-code.ts'

const addressKeyOf = (email: string): string => failuresKey('email', emailKey(email))

/**
 * Makes a code for an address, whether or not it belongs to a person: an attacker who measures the answers learns nothing. Returns the work
 * that sends the code, to be done after the answer.
 */
export const askForCode = async (deps: Deps, email: string, language: Language): Promise<() => Promise<void>> => {
  const addressKey = addressKeyOf(email)
  const code = makeSignInCode(deps.random(CODE_RANDOM_BYTES))
  const isMade = await deps.db.transaction(SYSTEM, async (tx) => {
    await failures.lock(tx, addressKey)
    const now = deps.clock()
    if ((await codes.countValid(tx, addressKey, now)) >= CODES_MAX) return false
    await codes.insert(tx, addressKey, { id: deps.newId('sic'), code, now, expiresAt: now + CODE_VALID_MS })
    return true
  })
  return async () => {
    if (isMade) await sendCode(deps, email, code, language)
  }
}

const sendCode = async (deps: Deps, email: string, code: string, language: Language): Promise<void> => {
  const user = await users.findByEmail(deps.db, email)
  if (!user || (await members.usableOf(deps.db, user.id, deps.clock())).length === 0) return
  const to = { email: user.email, name: user.name, language }
  await deps.db.transaction(SYSTEM, (tx) => queueStaffMessage(deps, tx, 'portal_code', to, { code: shownSignInCode(code) }))
}

type Outcome = { kind: 'in'; signedIn: PortalSignedIn } | { kind: 'refused'; why: string | null; error: Rejection }

const wrong = (why: string): Outcome => ({
  kind: 'refused',
  why,
  error: new Rejection('UNAUTHORIZED', 'The code is wrong, was used or has expired. Check it, or ask for a new one.'),
})

export type CodeSignIn = { email: string; code: string; secondFactor?: string | undefined }

/**
 * A wrong code, an unknown address and a person without a business get the same answer after the same work. A code stays valid until its
 * second factor is right too.
 */
export const signInWithCode = async (
  deps: Deps,
  { email, code: typed, secondFactor }: CodeSignIn,
  by: SigningIn,
): Promise<PortalSignedIn> => {
  const addressKey = addressKeyOf(email)
  const code = readSignInCode(typed)
  const outcome = await deps.db.transaction(SYSTEM, async (tx): Promise<Outcome> => {
    const now = deps.clock()
    const tried = await tryCode(deps, tx, addressKey, async () => code !== null && codes.isRight(tx, addressKey, code, now))
    if (tried instanceof Rejection) return { kind: 'refused', why: 'too many wrong codes', error: tried }
    if (tried === 'wrong') {
      await codes.countTry(tx, addressKey)
      return wrong('wrong code')
    }
    const found = await users.findByEmail(tx, email)
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
