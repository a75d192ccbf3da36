// waybill secret-key lost: continues without the old key when it is lost.

import { replaceLostKey } from '../flows/audit/begin-trail.ts'
import type { Output } from './output.ts'
import { commandLineAuthor, withLockedStore } from './with-store.ts'

export const runSecretKeyLost = (out: Output): Promise<void> =>
  withLockedStore(async (deps) => {
    const endpoints = await replaceLostKey(deps, commandLineAuthor(deps))
    const { keyId } = deps.db.secrets
    const affected = ['Endpoints that need a new secret (rotate_secret):', ...endpoints]
    out.print({ key_id: keyId, webhook_endpoint_ids: endpoints }, [
      `The secrets are now under ${keyId === null ? 'no key' : `key ${keyId}`}.`,
      ...(endpoints.length === 0 ? ['No webhook endpoint is affected.'] : affected),
    ])
  })
