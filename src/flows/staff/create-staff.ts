// Creates staff accounts: at the request of an admin, from an invitation, or with the one-time link that sets up the first admin.

import type { Invitation, Role, Staff } from '../../domain/staff/staff.ts'
import { checkEmail, checkName, checkPassword, INVITATION_VALID_MS, SETUP_LINK_VALID_MS } from '../../domain/staff/staff.ts'
import { makeSecret, SECRET_MIN_RANDOM_BYTES } from '../../domain/values/codes.ts'
import { emailKey } from '../../domain/values/contact-keys.ts'
import { invalidField, Problems, Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as invitations from '../../store/staff/invitations.ts'
import * as staffStore from '../../store/staff/staff.ts'
import { keyHash } from '../businesses/api-keys.ts'
import { firstStartAuthor } from '../demo/first-start.ts'
import type { Deps } from '../deps.ts'
import { queueStaffMessage } from '../messages/queue-staff-message.ts'
import { hashPassword, NONCE_BYTES } from './password-hash.ts'
import { readSites } from './staff-sites.ts'

/** Frequent passwords, the most frequent first. They are loaded on first use, so that the server starts sooner. */
export const loadFrequentPasswords = async (): Promise<readonly string[]> =>
  (await import('@zxcvbn-ts/language-common')).dictionary['passwords-common']

type NewStaff = { email: string; name: string; role: Role; password: string; sites?: readonly string[] | null | undefined }

const emailTaken = () => invalidField('email', 'belongs to another account')

const checkNewStaff = async (deps: Deps, request: Omit<NewStaff, 'role'>): Promise<void> => {
  const problems = new Problems()
  checkEmail(request.email, problems)
  checkName(request.name, problems)
  checkPassword(request.password, request.email, 'password', await loadFrequentPasswords(), problems)
  problems.throwIfAny()
  if (await staffStore.findByEmail(deps.db, request.email)) throw emailTaken()
}

/** Call inside `exclusively`, so that no concurrent request can take the email address. */
const insertStaff = async (deps: Deps, tx: Tx, author: Author, request: NewStaff, passwordHash: string): Promise<Staff> => {
  if (await staffStore.findByEmail(tx, request.email)) throw emailTaken()
  const staff: Staff = {
    id: deps.newId('stf'),
    email: request.email.trim(),
    name: request.name.trim(),
    role: request.role,
    siteIds: await readSites(tx, request.role, request.sites ?? null),
    passwordHash,
    createdAt: deps.clock(),
    deactivatedAt: null,
  }
  await staffStore.insert(tx, author, staff)
  return staff
}

export const createStaff = async (deps: Deps, author: Author, request: NewStaff): Promise<Staff> => {
  await checkNewStaff(deps, request)
  const passwordHash = await hashPassword(request.password, deps.random(NONCE_BYTES))
  return deps.db.exclusively(author, (tx) => insertStaff(deps, tx, author, request, passwordHash))
}

/** Invites a person by email. Replaces an earlier invitation to the same address. */
export const inviteStaff = async (
  deps: Deps,
  author: Author,
  request: { email: string; role: Role },
): Promise<{ invitation: Invitation; token: string }> => {
  const problems = new Problems()
  checkEmail(request.email, problems)
  problems.throwIfAny()
  const token = makeSecret(deps.random(SECRET_MIN_RANDOM_BYTES))
  const now = deps.clock()
  const invitation: Invitation = {
    id: deps.newId('ivt'),
    email: emailKey(request.email),
    role: request.role,
    invitedBy: author.actor,
    createdAt: now,
    expiresAt: now + INVITATION_VALID_MS,
    acceptedAt: null,
    revokedAt: null,
  }
  await deps.db.exclusively(author, async (tx) => {
    if (await staffStore.findByEmail(tx, invitation.email)) throw emailTaken()
    await invitations.revokeAll(tx, author, { email: invitation.email }, now)
    await invitations.insert(tx, author, invitation, keyHash(token))
    const facts = { role: invitation.role, link: `/console/invitation#${token}` }
    await queueStaffMessage(deps, tx, 'invitation', { email: invitation.email, name: invitation.email }, facts)
  })
  return { invitation, token }
}

export const revokeInvitation = (deps: Deps, author: Author, id: string): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await invitations.revoke(tx, author, id, deps.clock()))) throw new Rejection('NOT_FOUND', 'No such open invitation.')
  })

const refuseToken = () => invalidField('token', 'is not a valid invitation: ask the person who invited you for a new one')

/** Creates the account of an invited person. The token is checked first, so that no password is hashed for a request with a wrong token. */
export const acceptInvitation = async (
  deps: Deps,
  requestId: string,
  request: { token: string; name: string; password: string },
): Promise<Staff> => {
  const invitation = await invitations.findOpen(deps.db, keyHash(request.token), deps.clock())
  if (!invitation) throw refuseToken()
  const { name, password } = request
  const account = { email: invitation.email, role: invitation.role, name, password }
  await checkNewStaff(deps, account)
  const passwordHash = await hashPassword(password, deps.random(NONCE_BYTES))
  return deps.db.exclusively(SYSTEM, async (tx) => {
    const author = { actor: invitation.id, requestId, at: deps.clock() }
    if (!(await invitations.accept(tx, author, invitation.id, deps.clock()))) throw refuseToken()
    return insertStaff(deps, tx, author, account, passwordHash)
  })
}

type SetupRequest = { token: string; email: string; name: string; password: string }

const putLink = async (deps: Deps, tx: Tx, author: Author): Promise<string> => {
  const token = makeSecret(deps.random(SECRET_MIN_RANDOM_BYTES))
  await staffStore.putSetupLink(tx, author, keyHash(token), deps.clock() + SETUP_LINK_VALID_MS)
  return token
}

/**
 * Creates a set-up link and invalidates the previous link. If all passwords are lost, an admin account can be created with the new link.
 */
export const makeSetupLink = (deps: Deps, author: Author): Promise<string> => deps.db.exclusively(author, (tx) => putLink(deps, tx, author))

/**
 * Makes the first set-up link. Returns null if the store has staff or has ever had a link. Several servers may call this function at once.
 */
export const makeFirstSetupLink = (deps: Deps): Promise<string | null> =>
  deps.db.exclusively(SYSTEM, async (tx) => {
    const isFirst = !(await staffStore.hasAny(tx)) && !(await staffStore.hasSetupLink(tx))
    return isFirst ? putLink(deps, tx, firstStartAuthor(deps)) : null
  })

const invalidLink = () => invalidField('token', 'is not a valid set-up token: "waybill staff setup-link" makes a new one')

const ACTOR = 'setup-link'

/** Uses a set-up link to create an admin. The token is checked first, so that no password is hashed for a request with a wrong token. */
export const setUpStaff = async (deps: Deps, requestId: string, request: SetupRequest): Promise<Staff> => {
  const hash = keyHash(request.token)
  if (!(await staffStore.isSetupLink(deps.db, hash, deps.clock()))) throw invalidLink()
  await checkNewStaff(deps, request)
  const passwordHash = await hashPassword(request.password, deps.random(NONCE_BYTES))
  return deps.db.exclusively(SYSTEM, async (tx) => {
    const author = { actor: ACTOR, requestId, at: deps.clock() }
    if (!(await staffStore.useSetupLink(tx, author, hash, deps.clock()))) throw invalidLink()
    return insertStaff(deps, tx, author, { ...request, role: 'admin' }, passwordHash)
  })
}
