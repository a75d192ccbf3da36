// Ends sessions, and revokes access tokens and passkeys: a person's own, or a colleague's.

import { Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as accessTokens from '../../store/staff/access-tokens.ts'
import * as passkeys from '../../store/staff/passkeys.ts'
import * as sessions from '../../store/staff/sessions.ts'
import type { Deps } from '../deps.ts'

const notFound = (author: Author, staffId: string, what: string): Rejection =>
  new Rejection('NOT_FOUND', `${author.actor === staffId ? 'You have' : 'The account has'} no such ${what}.`)

/** Signing out twice is not an error. */
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

export const revokePasskey = (deps: Deps, author: Author, staffId: string, id: string): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await passkeys.revoke(tx, author, staffId, id, deps.clock()))) throw notFound(author, staffId, 'passkey')
  })
