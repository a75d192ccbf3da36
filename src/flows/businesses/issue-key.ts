// Issues an API key, shown once and stored as a hash, and replaces one; the old key stays valid for an overlap.

import { apiKey } from '../../domain/businesses/api-key.ts'
import type { Mode } from '../../domain/businesses/business.ts'
import { SECRET_MIN_RANDOM_BYTES, visiblePrefix } from '../../domain/values/codes.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { ApiKey } from '../../store/businesses/api-keys.ts'
import * as apiKeys from '../../store/businesses/api-keys.ts'
import type { Tx } from '../../store/engine/db.ts'
import type { Deps } from '../deps.ts'
import { keyHash } from './key-hash.ts'

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
  return deps.db.transaction(author, async (tx) => {
    if (!(await apiKeys.expire(tx, author, id, oldKeyUntil)))
      throw new Rejection('INVALID_TRANSITION', 'This key was revoked or rotated: only an active key can be rotated.')
    const old = await apiKeys.load(tx, id)
    const { businessId, mode, label, scope } = old
    const issued = await issueKey(deps, tx, author, { businessId, mode, label, scope, replacesKeyId: id })
    return { key: issued.key, issued: await apiKeys.load(tx, issued.id), old }
  })
}

export type IssuedKey = { key: string; id: string }

/** `secret`: a key chosen by the operator for a demo. By default the key is random. */
export const issueKey = async (
  deps: Deps,
  tx: Tx,
  author: Author,
  request: {
    businessId: string
    mode: Mode
    label?: string | null
    scope?: apiKeys.KeyScope | undefined
    replacesKeyId?: string
    secret?: string | undefined
  },
): Promise<IssuedKey> => {
  const key = request.secret ?? apiKey(request.mode, deps.random(SECRET_MIN_RANDOM_BYTES))
  const id = deps.newId('key')
  await apiKeys.insert(tx, author, {
    id,
    businessId: request.businessId,
    mode: request.mode,
    hash: keyHash(key),
    visiblePrefix: visiblePrefix(key),
    label: request.label ?? null,
    scope: request.scope ?? 'full',
    createdAt: deps.clock(),
    lastUsedAt: null,
    expiresAt: null,
    replacesKeyId: request.replacesKeyId ?? null,
    revokedAt: null,
  })
  return { key, id }
}
