// Issues an API key: shown once, stored as a hash.

import { apiKey } from '../../domain/businesses/api-key.ts'
import type { Mode } from '../../domain/businesses/business.ts'
import { SECRET_MIN_RANDOM_BYTES, visiblePrefix } from '../../domain/values/codes.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as apiKeys from '../../store/businesses/api-keys.ts'
import type { Query } from '../../store/engine/db.ts'
import type { Deps } from '../deps.ts'
import { keyHash } from './key-hash.ts'

export type IssuedKey = { key: string; id: string }

/** `secret`: a key chosen by the operator, for a demo; otherwise a random one. */
export const issueKey = async (
  deps: Deps,
  tx: Query,
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
