// Replaces an API key; the old key stays valid for an overlap.

import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { ApiKey } from '../../store/businesses/api-keys.ts'
import * as apiKeys from '../../store/businesses/api-keys.ts'
import type { Deps } from '../deps.ts'
import { issueKey } from './issue-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const OVERLAP_DEFAULT_MS = DAY_MS
const OVERLAP_MAX_MS = 30 * DAY_MS

const checkMoment = (until: number, now: number): void => {
  const problems = new Problems()
  if (until < now) problems.add('old_key_until', 'must not be in the past')
  if (until > now + OVERLAP_MAX_MS) problems.add('old_key_until', `must be at most ${OVERLAP_MAX_MS / DAY_MS} days ahead`)
  problems.throwIfAny()
}

type Rotated = { key: string; issued: ApiKey; old: ApiKey }

export const rotateKey = async (deps: Deps, author: Author, id: string, until: number | null): Promise<Rotated> => {
  await apiKeys.load(deps.db, id)
  const now = deps.clock()
  const oldKeyUntil = until ?? now + OVERLAP_DEFAULT_MS
  checkMoment(oldKeyUntil, now)
  return deps.db.transaction(async (tx) => {
    if (!(await apiKeys.expire(tx, author, id, oldKeyUntil)))
      throw new Rejection('INVALID_TRANSITION', 'This key was revoked or rotated: only an active key can be rotated.')
    const old = await apiKeys.load(tx, id)
    const { businessId, mode, label, scope } = old
    const issued = await issueKey(deps, tx, author, { businessId, mode, label, scope, replacesKeyId: id })
    return { key: issued.key, issued: await apiKeys.load(tx, issued.id), old }
  })
}
