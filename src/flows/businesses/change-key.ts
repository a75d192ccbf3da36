// Labels, rotates and revokes an API key. A rotated key stays valid for an overlap.

import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { ApiKey } from '../../store/businesses/api-keys.ts'
import * as apiKeys from '../../store/businesses/api-keys.ts'
import type { Deps } from '../deps.ts'
import type { IssuedKey } from './issue-key.ts'
import { issueKey } from './issue-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const OVERLAP_DEFAULT_MS = DAY_MS
const OVERLAP_MAX_MS = 30 * DAY_MS

export const labelKey = (deps: Deps, author: Author, id: string, label: string | null): Promise<ApiKey> =>
  deps.db.transaction(author, async (tx) => {
    const key = await apiKeys.load(tx, id)
    await apiKeys.setLabel(tx, author, id, label)
    return { ...key, label }
  })

const checkOverlap = (until: number, now: number): void => {
  const problems = new Problems()
  if (until < now) problems.add('old_key_until', 'must not be in the past')
  if (until > now + OVERLAP_MAX_MS) problems.add('old_key_until', `must be at most ${OVERLAP_MAX_MS / DAY_MS} days ahead`)
  problems.throwIfAny()
}

/** `until`: when the old key expires; null for the default overlap. */
export const rotateKey = async (
  deps: Deps,
  author: Author,
  id: string,
  until: number | null,
): Promise<{ issued: IssuedKey; old: ApiKey }> => {
  await apiKeys.load(deps.db, id)
  const now = deps.clock()
  const oldKeyUntil = until ?? now + OVERLAP_DEFAULT_MS
  checkOverlap(oldKeyUntil, now)
  return deps.db.transaction(author, async (tx) => {
    if (!(await apiKeys.expire(tx, author, id, oldKeyUntil)))
      throw new Rejection('INVALID_TRANSITION', 'This key was revoked or rotated: only an active key can be rotated.')
    const old = await apiKeys.load(tx, id)
    const { businessId, mode, label, scope } = old
    return { issued: await issueKey(deps, tx, author, { businessId, mode, label, scope, replacesKeyId: id }), old }
  })
}

export const revokeKey = (deps: Deps, author: Author, id: string): Promise<ApiKey> =>
  deps.db.transaction(author, async (tx) => {
    const key = await apiKeys.load(tx, id)
    const revokedAt = deps.clock()
    if (!(await apiKeys.revoke(tx, author, id, revokedAt))) throw new Rejection('INVALID_TRANSITION', 'This key was revoked before.')
    return { ...key, revokedAt }
  })
