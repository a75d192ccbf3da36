// Creates personal access tokens for scripts, revokes tokens and passkeys, and ends sessions.

import type { AccessToken, Role, Staff } from '../../domain/staff/staff.ts'
import { lesserRole, TOKEN_DAYS_DEFAULT, TOKENS_MAX, tokenExpiresAt } from '../../domain/staff/staff.ts'
import { makeSecret, SECRET_MIN_RANDOM_BYTES, visiblePrefix } from '../../domain/values/codes.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as accessTokens from '../../store/staff/access-tokens.ts'
import * as passkeys from '../../store/staff/passkeys.ts'
import * as sessions from '../../store/staff/sessions.ts'
import * as staffStore from '../../store/staff/staff.ts'
import { keyHash } from '../businesses/api-keys.ts'
import type { Deps } from '../deps.ts'
import { ACCOUNT_CHANGES, tellAccountChange } from './tell-account-change.ts'

const TOKEN_PREFIX = 'wb_ops_'

export const issueAccessToken = async (
  deps: Deps,
  author: Author,
  owner: Staff,
  request: { label: string; role?: Role | undefined; days?: number | undefined },
): Promise<{ token: AccessToken; secret: string }> => {
  const secret = `${TOKEN_PREFIX}${makeSecret(deps.random(SECRET_MIN_RANDOM_BYTES))}`
  const role = lesserRole(request.role ?? owner.role, owner.role)
  if (role === null) throw invalidField('role', `must be ${owner.role} or a role that it includes`)
  const now = deps.clock()
  const token: AccessToken = {
    id: deps.newId('pat'),
    staffId: owner.id,
    visiblePrefix: visiblePrefix(secret),
    label: request.label,
    role,
    createdAt: now,
    expiresAt: tokenExpiresAt(now, request.days ?? TOKEN_DAYS_DEFAULT),
    lastUsedAt: null,
    revokedAt: null,
  }
  await deps.db.transaction(author, async (tx) => {
    // Locks the account, so that a concurrent password reset or deactivation revokes this token too.
    if (!(await staffStore.lockUnchanged(tx, author, owner))) throw new Rejection('UNAUTHORIZED', 'The account has changed: sign in again.')
    if ((await accessTokens.countInUse(tx, owner.id, now)) >= TOKENS_MAX)
      throw new Rejection('VALIDATION_FAILED', `You already have the maximum of ${TOKENS_MAX} tokens: revoke one first.`)
    await accessTokens.insert(tx, author, token, keyHash(secret))
  })
  return { token, secret }
}

const notFound = (author: Author, staffId: string, what: string): Rejection =>
  new Rejection('NOT_FOUND', `${author.actor === staffId ? 'You have' : 'The account has'} no such ${what}.`)

/** Ends the session. If it has ended already, nothing happens. */
export const signOut = async (deps: Deps, author: Author, sessionId: string): Promise<void> => {
  await deps.db.transaction(author, (tx) => sessions.end(tx, author.actor, sessionId))
}

export const endSession = (deps: Deps, author: Author, staffId: string, id: string): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await sessions.end(tx, staffId, id))) throw notFound(author, staffId, 'session')
  })

export const revokeAccessToken = (deps: Deps, author: Author, staffId: string, id: string): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await accessTokens.revoke(tx, author, staffId, id, deps.clock()))) throw notFound(author, staffId, 'active access token')
  })

export const revokePasskey = (deps: Deps, author: Author, staff: Staff, id: string): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await passkeys.revoke(tx, author, staff.id, id, deps.clock()))) throw notFound(author, staff.id, 'passkey')
    await tellAccountChange(deps, tx, staff, ACCOUNT_CHANGES.passkeyRemoved)
  })
