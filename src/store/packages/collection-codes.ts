// Collection codes, which must be shown when a package is handed out. They are stored encrypted, and never appear in events or audit records.

import type { CollectionCode } from '../../domain/packages/collection.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'
import { keyIdOf, UnknownSecretKey } from '../../platform/engine/secrets.ts'

type CodeRow = { package_id: string; code: string; wrong_codes: number }

const placeOf = ({ businessId, mode }: Scope, packageId: string) => ({ businessId, mode, objectId: packageId, column: 'code' })

/** Sets the collection code of a package. The new code replaces an earlier code. */
export const put = async (tx: Tx, scope: Scope, packageId: string, code: string, now: number): Promise<void> => {
  await tx.execute(
    `insert into collection_codes (business_id, mode, package_id, code, wrong_codes, created_at) values ($1, $2, $3, $4, 0, $5)
     on conflict (business_id, mode, package_id) do update set code = excluded.code, wrong_codes = 0, created_at = excluded.created_at`,
    scopeValues(scope, packageId, tx.secrets.encrypt(placeOf(scope, packageId), code), now),
  )
}

/** Null if the encryption key of the code is missing, for example after a restore without the key. */
const read = ({ secrets }: Pick<Query, 'secrets'>, scope: Scope, row: CodeRow): CollectionCode | null => {
  try {
    return { code: secrets.decrypt(placeOf(scope, row.package_id), row.code), wrongCodes: row.wrong_codes }
  } catch (error) {
    if (error instanceof UnknownSecretKey) return null
    throw error
  }
}

/** The collection codes by package id. Packages without a code are left out. */
export const ofPackages = async (db: Query, scope: Scope, ids: readonly string[]): Promise<Map<string, CollectionCode>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.query<CodeRow>(
    `select package_id, code, wrong_codes from collection_codes
     where ${IN_SCOPE} and package_id in (${parameters(ids.length, 3)})`,
    scopeValues(scope, ...ids),
  )
  return new Map(
    rows.flatMap((row) => {
      const code = read(db, scope, row)
      return code ? [[row.package_id, code] as const] : []
    }),
  )
}

const ONE = `${IN_SCOPE} and package_id = $3`

/** Locks the code until the transaction ends, so that several wrong codes entered at the same moment are all counted. */
export const lock = async (tx: Tx, scope: Scope, packageId: string): Promise<CollectionCode | null> => {
  await tx.execute(`update collection_codes set code = code where ${ONE}`, scopeValues(scope, packageId))
  return (await ofPackages(tx, scope, [packageId])).get(packageId) ?? null
}

export const countWrong = async (tx: Tx, scope: Scope, packageId: string): Promise<void> => {
  await tx.execute(`update collection_codes set wrong_codes = wrong_codes + 1 where ${ONE}`, scopeValues(scope, packageId))
}

const RENEWED_AT_ONCE = 200

/** Encrypts all codes again, with the current key. A code whose key was lost stays as it is, and is treated as missing. */
export const renewSecrets = async (tx: Tx): Promise<void> => {
  for (let after = ['', '', '']; ; ) {
    const rows = await tx.query<CodeRow & { business_id: string; mode: Scope['mode'] }>(
      `select business_id, mode, package_id, code, wrong_codes from collection_codes where (business_id, mode, package_id) > ($1, $2, $3)
       order by business_id, mode, package_id limit ${RENEWED_AT_ONCE}`,
      after,
    )
    for (const { business_id: businessId, mode, ...row } of rows) {
      after = [businessId, mode, row.package_id]
      const scope: Scope = { businessId, mode }
      const known = keyIdOf(row.code) === tx.secrets.keyId ? null : read(tx, scope, row)
      if (!known) continue
      const renewed = tx.secrets.encrypt(placeOf(scope, row.package_id), known.code)
      await tx.execute(`update collection_codes set code = $4 where ${ONE}`, [businessId, mode, row.package_id, renewed])
    }
    if (rows.length < RENEWED_AT_ONCE) return
  }
}
