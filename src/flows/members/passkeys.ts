// Passkeys of portal users: registers and removes passkeys, and signs in with a passkey.

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Passkey } from '../../domain/staff/staff.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import { requireAuthority } from '../../platform/engine/transaction.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as members from '../../store/members/members.ts'
import * as passkeyStore from '../../store/members/passkeys.ts'
import type { SessionHolder } from '../../store/members/sessions.ts'
import * as users from '../../store/members/users.ts'
import type { Deps } from '../deps.ts'
import { ACCOUNT_CHANGES, tellAccountChange } from '../staff/tell-account-change.ts'
import type { NewPasskey, PasskeySignIn, Site } from '../staff/webauthn.ts'
import { beginRegistration, requireRoom, verifyRegistration, verifySignIn } from '../staff/webauthn.ts'
import type { PortalSignedIn } from './open-session.ts'
import { openPortalSession, requireFreshSignIn } from './open-session.ts'

const requireFresh = (deps: Deps, person: SessionHolder): void => requireFreshSignIn(deps, person, 'a passkey is added')

export const beginUserPasskey = async (deps: Deps, person: SessionHolder, site: Site): Promise<PublicKeyCredentialCreationOptionsJSON> => {
  requireFresh(deps, person)
  return beginRegistration(deps, person, site, await passkeyStore.ofUser(deps.db, person.id))
}

export const addUserPasskey = async (
  deps: Deps,
  author: Author,
  person: SessionHolder,
  site: Site,
  request: NewPasskey,
): Promise<Passkey> => {
  requireFresh(deps, person)
  const passkey = await verifyRegistration(deps, person.id, site, request)
  await deps.db.transaction(author, async (tx) => {
    await users.lock(tx, person.id)
    await requireAuthority(tx, author)
    // The number of passkeys is checked again, because other passkeys may have been added since this registration began.
    requireRoom(await passkeyStore.ofUser(tx, person.id))
    await passkeyStore.insert(tx, author, passkey)
    await tellAccountChange(deps, tx, person, ACCOUNT_CHANGES.passkeyAdded)
  })
  return passkey
}

export const revokeUserPasskey = (deps: Deps, author: Author, person: SessionHolder, id: string): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await passkeyStore.revoke(tx, author, person.id, id, deps.clock()))) throw new Rejection('NOT_FOUND', 'You have no such passkey.')
    await tellAccountChange(deps, tx, person, ACCOUNT_CHANGES.passkeyRemoved)
  })

export const signInUserWithPasskey = async (deps: Deps, site: Site, request: PasskeySignIn): Promise<PortalSignedIn> => {
  const refuse = (why: string): Rejection => {
    deps.report('sign-in failed', { why, client: request.address, request_id: request.requestId })
    return new Rejection('UNAUTHORIZED', 'This passkey belongs to no account here.')
  }
  const passkey = await passkeyStore.byCredential(deps.db, request.response.id)
  if (!passkey || passkey.rpId !== site.rpId) throw refuse('unknown passkey')
  const newCounter = await verifySignIn(deps, site, passkey, request.response)
  if (newCounter === null) throw refuse('wrong passkey response')
  return deps.db.transaction(SYSTEM, async (tx) => {
    const user = await users.lock(tx, passkey.ownerId)
    if (!(await passkeyStore.markUsed(tx, passkey, newCounter, deps.clock()))) throw refuse('passkey used or revoked meanwhile')
    const memberships = await members.usableOf(tx, user.id, deps.clock())
    if (memberships.length === 0) throw refuse('no business')
    return openPortalSession(deps, tx, user, memberships, request)
  })
}
