// Signing in: a password becomes a session, which lives in the store and ends there.

import { makeSecret, SECRET_MIN_RANDOM_BYTES } from '../domain/codes.ts'
import { Rejection } from '../domain/errors.ts'
import type { Session, Staff } from '../domain/staff.ts'
import * as sessions from '../store/sessions.ts'
import * as staffStore from '../store/staff.ts'
import type { Deps } from './deps.ts'
import { keyHash } from './key-hash.ts'
import { verifyPassword } from './password-hash.ts'

export type SignedIn = { staff: Staff; session: Session; secret: string }

const USER_AGENT_MAX_CHARACTERS = 255

/** One answer, after the same work, for an unknown address, a wrong password and an account that is not active. */
export const signIn = async (deps: Deps, request: { email: string; password: string; userAgent: string | null }): Promise<SignedIn> => {
  const staff = await staffStore.findByEmail(deps.db, request.email)
  const isRight = await verifyPassword(request.password, staff?.passwordHash ?? null)
  if (!staff || !isRight) throw refused()
  return { staff, ...(await openSession(deps, staff, request.userAgent)) }
}

const refused = (): Rejection => new Rejection('UNAUTHORIZED', 'No account has this email and password.')

/** For an account whose password is still the one that was checked, and which is active. */
export const openSession = async (deps: Deps, staff: Staff, userAgent: string | null): Promise<Omit<SignedIn, 'staff'>> => {
  const secret = makeSecret(deps.random(SECRET_MIN_RANDOM_BYTES))
  const now = deps.clock()
  const session: Session = {
    id: deps.newId('ses'),
    staffId: staff.id,
    userAgent: userAgent?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null,
    createdAt: now,
    seenAt: now,
  }
  await deps.db.transaction(async (tx) => {
    if (!(await staffStore.lockUnchanged(tx, staff))) throw refused()
    await sessions.prune(tx, now)
    await sessions.insert(tx, session, keyHash(secret))
  })
  return { session, secret }
}
