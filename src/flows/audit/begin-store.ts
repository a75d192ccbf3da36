// Begins the audit trail of a store. A new PostgreSQL store gets a key file in the data directory if the settings contain no key.

import type { Db } from '../../platform/engine/db.ts'
import { StoreRefused } from '../../platform/engine/db.ts'
import type { Opening, StoreSettings } from '../../platform/engine/open.ts'
import { makeSecretKey, openDb } from '../../platform/engine/open.ts'
import { findSecretKeys, secretKeyFile } from '../../platform/engine/secret-key.ts'
import type { Deps } from '../deps.ts'
import { beginTrail } from './begin-trail.ts'

/** `keyFile`: path of the key file that was made; null if no key file was made. `isUnkeyed`: secrets are stored unencrypted. */
export type BegunStore = { db: Db; keyFile: string | null; isUnkeyed: boolean }

type Beginner = Pick<Deps, 'db' | 'clock' | 'newId'>

export const beginStore = async (deps: Beginner, settings: StoreSettings, opening?: Opening): Promise<BegunStore> => {
  try {
    return await begin(deps, settings, opening)
  } catch (error) {
    // Servers that share a data directory may start on an empty database at the same time. Another server may have made a key after this
    // server found none.
    const isMadeMeanwhile = deps.db.secrets.keyId === null && (await findSecretKeys(settings, false)).length > 0
    if (!(error instanceof StoreRefused) || !isMadeMeanwhile) throw error
    const db = await openDb(settings, opening)
    const begun = await begin({ ...deps, db }, settings, opening).catch((refused) => db.close().then(() => Promise.reject(refused)))
    await deps.db.close()
    return begun
  }
}

const begin = async (deps: Beginner, settings: StoreSettings, opening?: Opening): Promise<BegunStore> => {
  let isMade = false
  await beginTrail(deps, () => {
    isMade = true
    return makeSecretKey(settings)
  })
  if (!isMade) return { db: deps.db, keyFile: null, isUnkeyed: deps.db.secrets.keyId === null }
  const db = await openDb(settings, opening)
  await deps.db.close()
  return { db, keyFile: secretKeyFile(settings.dataDir), isUnkeyed: false }
}

export const keyMadeText = (file: string): string =>
  `A secret key was made: ${file}. Keep a copy of it, separate from the backups, and set it as WAYBILL_SECRET_KEY on every other server of this database.`

export const NO_KEY = {
  problem: 'no secret key: webhook secrets and seeds of authenticators are stored in clear, in the database and in its backups',
  advice:
    'Set WAYBILL_SECRET_KEY to the output of "openssl rand -base64 32", the same on all servers, and restart them: they encrypt the secrets.',
}
