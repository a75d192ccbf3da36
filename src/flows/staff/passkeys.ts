// Registers passkeys of staff after checking the password. Sign-in by passkey needs no password or second factor, because the device verifies the user.

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Passkey, Staff } from '../../domain/staff/staff.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as passkeyStore from '../../store/staff/passkeys.ts'
import * as staffStore from '../../store/staff/staff.ts'
import type { Deps } from '../deps.ts'
import { requirePassword } from './second-factor.ts'
import type { SignedIn } from './sign-in.ts'
import { openSession } from './sign-in.ts'
import { ACCOUNT_CHANGES, tellAccountChange } from './tell-account-change.ts'
import type { NewPasskey, PasskeySignIn, Site } from './webauthn.ts'
import { beginRegistration, requireRoom, verifyRegistration, verifySignIn } from './webauthn.ts'

export const beginPasskey = async (
  deps: Deps,
  staff: Staff,
  site: Site,
  password: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> => {
  await requirePassword(staff, password)
  return beginRegistration(deps, staff, site, await passkeyStore.ofStaff(deps.db, staff.id))
}

export const addPasskey = async (deps: Deps, author: Author, staff: Staff, site: Site, request: NewPasskey): Promise<Passkey> => {
  const passkey = await verifyRegistration(deps, staff.id, site, request)
  await deps.db.transaction(author, async (tx) => {
    if (!(await staffStore.lockUnchanged(tx, author, staff))) throw new Rejection('UNAUTHORIZED', 'The account has changed: sign in again.')
    // The limit is checked again, because other passkeys may have been added since this registration began.
    requireRoom(await passkeyStore.ofStaff(tx, staff.id))
    await passkeyStore.insert(tx, author, passkey)
    await tellAccountChange(deps, tx, staff, ACCOUNT_CHANGES.passkeyAdded)
  })
  return passkey
}

export const signInWithPasskey = async (deps: Deps, site: Site, request: PasskeySignIn): Promise<SignedIn> => {
  const { response, address, requestId } = request
  const refuse = (why: string, staffId: string | null): Rejection => {
    deps.report('sign-in failed', { why, staff: staffId, client: address, request_id: requestId })
    return new Rejection('UNAUTHORIZED', 'This passkey belongs to no account here.')
  }
  const passkey = await passkeyStore.byCredential(deps.db, response.id)
  if (!passkey || passkey.rpId !== site.rpId) throw refuse('unknown passkey', null)
  const newCounter = await verifySignIn(deps, site, passkey, response)
  if (newCounter === null) throw refuse('wrong passkey response', passkey.ownerId)
  const staff = await staffStore.load(deps.db, passkey.ownerId)
  const opened = await openSession(deps, staff, request.userAgent, async (tx) => {
    if (!(await passkeyStore.markUsed(tx, passkey, newCounter, deps.clock()))) throw refuse('passkey used or revoked meanwhile', staff.id)
  })
  return { staff, ...opened }
}
