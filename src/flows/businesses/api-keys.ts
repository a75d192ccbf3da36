// Creates, rotates and revokes API keys, and changes their labels. The full key is shown only once; only its hash is stored.

import { hash } from 'node:crypto'
import { apiKey } from '../../domain/businesses/api-key.ts'
import { SECRET_MIN_RANDOM_BYTES, visiblePrefix } from '../../domain/values/codes.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { ApiKey, KeyScope } from '../../store/businesses/api-keys.ts'
import * as apiKeys from '../../store/businesses/api-keys.ts'
import type { Deps } from '../deps.ts'
import { loadBusiness } from './change-business.ts'

export const keyHash = (key: string): string => hash('sha256', key, 'hex')

type IssuedKey = ApiKey & { key: string }

type KeyRequest = { mode: Mode; label?: string | null; scope?: KeyScope | undefined }

/** `business`: the token or prefix of the business. */
export const issueKeyFor = async (deps: Deps, author: Author, business: string, request: KeyRequest): Promise<IssuedKey> => {
  const { id: businessId } = await loadBusiness(deps.db, business)
  return deps.db.transaction(author, (tx) => issueKey(deps, tx, author, { ...request, businessId }))
}

/** `secret`: the key that the operator chose for the demo. By default a random key is made. */
export const issueKey = async (
  deps: Deps,
  tx: Tx,
  author: Author,
  request: KeyRequest & { businessId: string; replacesKeyId?: string; secret?: string | undefined },
): Promise<IssuedKey> => {
  const key = request.secret ?? apiKey(request.mode, deps.random(SECRET_MIN_RANDOM_BYTES))
  const issued: ApiKey = {
    id: deps.newId('key'),
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
  }
  await apiKeys.insert(tx, author, issued)
  return { ...issued, key }
}

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

/** `until`: the time at which the old key expires. If null, the old key expires after one day. */
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
