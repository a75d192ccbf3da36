// Invites a colleague by a link that works once. The colleague chooses name and password.

import type { Invitation, Role, Staff } from '../../domain/staff/staff.ts'
import { checkEmail, INVITATION_VALID_MS } from '../../domain/staff/staff.ts'
import { makeSecret, SECRET_MIN_RANDOM_BYTES } from '../../domain/values/codes.ts'
import { emailKey } from '../../domain/values/contact-keys.ts'
import { invalidField, Problems, Rejection } from '../../domain/values/errors.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as invitations from '../../store/staff/invitations.ts'
import * as staffStore from '../../store/staff/staff.ts'
import { keyHash } from '../businesses/key-hash.ts'
import type { Deps } from '../deps.ts'
import { checkNewStaff, emailTaken, insertStaff } from './create-staff.ts'
import { hashPassword, NONCE_BYTES } from './password-hash.ts'

/** Replaces an earlier invitation to the same address. */
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
  })
  return { invitation, token }
}

export const revokeInvitation = (deps: Deps, author: Author, id: string): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await invitations.revoke(tx, author, id, deps.clock()))) throw new Rejection('NOT_FOUND', 'No such open invitation.')
  })

const refuseToken = () => invalidField('token', 'is not a valid invitation: ask whoever invited you for a new one')

/** Checks the token first: without a valid one nothing else is answered or hashed. */
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
