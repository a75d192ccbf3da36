// Starts the audit trail: records how the store began, and its secrets under the current key. Every start and command runs it first.

import { SECRET_BYTES } from '../../domain/events/webhook.ts'
import { TOTP_SECRET_BYTES, totpSecret } from '../../domain/staff/second-factor.ts'
import { isId } from '../../domain/values/ids.ts'
import type { AuditedType, Author } from '../../store/audit/audit.ts'
import { checkMac } from '../../store/audit/audit.ts'
import { list as listArchives } from '../../store/audit/audit-archives.ts'
import { BASELINE_ACTOR, recordUnrecorded, renewSecrets } from '../../store/audit/audit-baseline.ts'
import { sealAll, sealedRecords, sealsAfter } from '../../store/audit/audit-seals.ts'
import { AUDITED_TABLES } from '../../store/audit/audited-tables.ts'
import type { Origin, TrustedSeal } from '../../store/audit/store-origin.ts'
import * as origins from '../../store/audit/store-origin.ts'
import { assertFinished } from '../../store/backup/unfinished.ts'
import type { Db, Tx } from '../../store/engine/db.ts'
import { StoreRefused, SYSTEM } from '../../store/engine/db.ts'
import { digestKeyId } from '../../store/engine/secrets.ts'
import { secretFrom } from '../../webhooks/sign.ts'
import type { Deps } from '../deps.ts'

const SEALS_AT_ONCE = 100

/** The last seal before the first record without a valid MAC. That record may be forged, and is left for verification to find. */
const trustSealed = async (tx: Tx, { trusted, secretKeyId }: Origin, now: number): Promise<TrustedSeal> => {
  await sealAll(tx, now)
  let isNeeded = secretKeyId !== tx.secrets.keyId
  for (let last = trusted!; ; ) {
    const seals = await sealsAfter(tx, last.number, SEALS_AT_ONCE)
    for (const { number, hash } of seals) {
      const records = await sealedRecords(tx, number)
      if (records.some((record) => checkMac(tx.secrets, record) !== 'fits')) return last
      isNeeded ||= records.some(({ mac }) => digestKeyId(mac!) !== tx.secrets.keyId)
      last = { number, hash }
    }
    if (seals.length < SEALS_AT_ONCE) return isNeeded ? last : trusted!
  }
}

const TYPES = Object.keys(AUDITED_TABLES) as AuditedType[]

type Beginner = Pick<Deps, 'db' | 'clock' | 'newId'>

const ADVICE =
  '"waybill audit verify" shows what was changed. Restore an earlier backup. If the change is legitimate, "waybill secret-key lost" accepts the store as it is.'

const assertKey = (origin: Origin, { keyId, keyIds }: Db['secrets']): void => {
  const { secretKeyId } = origin
  if (secretKeyId === null || keyIds.includes(secretKeyId)) return
  const given = keyId === null ? 'no key is given' : `the key given is ${keyId}`
  throw new StoreRefused(
    `The secrets in this store are under key ${secretKeyId}, and ${given}. Set WAYBILL_SECRET_KEY or WAYBILL_SECRET_KEY_FILE to that key, or put its file back as secret.key in the data directory. If it is lost: waybill secret-key lost.`,
  )
}

/** Throws unless the key that encrypts the store's secrets is among those given. */
export const assertSecretKey = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  const origin = await origins.find(db)
  if (origin) assertKey(origin, db.secrets)
}

/** Records the current state of a store that is not empty, and trusts it. */
const begin = async (deps: Beginner, tx: Tx, author: Author): Promise<void> => {
  const rowsBefore = await origins.countAudited(tx)
  const baseline = { ...author, actor: BASELINE_ACTOR }
  if (rowsBefore > 0) {
    for (const type of TYPES) await recordUnrecorded(tx, baseline, type)
    for (const type of TYPES) await renewSecrets(tx, baseline, type, { none: true, unkeyed: true })
  }
  const trusted = await trustedNow(deps, tx)
  await origins.insert(tx, author, { rowsBefore, secretKeyId: tx.secrets.keyId, createdAt: author.at, trusted })
}

/** Seals the existing records and trusts them. Every later record needs a MAC under the key. */
const trustedNow = async (deps: Beginner, tx: Tx): Promise<Origin['trusted']> => {
  if (tx.secrets.keyId === null) return null
  const seal = await sealAll(tx, deps.clock())
  return seal ? { number: seal.number, hash: seal.hash } : { number: 0, hash: '' }
}

/** Refuses a trail whose origin is missing: somebody may have removed it to have forged rows recorded as true. */
const beginOnce = async (deps: Beginner, tx: Tx): Promise<void> => {
  await assertFinished(tx, deps.db.engine)
  const { isBegun } = await origins.history(tx)
  if (isBegun || (await listArchives(tx)).length > 0)
    throw new StoreRefused(`This store has an audit trail, but its origin record is missing. ${ADVICE}`)
  await begin(deps, tx, { actor: BASELINE_ACTOR, requestId: deps.newId('req'), at: deps.clock() })
}

/** Renews only secrets that nobody could have forged without the key, unless the store has never had a key. */
const changeKey = async (deps: Beginner, tx: Tx, origin: Origin): Promise<void> => {
  const author = { actor: 'secret-key', requestId: deps.newId('req'), at: deps.clock() }
  const { keyId, isTrusted } = await origins.history(tx)
  if (origin.secretKeyId === null && keyId !== null)
    throw new StoreRefused(`This store says that it has no secret key, but it was under key ${keyId} before. ${ADVICE}`)
  const hasMac = isTrusted || origin.trusted !== null || (await origins.isBelied(tx, origin))
  if (hasMac && origins.checkOrigin(tx.secrets, origin) !== 'fits') {
    const expected = origin.secretKeyId ?? tx.secrets.keyId
    throw new StoreRefused(`The origin record of this store was not written by Waybill under key ${expected}. ${ADVICE}`)
  }
  for (const type of TYPES) await renewSecrets(tx, author, type, { none: false, unkeyed: origin.secretKeyId === null })
  const trusted = origin.trusted ? await trustSealed(tx, origin, author.at) : await trustedNow(deps, tx)
  await origins.replace(tx, author, { ...origin, secretKeyId: tx.secrets.keyId, trusted })
}

/** The objects whose secrets were unreadable and have been replaced. */
export type LostSecrets = { endpointIds: string[]; secondFactorIds: string[] }

/**
 * For a lost key: trusts the store as it is, and puts it under the given key. Unreadable secrets are replaced by new ones, so second
 * factors must be set up again. The audit trail records this, and by whom.
 */
export const replaceLostKey = (deps: Deps, author: Author): Promise<LostSecrets> =>
  deps.db.exclusively(SYSTEM, async (tx) => {
    const ids = new Set<string>()
    const lost = (id: string): string => {
      ids.add(id)
      return isId('sfa', id) ? totpSecret(Uint8Array.from(deps.random(TOTP_SECRET_BYTES))) : secretFrom(deps.random(SECRET_BYTES))
    }
    const origin = await origins.find(tx)
    if (!origin) await begin(deps, tx, author)
    for (const type of TYPES) await renewSecrets(tx, author, type, { none: false, unkeyed: false, lost })
    if (origin) await origins.replace(tx, author, { ...origin, secretKeyId: tx.secrets.keyId, trusted: await trustedNow(deps, tx) })
    const { endpointIds = [], secondFactorIds = [] } = Object.groupBy(ids, (id) => (isId('sfa', id) ? 'secondFactorIds' : 'endpointIds'))
    return { endpointIds, secondFactorIds }
  })

/** Safe while other servers run or start. */
export const beginTrail = async (deps: Beginner): Promise<void> => {
  const { secrets } = deps.db
  const known = await origins.find(deps.db)
  if (known) assertKey(known, secrets)
  // If an older key is given as well, other servers may have written under it since: renew those secrets too.
  const isUnderKey = known?.secretKeyId === secrets.keyId && secrets.keyIds.length <= 1
  if (known && isUnderKey && (secrets.keyId === null || known.mac !== null)) return
  await deps.db.exclusively(SYSTEM, async (tx) => {
    const origin = await origins.find(tx)
    if (!origin) return beginOnce(deps, tx)
    assertKey(origin, secrets)
    await changeKey(deps, tx, origin)
  })
}
