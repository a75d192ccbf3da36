// Issues an API key. It is shown once, and stored as a hash.

import { apiKey } from '../../domain/businesses/api-key.ts'
import { SECRET_MIN_RANDOM_BYTES, visiblePrefix } from '../../domain/values/codes.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { ApiKey, KeyScope } from '../../store/businesses/api-keys.ts'
import * as apiKeys from '../../store/businesses/api-keys.ts'
import type { Deps } from '../deps.ts'
import { loadBusiness } from './change-business.ts'
import { keyHash } from './key-hash.ts'

export type IssuedKey = ApiKey & { key: string }

type KeyRequest = { mode: Mode; label?: string | null; scope?: KeyScope | undefined }

/** `business`: token or prefix. */
export const issueKeyFor = async (deps: Deps, author: Author, business: string, request: KeyRequest): Promise<IssuedKey> => {
  const { id: businessId } = await loadBusiness(deps.db, business)
  return deps.db.transaction(author, (tx) => issueKey(deps, tx, author, { ...request, businessId }))
}

/** `secret`: a key that the operator chose for the demo; a random one otherwise. */
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
