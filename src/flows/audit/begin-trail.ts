// Begins the audit trail of a store and encrypts the store's secrets with the current key. Runs first at every server start and before most commands.

import { SECRET_BYTES } from '../../domain/events/webhook.ts'
import { TOTP_SECRET_BYTES, totpSecret } from '../../domain/staff/second-factor.ts'
import { isId } from '../../domain/values/ids.ts'
import { assertFinished } from '../../platform/backup/unfinished.ts'
import type { Db, Tx } from '../../platform/engine/db.ts'
import { StoreRefused, SYSTEM } from '../../platform/engine/db.ts'
import type { Secrets } from '../../platform/engine/secrets.ts'
import { digestKeyId } from '../../platform/engine/secrets.ts'
import type { AuditedType, Author } from '../../store/audit/audit.ts'
import { checkMac } from '../../store/audit/audit.ts'
import { list as listArchives } from '../../store/audit/audit-archives.ts'
import { sealAll, sealedRecords, sealsAfter } from '../../store/audit/audit-seals.ts'
import { AUDITED_TABLES } from '../../store/audit/audited-tables.ts'
import { renewSecrets } from '../../store/audit/renew-secrets.ts'
import type { Origin, TrustedSeal } from '../../store/audit/store-origin.ts'
import * as origins from '../../store/audit/store-origin.ts'
import * as messages from '../../store/messages/messages.ts'
import * as collectionCodes from '../../store/packages/collection-codes.ts'
import { secretFrom } from '../../webhooks/sign.ts'
import type { Deps } from '../deps.ts'

const SEALS_AT_ONCE = 100
const TYPES = Object.keys(AUDITED_TABLES) as AuditedType[]
const ADVICE =
  '"waybill audit verify" shows what was changed. Restore an earlier backup. If the change is legitimate, "waybill secret-key lost" accepts the store as it is.'

type Beginner = Pick<Deps, 'db' | 'clock' | 'newId'>

const assertKey = (origin: Origin, { keyId, keyIds }: Db['secrets']): void => {
  const { secretKeyId } = origin
  if (secretKeyId === null || keyIds.includes(secretKeyId)) return
  const given = keyId === null ? 'no key is given' : `the key given is ${keyId}`
  throw new StoreRefused(
    `The secrets in this store are under key ${secretKeyId}, and ${given}. Set WAYBILL_SECRET_KEY or WAYBILL_SECRET_KEY_FILE to that key, or put its file back as secret.key in the data directory. A key that the first start made is in the data directory of that server. If it is lost: waybill secret-key lost.`,
  )
}

/** Refuses a store whose secrets are encrypted with a key that is missing from the settings. */
export const assertSecretKey = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  const origin = await origins.find(db)
  if (origin) assertKey(origin, db.secrets)
}

/**
 * Seals all records and returns the last seal as the trusted seal. Records up to the trusted seal need no MAC, and every later record needs
 * one. Returns null if there is no secret key.
 */
const trustAllSealed = async (tx: Tx, now: number): Promise<TrustedSeal | null> => {
  if (tx.secrets.keyId === null) return null
  const seal = await sealAll(tx, now)
  return seal ? { number: seal.number, hash: seal.hash } : { number: 0, hash: '' }
}

/** Moves the trusted seal forward, but not past a record without a valid MAC. Verification must still report that record. */
const moveTrusted = async (tx: Tx, trusted: TrustedSeal, secretKeyId: string | null, now: number): Promise<TrustedSeal> => {
  await sealAll(tx, now)
  let isNeeded = secretKeyId !== tx.secrets.keyId
  for (let last = trusted; ; ) {
    const seals = await sealsAfter(tx, last.number, SEALS_AT_ONCE)
    for (const { number, hash } of seals) {
      const records = await sealedRecords(tx, number)
      if (records.some((record) => checkMac(tx.secrets, record) !== 'fits')) return last
      isNeeded ||= records.some(({ mac }) => digestKeyId(mac!) !== tx.secrets.keyId)
      last = { number, hash }
    }
    if (seals.length < SEALS_AT_ONCE) return isNeeded ? last : trusted
  }
}

/** Makes a secret key for a store if the settings contain none. Called before anything is encrypted. */
export type MakeKey = () => Promise<Secrets>

const withKey = async (tx: Tx, makeKey: MakeKey | undefined): Promise<Tx> =>
  tx.secrets.keyId === null && makeKey ? { ...tx, secrets: await makeKey() } : tx

/**
 * Records the origin of a store that is new or was made by version 0.1. A store of version 0.1 has data, but no origin and no digests of
 * secrets. A key is made only for an empty store, because other servers may use the secrets of a store with data.
 */
const begin = async (deps: Beginner, opened: Tx, makeKey: MakeKey | undefined): Promise<void> => {
  await assertFinished(opened, deps.db.engine)
  const { isBegun } = await origins.history(opened)
  if (isBegun || (await listArchives(opened)).length > 0)
    throw new StoreRefused(`This store has an audit trail, but its origin record is missing. ${ADVICE}`)
  const rowsBefore = await origins.countAudited(opened)
  const tx = rowsBefore === 0 ? await withKey(opened, makeKey) : opened
  const author = { actor: 'audit-baseline', requestId: deps.newId('req'), at: deps.clock() }
  for (const type of TYPES) await renewSecrets(tx, author, type, 'all')
  const trusted = await trustAllSealed(tx, author.at)
  await origins.insert(tx, author, { rowsBefore, secretKeyId: tx.secrets.keyId, createdAt: author.at, trusted })
}

/**
 * Whether the MAC of the origin row is valid. An origin row that was written without a key is accepted if no audit record has a MAC or a
 * keyed digest.
 */
const isProved = async (tx: Tx, origin: Origin): Promise<boolean> =>
  origins.isUnkeyed(origin) ? !(await origins.hasKeyedRecords(tx)) : origins.checkOrigin(tx.secrets, origin) === 'fits'

/** Encrypts all secrets with the current key. Accepts digests that were made without a key only from a store that never had a key. */
const changeKey = async (deps: Beginner, tx: Tx, origin: Origin): Promise<void> => {
  const author = { actor: 'secret-key', requestId: deps.newId('req'), at: deps.clock() }
  const { keyId } = await origins.history(tx)
  if (origin.secretKeyId === null && keyId !== null)
    throw new StoreRefused(`This store says that it has no secret key, but it was under key ${keyId} before. ${ADVICE}`)
  if (!(await isProved(tx, origin))) {
    const expected = origin.secretKeyId ?? tx.secrets.keyId
    throw new StoreRefused(`The origin record of this store was not written by Waybill under key ${expected}. ${ADVICE}`)
  }
  for (const type of TYPES) await renewSecrets(tx, author, type, origin.secretKeyId === null ? 'with digest' : 'with keyed digest')
  await renewUnaudited(tx)
  const trusted = origin.trusted
    ? await moveTrusted(tx, origin.trusted, origin.secretKeyId, author.at)
    : await trustAllSealed(tx, author.at)
  await origins.replace(tx, author, { ...origin, secretKeyId: tx.secrets.keyId, trusted })
}

/** Uses the current key to encrypt the secrets in tables that have no audit trail. */
const renewUnaudited = async (tx: Tx): Promise<void> => {
  await collectionCodes.renewSecrets(tx)
  await messages.renewSecrets(tx)
}

/**
 * The webhook endpoints and second factors whose unreadable secrets were replaced. `keyId`: the key now in use; null if there is no key.
 */
export type LostSecrets = { keyId: string | null; endpointIds: string[]; secondFactorIds: string[] }

/**
 * Call this after a key is lost. Accepts all records and all readable secrets as they are, and encrypts the secrets with the current key.
 * Replaces unreadable secrets of webhooks and second factors with new ones. The audit trail names `author` for these changes.
 */
export const replaceLostKey = (deps: Deps, author: Author, makeKey?: MakeKey): Promise<LostSecrets> =>
  deps.db.exclusively(SYSTEM, async (opened) => {
    const tx = await withKey(opened, makeKey)
    const ids = new Set<string>()
    const replaceLost = (id: string): string => {
      ids.add(id)
      return isId('sfa', id) ? totpSecret(Uint8Array.from(deps.random(TOTP_SECRET_BYTES))) : secretFrom(deps.random(SECRET_BYTES))
    }
    const origin = await origins.find(tx)
    for (const type of TYPES) await renewSecrets(tx, author, type, 'all', replaceLost)
    await renewUnaudited(tx)
    const trusted = await trustAllSealed(tx, deps.clock())
    if (origin) await origins.replace(tx, author, { ...origin, secretKeyId: tx.secrets.keyId, trusted })
    else {
      const rowsBefore = await origins.countAudited(tx)
      await origins.insert(tx, author, { rowsBefore, secretKeyId: tx.secrets.keyId, createdAt: author.at, trusted })
    }
    const [secondFactorIds, endpointIds] = [[...ids].filter((id) => isId('sfa', id)), [...ids].filter((id) => !isId('sfa', id))]
    return { keyId: tx.secrets.keyId, endpointIds, secondFactorIds }
  })

/**
 * Begins the audit trail and encrypts the secrets with the current key. If several servers call this at once, only one of them makes the
 * change. For a new store, calls `makeKey` if the settings contain no key.
 */
export const beginTrail = async (deps: Beginner, makeKey?: MakeKey): Promise<void> => {
  const { secrets } = deps.db
  const known = await origins.find(deps.db)
  if (known) assertKey(known, secrets)
  // While the settings also contain an older key, every start encrypts the secrets again, because another server may still use the older
  // key.
  const isUnderKey = known?.secretKeyId === secrets.keyId && secrets.keyIds.length <= 1
  if (known && isUnderKey && (secrets.keyId === null || known.mac !== null)) return
  await deps.db.exclusively(SYSTEM, async (tx) => {
    const origin = await origins.find(tx)
    if (!origin) return begin(deps, tx, makeKey)
    assertKey(origin, secrets)
    await changeKey(deps, tx, origin)
  })
}
