// Sets up, checks, removes and resets the second factor of a staff account.

import { plainCode } from '../../domain/staff/second-factor.ts'
import type { Staff } from '../../domain/staff/staff.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as passkeys from '../../store/staff/passkeys.ts'
import { staffFactors } from '../../store/staff/second-factors.ts'
import * as sessions from '../../store/staff/sessions.ts'
import * as staffStore from '../../store/staff/staff.ts'
import type { Deps } from '../deps.ts'
import type { TotpOffer } from './authenticator.ts'
import { createAuthenticator, factorRefused, newTotp, wrongCodeToRemove } from './authenticator.ts'
import { verifyPassword } from './password-hash.ts'
import { ACCOUNT_CHANGES } from './tell-account-change.ts'

const authenticator = createAuthenticator(staffFactors)

/** Requires the password again, because otherwise anybody at an open browser could lock out the owner of the account. */
export const requirePassword = async (staff: Staff, password: string): Promise<void> => {
  if (!(await verifyPassword(password, staff.passwordHash))) throw invalidField('current_password', 'is not the password of this account')
}

/** Locks the account, then changes its second factor. Throws if the account has changed since `staff` was read. */
const changeFactor = <T>(deps: Deps, author: Author, staff: Staff, change: (tx: Tx) => Promise<T>): Promise<T> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await staffStore.lockUnchanged(tx, author, staff))) throw new Rejection('UNAUTHORIZED', 'The account has changed: sign in again.')
    return change(tx)
  })

/** Makes a new secret, which is not in use until a code has confirmed it. */
export const beginTotp = async (deps: Deps, author: Author, staff: Staff, password: string): Promise<TotpOffer> => {
  await requirePassword(staff, password)
  const offer = await newTotp(deps, staff.email)
  await changeFactor(deps, author, staff, (tx) => authenticator.offer(deps, tx, author, staff.id, offer.secret))
  return offer
}

/** Confirms the app with a code. Ends all other sessions of the account, because they were opened without a second factor. */
export const confirmTotp = (deps: Deps, author: Author, staff: Staff, sessionId: string, code: string): Promise<string[]> =>
  changeFactor(deps, author, staff, async (tx) => {
    const codes = await authenticator.confirm(deps, tx, author, staff, code)
    await sessions.endAll(tx, staff.id, sessionId)
    return codes
  })

export type Removal = {
  password: string
  code: string
  /** Called if the password is right, before the code is checked. Throws if too many codes were tried. */
  beforeCode(): void
}

export const removeTotp = async (deps: Deps, author: Author, staff: Staff, { password, code, beforeCode }: Removal): Promise<void> => {
  await requirePassword(staff, password)
  if (plainCode(code) !== '') beforeCode()
  await changeFactor(deps, author, staff, async (tx) => {
    if (!(await authenticator.remove(deps, tx, author, staff, code))) throw wrongCodeToRemove()
  })
}

/**
 * Removes the second factor of a colleague who has lost the phone and the recovery codes. Also ends the colleague's sessions and revokes
 * the passkeys.
 */
export const resetSecondFactor = (deps: Deps, author: Author, staffId: string): Promise<void> =>
  deps.db.exclusively(author, async (tx) => {
    if (staffId === author.actor)
      throw new Rejection('INVALID_TRANSITION', 'Remove your own second factor with a code of it; another admin can reset it.')
    const staff = await staffStore.lock(tx, staffId)
    await authenticator.reset(deps, tx, author, staff, ACCOUNT_CHANGES.resetByAdmin)
    for (const { id } of await passkeys.ofStaff(tx, staff.id)) await passkeys.revoke(tx, author, staff.id, id, deps.clock())
    await sessions.endAll(tx, staff.id)
  })

/**
 * Checks the second factor, if the account has one. Throws if the code is missing, wrong or already used. The caller must lock the account
 * first.
 */
export const passSecondFactor = async (deps: Deps, tx: Tx, requestId: string, staff: Staff, code: string | undefined): Promise<void> => {
  if (!(await authenticator.check(deps, tx, { actor: staff.id, requestId, at: deps.clock() }, staff, code))) throw factorRefused(code)
}
