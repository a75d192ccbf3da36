// waybill secret-key lost: continues without the old key when it is lost.

import { replaceLostKey } from '../flows/audit/begin-trail.ts'
import type { Output } from './output.ts'
import { commandLineAuthor, withStoreWithoutKey } from './with-store.ts'

export const runSecretKeyLost = (out: Output): Promise<void> =>
  withStoreWithoutKey(async (deps) => {
    const { endpointIds, secondFactorIds } = await replaceLostKey(deps, commandLineAuthor(deps))
    const { keyId } = deps.db.secrets
    const affected = ['Endpoints that need a new secret (rotate_secret):', ...endpointIds]
    const staff = ['Second factors that an admin has to reset:', ...secondFactorIds]
    out.print({ key_id: keyId, webhook_endpoint_ids: endpointIds, second_factor_ids: secondFactorIds }, [
      `The secrets are now under ${keyId === null ? 'no key' : `key ${keyId}`}.`,
      ...(endpointIds.length === 0 ? ['No webhook endpoint is affected.'] : affected),
      ...(secondFactorIds.length === 0 ? [] : staff),
    ])
  })
