// Signs a person in to the portal with a one-time code that was sent to an address.

import {
  afterWrongCode,
  CODE_RANDOM_BYTES,
  CODE_VALID_MS,
  CODES_MAX,
  makeSignInCode,
  mayTryFrom,
  readSignInCode,
  shownSignInCode,
} from '../../domain/members/sign-in-code.ts'
import type { Language } from '../../domain/messages/purpose.ts'
import { emailKey } from '../../domain/values/contact-keys.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as members from '../../store/members/members.ts'
import * as codes from '../../store/members/sign-in-codes.ts'
import * as users from '../../store/members/users.ts'
import type { Deps } from '../deps.ts'
import { queueStaffMessage } from '../messages/queue-staff-message.ts'
import type { PortalSignedIn, SigningIn } from './open-session.ts'
import { openPortalSession } from './open-session.ts'

const addressKeyOf = (email: string): string => codes.addressHash(`email ${emailKey(email)}`)

/**
 * Makes a code for an address, whether or not it belongs to a person: an attacker who measures the answers learns nothing. Returns the work
 * that sends the code, to be done after the answer.
 */
export const askForCode = async (deps: Deps, email: string, language: Language): Promise<() => Promise<void>> => {
  const addressKey = addressKeyOf(email)
  const code = makeSignInCode(deps.random(CODE_RANDOM_BYTES))
  const isMade = await deps.db.transaction(SYSTEM, async (tx) => {
    await codes.lockAddress(tx, addressKey)
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

type Outcome = { kind: 'in'; signedIn: PortalSignedIn } | { kind: 'wrong'; why: string } | { kind: 'wait'; until: number }

const refused = (): Rejection =>
  new Rejection('UNAUTHORIZED', 'The code is wrong, was used or has expired. Check it, or ask for a new one.')

/**
 * A wrong code, an unknown address and a person without a business get the same answer after the same work. Wrong codes are counted by
 * address in the store, so that they count together whatever server and network they come from.
 */
export const signInWithCode = async (
  deps: Deps,
  { email, code: typed }: { email: string; code: string },
  by: SigningIn,
): Promise<PortalSignedIn> => {
  const addressKey = addressKeyOf(email)
  const code = readSignInCode(typed)
  const outcome = await deps.db.transaction(SYSTEM, async (tx): Promise<Outcome> => {
    const failed = await codes.lockAddress(tx, addressKey)
    const now = deps.clock()
    const until = mayTryFrom(failed)
    if (until > now) return { kind: 'wait', until }
    if (code === null || !(await codes.isRight(tx, addressKey, code, now))) {
      await codes.countTry(tx, addressKey)
      await codes.saveFailures(tx, addressKey, afterWrongCode(failed, now))
      return { kind: 'wrong', why: 'wrong code' }
    }
    const found = await users.findByEmail(tx, email)
    if (!found) return { kind: 'wrong', why: 'unknown account' }
    const user = await users.lock(tx, found.id)
    const memberships = await members.usableOf(tx, user.id, now)
    if (memberships.length === 0) return { kind: 'wrong', why: 'no business' }
    await codes.forget(tx, addressKey)
    return { kind: 'in', signedIn: await openPortalSession(deps, tx, user, memberships, by) }
  })
  if (outcome.kind === 'in') return outcome.signedIn
  const why = outcome.kind === 'wait' ? 'too many wrong codes' : outcome.why
  deps.report('sign-in failed', { why, client: by.address, request_id: by.requestId })
  if (outcome.kind === 'wrong') throw refused()
  const retryAfterSeconds = Math.ceil((outcome.until - deps.clock()) / 1000)
  throw new Rejection('RATE_LIMITED', `Too many wrong codes: try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds })
}
