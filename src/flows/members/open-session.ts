// Opens a session in the portal for a person, and accepts the person's open invitations.

import type { Member, PortalSession, User } from '../../domain/members/member.ts'
import { makeSecret, SECRET_MIN_RANDOM_BYTES } from '../../domain/values/codes.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as members from '../../store/members/members.ts'
import type { SessionHolder } from '../../store/members/sessions.ts'
import * as sessions from '../../store/members/sessions.ts'
import { keyHash } from '../businesses/api-keys.ts'
import type { Deps } from '../deps.ts'

export type PortalSignedIn = { holder: SessionHolder; secret: string }

/** Details of the browser that signs in. They appear in the list of sessions and in reports to the operator. */
export type SigningIn = { userAgent: string | null; address: string; requestId: string }

const USER_AGENT_MAX_CHARACTERS = 255

/**
 * A passkey or an authenticator app can be added only within this time after a sign-in. Otherwise a stranger could add one at an unattended
 * browser.
 */
const SIGNED_IN_WITHIN_MS = 60 * 60 * 1000

/** Throws if the person signed in too long ago. `step` names the action in the error message, for example "a passkey is added". */
export const requireFreshSignIn = (deps: Deps, { session }: SessionHolder, step: string): void => {
  if (session.createdAt + SIGNED_IN_WITHIN_MS <= deps.clock())
    throw new Rejection('FORBIDDEN', `Sign out and in again first: ${step} within an hour of a sign-in.`)
}

export const newPortalSession = (
  deps: Deps,
  of: Pick<PortalSession, 'userId' | 'staffId' | 'businessId'>,
  { userAgent }: Pick<SigningIn, 'userAgent'>,
): PortalSession => {
  const now = deps.clock()
  return { id: deps.newId('ses'), ...of, userAgent: userAgent?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null, createdAt: now, seenAt: now }
}

export const storeSession = async (deps: Deps, tx: Tx, session: PortalSession): Promise<string> => {
  const secret = makeSecret(deps.random(SECRET_MIN_RANDOM_BYTES))
  await sessions.insert(tx, session, keyHash(secret))
  return secret
}

/** `memberships`: the person's usable memberships, at least one. Lock the person's user record before the call. */
export const openPortalSession = async (
  deps: Deps,
  tx: Tx,
  user: User,
  memberships: readonly Member[],
  by: SigningIn,
): Promise<PortalSignedIn> => {
  const session = newPortalSession(deps, { userId: user.id, staffId: null, businessId: null }, by)
  const author = { actor: user.id, requestId: by.requestId, at: deps.clock() }
  await members.markSignedIn(tx, author, memberships, deps.clock())
  const secret = await storeSession(deps, tx, session)
  const { id, name, email, phone, phoneConfirmedAt } = user
  return { holder: { session, id, name, email, phone, phoneConfirmedAt }, secret }
}
