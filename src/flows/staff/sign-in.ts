// Signs in: verifies the password and the second factor, and opens a session in the store.

import type { Session, Staff } from '../../domain/staff/staff.ts'
import { makeSecret, SECRET_MIN_RANDOM_BYTES } from '../../domain/values/codes.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as sessions from '../../store/staff/sessions.ts'
import * as staffStore from '../../store/staff/staff.ts'
import { keyHash } from '../businesses/api-keys.ts'
import type { Deps } from '../deps.ts'
import { verifyPassword } from './password-hash.ts'
import { passSecondFactor } from './second-factor.ts'

export type SignedIn = { staff: Staff; session: Session; secret: string }

const USER_AGENT_MAX_CHARACTERS = 255

export type SignInRequest = {
  email: string
  password: string
  /** A code of the second factor. Needed only if the account has a second factor. */
  code?: string | undefined
  /** Called if the password is right, before the code is checked. Throws if too many codes were tried. */
  beforeCode?: () => void
  userAgent: string | null
  address: string
  requestId: string
}

/**
 * An unknown address, a wrong password and an inactive account get the same answer after the same work. Only the log gives the reason. The
 * log omits the typed address, because people sometimes type a password there.
 */
export const signIn = async (deps: Deps, request: SignInRequest): Promise<SignedIn> => {
  const staff = await staffStore.findByEmail(deps.db, request.email)
  const isRight = await verifyPassword(request.password, staff?.passwordHash ?? null)
  const report = (why: string): void =>
    deps.report('sign-in failed', { why, staff: staff?.id ?? null, client: request.address, request_id: request.requestId })
  if (!staff || !isRight) {
    report(staff ? 'wrong password' : 'unknown account')
    throw refused()
  }
  if (request.code) request.beforeCode?.()
  const pass = (tx: Tx) => passSecondFactor(deps, tx, request.requestId, staff, request.code)
  try {
    return { staff, ...(await openSession(deps, staff, request.userAgent, pass)) }
  } catch (error) {
    const isAsked = error instanceof Rejection && error.code === 'SECOND_FACTOR_REQUIRED'
    if (error instanceof Rejection && !(isAsked && !request.code)) report(isAsked ? 'wrong second factor' : 'inactive or just changed')
    throw error
  }
}

const refused = (): Rejection => new Rejection('UNAUTHORIZED', 'No account has this email and password.')

/**
 * Opens a session. Throws if the account is inactive or has changed since `staff` was read. `requireMore`: a further check, which throws to
 * refuse the sign-in.
 */
export const openSession = async (
  deps: Deps,
  staff: Staff,
  userAgent: string | null,
  requireMore: (tx: Tx) => Promise<void> = async () => {},
): Promise<Omit<SignedIn, 'staff'>> => {
  const secret = makeSecret(deps.random(SECRET_MIN_RANDOM_BYTES))
  const now = deps.clock()
  const session: Session = {
    id: deps.newId('ses'),
    staffId: staff.id,
    userAgent: userAgent?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null,
    createdAt: now,
    seenAt: now,
  }
  await deps.db.transaction(SYSTEM, async (tx) => {
    if (!(await staffStore.lockUnchanged(tx, SYSTEM, staff))) throw refused()
    await requireMore(tx)
    await sessions.prune(tx, now)
    await sessions.insert(tx, session, keyHash(secret))
  })
  return { session, secret }
}
