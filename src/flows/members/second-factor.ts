// Sets up, checks, removes and resets the authenticator app of a portal user.

import type { User } from '../../domain/members/member.ts'
import { plainCode } from '../../domain/staff/second-factor.ts'
import { invalidTransition, Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { requireAuthority } from '../../platform/engine/transaction.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as members from '../../store/members/members.ts'
import * as passkeys from '../../store/members/passkeys.ts'
import { userFactors } from '../../store/members/second-factors.ts'
import type { SessionHolder } from '../../store/members/sessions.ts'
import * as sessions from '../../store/members/sessions.ts'
import * as failures from '../../store/members/sign-in-failures.ts'
import * as users from '../../store/members/users.ts'
import type { Deps } from '../deps.ts'
import type { TotpOffer } from '../staff/authenticator.ts'
import { createAuthenticator, factorRefused, newTotp, wrongCodeToRemove } from '../staff/authenticator.ts'
import { ACCOUNT_CHANGES } from '../staff/tell-account-change.ts'
import type { SigningIn } from './open-session.ts'
import { requireFreshSignIn } from './open-session.ts'
import { failuresKey, tryCode } from './try-code.ts'

const authenticator = createAuthenticator(userFactors)

/** Locks the person's user record and changes the second factor. Throws if the person's session has ended. */
const changeFactor = <T>(deps: Deps, author: Author, { id }: SessionHolder, change: (tx: Tx) => Promise<T>): Promise<T> =>
  deps.db.transaction(author, async (tx) => {
    await users.lock(tx, id)
    await requireAuthority(tx, author)
    return change(tx)
  })

/**
 * Makes a secret for an authenticator app. The secret is not in use until a code confirms it. Needs a recent sign-in, so that a stranger at
 * an unattended browser cannot set up an app.
 */
export const beginUserTotp = async (deps: Deps, author: Author, person: SessionHolder): Promise<TotpOffer> => {
  requireFreshSignIn(deps, person, 'an authenticator app is set up')
  const offer = await newTotp(deps, person.email)
  await changeFactor(deps, author, person, (tx) => authenticator.offer(deps, tx, author, person.id, offer.secret))
  return offer
}

/**
 * Confirms the app with a code and returns the recovery codes. Ends all other sessions of the person, because those sessions were opened
 * without a second factor.
 */
export const confirmUserTotp = (deps: Deps, author: Author, person: SessionHolder, code: string): Promise<string[]> =>
  changeFactor(deps, author, person, async (tx) => {
    const codes = await authenticator.confirm(deps, tx, author, person, code)
    await sessions.endAll(tx, person.id, person.session.id)
    return codes
  })

/**
 * Removes the authenticator app. A valid code proves that the request comes from the account's owner. Wrong codes count like wrong codes at
 * sign-in.
 */
export const removeUserTotp = async (deps: Deps, author: Author, person: SessionHolder, code: string): Promise<void> => {
  const refusal = await changeFactor(deps, author, person, async (tx) => {
    const remove = () => authenticator.remove(deps, tx, author, person, code)
    const tried = await tryCode(deps, tx, failuresKey('factor', person.id), remove)
    if (tried !== 'right') return tried === 'wrong' ? wrongCodeToRemove() : tried
    await failures.forget(tx, failuresKey('factor', person.id))
    return null
  })
  if (refusal) throw refusal
}

/**
 * Checks the second factor. Call this only after the first factor was right, with the user record locked. Returns the refusal, or null if
 * the sign-in may go on. Throw the refusal only after the commit, which stores the count of wrong codes.
 */
export const passUserFactor = async (
  deps: Deps,
  tx: Tx,
  user: User,
  code: string | undefined,
  by: SigningIn,
): Promise<Rejection | null> => {
  const author = { actor: user.id, requestId: by.requestId, at: deps.clock() }
  const check = () => authenticator.check(deps, tx, author, user, code)
  if (plainCode(code ?? '') === '') return (await check()) ? null : factorRefused(code)
  const key = failuresKey('factor', user.id)
  const tried = await tryCode(deps, tx, key, check)
  if (tried === 'right') await failures.forget(tx, key)
  if (tried instanceof Rejection) return tried
  return tried === 'right' ? null : factorRefused(code)
}

/**
 * Removes a lost authenticator app. Also ends the person's sessions and revokes passkeys, which may be on the lost phone. An owner may do
 * this only for a person who belongs to no other business, because the app protects all businesses of the person.
 */
export const resetMemberFactor = (
  deps: Deps,
  author: Author,
  businessId: string,
  memberId: string,
  { isByOperator = false }: { isByOperator?: boolean } = {},
): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    const { member } = await members.load(tx, businessId, memberId)
    if (member.userId === author.actor) throw invalidTransition('Remove your own authenticator app with a code of it, or a recovery code.')
    if (member.acceptedAt === null) throw invalidTransition('The person has not accepted the invitation yet.')
    const user = await users.lock(tx, member.userId)
    if (!isByOperator && (await members.worksElsewhere(tx, user.id, businessId)))
      throw invalidTransition('Ask your forwarder: only the forwarder can do this for this person.')
    const { resetByOperator, resetByOwner } = ACCOUNT_CHANGES
    await authenticator.reset(deps, tx, author, user, isByOperator ? resetByOperator : resetByOwner)
    for (const { id } of await passkeys.ofUser(tx, user.id)) await passkeys.revoke(tx, author, user.id, id, deps.clock())
    await sessions.endAll(tx, user.id)
  })
