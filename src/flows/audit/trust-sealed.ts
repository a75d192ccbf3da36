// Moves on the seal up to which audit records are believed, before the key that their MACs are under goes out of use.

import { checkMac } from '../../store/audit/audit.ts'
import { sealAll, sealedRecords, sealsAfter } from '../../store/audit/audit-seals.ts'
import type { Origin, TrustedSeal } from '../../store/audit/store-origin.ts'
import type { Query } from '../../store/engine/db.ts'
import { digestKeyId } from '../../store/engine/secrets.ts'

const SEALS_AT_ONCE = 100

/** As far as every record has a MAC under a key that is given: one that has none was slipped in, and stays for verification to find. */
export const trustSealed = async (tx: Query, { trusted, secretKeyId }: Origin, now: number): Promise<TrustedSeal> => {
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
