// Puts on record how the store began, and its secrets under the key of today. Every start and every command comes through here first.

import { SECRET_BYTES } from '../../domain/events/webhook.ts'
import type { AuditedType, Author } from '../../store/audit/audit.ts'
import { BASELINE_ACTOR, recordUnrecorded, renewSecrets } from '../../store/audit/audit-baseline.ts'
import { AUDITED_TABLES } from '../../store/audit/audited-tables.ts'
import type { Origin } from '../../store/audit/store-origin.ts'
import * as origins from '../../store/audit/store-origin.ts'
import type { Db, Query } from '../../store/engine/db.ts'
import { secretFrom } from '../../webhooks/sign.ts'
import type { Deps } from '../deps.ts'

const TYPES = Object.keys(AUDITED_TABLES) as AuditedType[]

type Beginner = Pick<Deps, 'db' | 'clock' | 'newId'>

/** The key that the store's secrets are under must be among those given: without it they could not be read, nor proved. */
const assertKey = (origin: Origin, { keyId, keyIds }: Db['secrets']): void => {
  const { secretKeyId } = origin
  if (secretKeyId === null || keyIds.includes(secretKeyId)) return
  const given = keyId === null ? 'no key is given' : `the key given is ${keyId}`
  throw new Error(
    `The secrets in this store are under key ${secretKeyId}, and ${given}. Set WAYBILL_SECRET_KEY or WAYBILL_SECRET_KEY_FILE to that key, or put its file back as secret.key in the data directory. If it is lost: waybill secret-key lost.`,
  )
}

/** A store that was not empty enters the trail whole: what it held at that moment is taken as true. */
const begin = async (deps: Beginner, tx: Query): Promise<void> => {
  const author = { actor: BASELINE_ACTOR, requestId: deps.newId('req'), at: deps.clock() }
  const rowsBefore = await origins.countAudited(tx)
  if (rowsBefore > 0) {
    for (const type of TYPES) await recordUnrecorded(tx, author, type)
    for (const type of TYPES) await renewSecrets(tx, author, type, { none: true, unkeyed: true })
  }
  await origins.insert(tx, author, { rowsBefore, secretKeyId: tx.secrets.keyId, createdAt: author.at })
}

const changeKey = async (deps: Beginner, tx: Query, origin: Origin): Promise<void> => {
  const author = { actor: 'secret-key', requestId: deps.newId('req'), at: deps.clock() }
  for (const type of TYPES) await renewSecrets(tx, author, type, { none: false, unkeyed: origin.secretKeyId === null })
  await origins.setSecretKey(tx, author, tx.secrets.keyId)
}

/**
 * The key is lost: digests are made anew under the one that is given, and webhook secrets that nobody can read any more give way to new
 * ones. Answers whose endpoints these are. The records say that it was done, and by whom.
 */
export const replaceLostKey = (deps: Deps, author: Author): Promise<string[]> =>
  deps.db.exclusively(async (tx) => {
    const endpointIds = new Set<string>()
    const lost = (id: string): string => {
      endpointIds.add(id)
      return secretFrom(deps.random(SECRET_BYTES))
    }
    for (const type of TYPES) await renewSecrets(tx, author, type, { none: false, unkeyed: false, lost })
    await origins.setSecretKey(tx, author, tx.secrets.keyId)
    return [...endpointIds]
  })

/** Also while other servers run: of several that start at once, one does it. */
export const beginTrail = async (deps: Beginner): Promise<void> => {
  const { secrets } = deps.db
  const known = await origins.find(deps.db)
  if (known) assertKey(known, secrets)
  // With an older key beside it, what servers wrote under that one meanwhile is renewed, too.
  if (known && known.secretKeyId === secrets.keyId && secrets.keyIds.length <= 1) return
  await deps.db.exclusively(async (tx) => {
    const origin = await origins.find(tx)
    if (!origin) return begin(deps, tx)
    assertKey(origin, secrets)
    await changeKey(deps, tx, origin)
  })
}
