// waybill secret-key lost: gives the store a new secret key after the old key was lost.

import { config } from '../config.ts'
import { keyMadeText } from '../flows/audit/begin-store.ts'
import { replaceLostKey } from '../flows/audit/begin-trail.ts'
import { makeSecretKey } from '../platform/engine/open.ts'
import { secretKeyFile } from '../platform/engine/secret-key.ts'
import type { Secrets } from '../platform/engine/secrets.ts'
import type { Output } from './output.ts'
import { warn } from './output.ts'
import { commandLineAuthor, withStoreWithoutKey } from './with-store.ts'

/** Makes a key file for a PostgreSQL store whose settings contain no key, and prints a warning that names the file. */
export const makeMissingKey = async (): Promise<Secrets> => {
  const settings = config()
  const secrets = await makeSecretKey(settings)
  warn([keyMadeText(secretKeyFile(settings.dataDir))])
  return secrets
}

export const runSecretKeyLost = (out: Output): Promise<void> =>
  withStoreWithoutKey(async (deps) => {
    const { keyId, endpointIds, secondFactorIds } = await replaceLostKey(deps, commandLineAuthor(deps), makeMissingKey)
    const affected = ['Endpoints that need a new secret (rotate_secret):', ...endpointIds]
    const staff = ['Second factors that an admin has to reset:', ...secondFactorIds]
    out.print({ key_id: keyId, webhook_endpoint_ids: endpointIds, second_factor_ids: secondFactorIds }, [
      `The secrets are now under key ${keyId}.`,
      ...(endpointIds.length === 0 ? ['No webhook endpoint is affected.'] : affected),
      ...(secondFactorIds.length === 0 ? [] : staff),
    ])
  })
