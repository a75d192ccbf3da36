// Passkeys (WebAuthn) for every kind of account: challenges, registration and sign-in.

import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Passkey } from '../../domain/staff/staff.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as challenges from '../../store/staff/passkeys.ts'
import type { Deps } from '../deps.ts'

const CHALLENGE_BYTES = 32
const CHALLENGE_VALID_MS = 5 * 60 * 1000
export const PASSKEYS_MAX = 20

/** The address of this server as browsers see it. Passkeys are bound to the host name in `rpId`. */
export type Site = { origin: string; rpId: string }

export const siteOf = (baseUrl: string): Site => {
  const { origin, hostname } = new URL(baseUrl)
  return { origin, rpId: hostname }
}

export type PasskeyOwner = { id: string; email: string; name: string }

const loadPasskeys = () => import('@simplewebauthn/server')

const openChallenge = async (deps: Deps, challenge: string, ownerId: string | null): Promise<void> => {
  const now = deps.clock()
  await deps.db.transaction(SYSTEM, (tx) => challenges.putChallenge(tx, challenge, ownerId, now, now + CHALLENGE_VALID_MS))
}

const takeChallenge = (deps: Deps, ownerId: string | null) => (challenge: string) =>
  deps.db.transaction(SYSTEM, (tx) => challenges.takeChallenge(tx, challenge, ownerId, deps.clock()))

export const requireRoom = (known: readonly Passkey[]): void => {
  if (known.length >= PASSKEYS_MAX) throw new Rejection('INVALID_TRANSITION', `An account has at most ${PASSKEYS_MAX} passkeys.`)
}

/** `known`: the passkeys that the account has. */
export const beginRegistration = async (
  deps: Deps,
  owner: PasskeyOwner,
  site: Site,
  known: readonly Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> => {
  requireRoom(known)
  const { generateRegistrationOptions } = await loadPasskeys()
  const options = await generateRegistrationOptions({
    rpName: (await operatorStore.find(deps.db))?.name ?? 'Waybill',
    rpID: site.rpId,
    userName: owner.email,
    userDisplayName: owner.name,
    userID: Uint8Array.from(Buffer.from(owner.id)),
    challenge: Uint8Array.from(deps.random(CHALLENGE_BYTES)),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await openChallenge(deps, options.challenge, owner.id)
  return options
}

export type NewPasskey = { label: string; response: RegistrationResponseJSON }

/** Verifies the browser's response. Returns the new passkey, but does not store it. */
export const verifyRegistration = async (deps: Deps, ownerId: string, site: Site, { label, response }: NewPasskey): Promise<Passkey> => {
  const { verifyRegistrationResponse } = await loadPasskeys()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: takeChallenge(deps, ownerId),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw invalidField('response', 'is not a valid passkey response to an open challenge')
  const { credential } = registrationInfo
  return {
    id: deps.newId('pky'),
    ownerId,
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
}

/** Begins a sign-in by passkey. The account need not be named, because the browser offers the passkeys that it has for this host. */
export const beginPasskeySignIn = async (deps: Deps, site: Site): Promise<PublicKeyCredentialRequestOptionsJSON> => {
  const { generateAuthenticationOptions } = await loadPasskeys()
  const challenge = Uint8Array.from(deps.random(CHALLENGE_BYTES))
  const options = await generateAuthenticationOptions({ rpID: site.rpId, userVerification: 'required', challenge })
  await openChallenge(deps, options.challenge, null)
  return options
}

export type PasskeySignIn = { response: AuthenticationResponseJSON; userAgent: string | null; address: string; requestId: string }

/** Verifies the browser's response against `passkey`. Returns the new use counter of the passkey, or null if the response is wrong. */
export const verifySignIn = async (
  deps: Deps,
  site: Site,
  passkey: Passkey,
  response: AuthenticationResponseJSON,
): Promise<number | null> => {
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
  return verified && authenticationInfo ? authenticationInfo.newCounter : null
}
