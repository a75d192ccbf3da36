// The second factors of staff accounts or of business users. The secret is encrypted, and recovery codes are hashed.

import type { SecondFactor } from '../../domain/staff/second-factor.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { AuditedType, Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

type Stored = Omit<SecondFactor, 'recoveryCodes' | 'ownerId'> & { recoveryCodes: string | null }
const plain = columnsOf<Stored>()('id, secret, confirmed_at, recovery_codes, last_period, created_at')
type FactorRow = ReturnType<typeof plain.toRow> & { owner_id: string }

const read = ({ secrets }: Pick<Query, 'secrets'>, { owner_id: ownerId, ...row }: FactorRow): SecondFactor => {
  const { secret, recoveryCodes, ...factor } = plain.fromRow(row)
  const place = { businessId: '', mode: '', objectId: row.id, column: 'secret' }
  return {
    ...factor,
    ownerId,
    secret: secret === null ? null : secrets.decrypt(place, secret),
    recoveryCodes: recoveryCodes === null ? [] : (JSON.parse(recoveryCodes) as string[]),
  }
}

type Owned = { table: 'second_factors' | 'user_second_factors'; type: AuditedType; owner: 'staff_id' | 'user_id' }

export const createSecondFactorTable = ({ table, type, owner }: Owned) => ({
  ofOwner: async (db: Query, ownerId: string): Promise<SecondFactor | null> => {
    const [row] = await db.query<FactorRow>(`select ${plain.list}, ${owner} as owner_id from ${table} where ${owner} = $1`, [ownerId])
    return row ? read(db, row) : null
  },

  /** Saves a factor. Call this with the account locked. */
  save: async (tx: Tx, author: Author, { ownerId, ...factor }: SecondFactor): Promise<void> => {
    const recoveryCodes = factor.recoveryCodes.length === 0 ? null : JSON.stringify(factor.recoveryCodes)
    const { id, created_at, ...columns } = plain.toRow({ ...factor, recoveryCodes })
    if (await changeRecorded(tx, author, type, { id }, () => columns)) return
    await insertRecorded(tx, author, type, { id, [owner]: ownerId, created_at, ...columns })
  },
})

export type SecondFactorTable = ReturnType<typeof createSecondFactorTable>
