// Registers passkeys, and signs in with one. A passkey replaces password and second factor, because its device verifies the user.

import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Passkey, Staff } from '../../domain/staff/staff.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as passkeyStore from '../../store/staff/passkeys.ts'
import * as staffStore from '../../store/staff/staff.ts'
import type { Deps } from '../deps.ts'
import { requirePassword } from './second-factor.ts'
import type { SignedIn } from './sign-in.ts'
import { openSession } from './sign-in.ts'

const CHALLENGE_BYTES = 32
const CHALLENGE_VALID_MS = 5 * 60 * 1000
export const PASSKEYS_MAX = 20

/** The address of this server in the browser. Passkeys belong to its host. */
export type Site = { origin: string; rpId: string }

export const siteOf = (baseUrl: string): Site => {
  const { origin, hostname } = new URL(baseUrl)
  return { origin, rpId: hostname }
}

const loadPasskeys = () => import('@simplewebauthn/server')

const openChallenge = async (deps: Deps, challenge: string, staffId: string | null): Promise<void> => {
  const now = deps.clock()
  await deps.db.transaction(SYSTEM, (tx) => passkeyStore.putChallenge(tx, challenge, staffId, now, now + CHALLENGE_VALID_MS))
}

const takeChallenge = (deps: Deps, staffId: string | null) => (challenge: string) =>
  deps.db.transaction(SYSTEM, (tx) => passkeyStore.takeChallenge(tx, challenge, staffId, deps.clock()))

const requireRoom = (known: readonly Passkey[]): void => {
  if (known.length >= PASSKEYS_MAX) throw new Rejection('INVALID_TRANSITION', `An account has at most ${PASSKEYS_MAX} passkeys.`)
}

export const beginPasskey = async (
  deps: Deps,
  staff: Staff,
  site: Site,
  password: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> => {
  await requirePassword(staff, password)
  const known = await passkeyStore.ofStaff(deps.db, staff.id)
  requireRoom(known)
  const { generateRegistrationOptions } = await loadPasskeys()
  const options = await generateRegistrationOptions({
    rpName: (await operatorStore.find(deps.db))?.name ?? 'Waybill',
    rpID: site.rpId,
    userName: staff.email,
    userDisplayName: staff.name,
    userID: Uint8Array.from(Buffer.from(staff.id)),
    challenge: Uint8Array.from(deps.random(CHALLENGE_BYTES)),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await openChallenge(deps, options.challenge, staff.id)
  return options
}

export const addPasskey = async (
  deps: Deps,
  author: Author,
  staff: Staff,
  site: Site,
  { label, response }: { label: string; response: RegistrationResponseJSON },
): Promise<Passkey> => {
  const { verifyRegistrationResponse } = await loadPasskeys()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: takeChallenge(deps, staff.id),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw invalidField('response', 'is not a valid passkey response to an open challenge')
  const { credential } = registrationInfo
  const passkey: Passkey = {
    id: deps.newId('pky'),
    staffId: staff.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    transports: (credential.transports ?? []).join(','),
    rpId: site.rpId,
    label: label.trim(),
    useCount: credential.counter,
    createdAt: deps.clock(),
    lastUsedAt: null,
    revokedAt: null,
  }
  await deps.db.transaction(author, async (tx) => {
    if (!(await staffStore.lockUnchanged(tx, author, staff))) throw new Rejection('UNAUTHORIZED', 'The account has changed: sign in again.')
    // The limit is checked again, because other passkeys may have been added since this registration began.
    requireRoom(await passkeyStore.ofStaff(tx, staff.id))
    await passkeyStore.insert(tx, author, passkey)
  })
  return passkey
}

/** Begins a sign-in by passkey. It needs no account, because the browser offers the passkeys that it has for this host. */
export const beginPasskeySignIn = async (deps: Deps, site: Site): Promise<PublicKeyCredentialRequestOptionsJSON> => {
  const { generateAuthenticationOptions } = await loadPasskeys()
  const challenge = Uint8Array.from(deps.random(CHALLENGE_BYTES))
  const options = await generateAuthenticationOptions({ rpID: site.rpId, userVerification: 'required', challenge })
  await openChallenge(deps, options.challenge, null)
  return options
}

type PasskeySignIn = { response: AuthenticationResponseJSON; userAgent: string | null; address: string; requestId: string }

export const signInWithPasskey = async (deps: Deps, site: Site, request: PasskeySignIn): Promise<SignedIn> => {
  const { response, address, requestId } = request
  const refuse = (why: string, staffId: string | null): Rejection => {
    deps.report('sign-in failed', { why, staff: staffId, client: address, request_id: requestId })
    return new Rejection('UNAUTHORIZED', 'This passkey belongs to no account here.')
  }
  const passkey = await passkeyStore.byCredential(deps.db, response.id)
  if (!passkey || passkey.rpId !== site.rpId) throw refuse('unknown passkey', null)
  const { verifyAuthenticationResponse } = await loadPasskeys()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: takeChallenge(deps, null),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.useCount,
      transports: passkey.transports.split(',').filter(Boolean) as AuthenticatorTransport[],
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw refuse('wrong passkey response', passkey.staffId)
  const staff = await staffStore.load(deps.db, passkey.staffId)
  const opened = await openSession(deps, staff, request.userAgent, async (tx) => {
    if (!(await passkeyStore.markUsed(tx, passkey, authenticationInfo.newCounter, deps.clock())))
      throw refuse('passkey used or revoked meanwhile', staff.id)
  })
  return { staff, ...opened }
}
