// Second factors of staff accounts: the secret is encrypted, recovery codes are hashed.

import type { SecondFactor } from '../../domain/staff/second-factor.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

type Stored = Omit<SecondFactor, 'recoveryCodes'> & { recoveryCodes: string | null }
const { list, fromRow, toRow } = columnsOf<Stored>()('id, staff_id, secret, confirmed_at, recovery_codes, last_period, created_at')
type FactorRow = ReturnType<typeof toRow>

const read = ({ secrets }: Pick<Query, 'secrets'>, row: FactorRow): SecondFactor => {
  const { secret, recoveryCodes, ...factor } = fromRow(row)
  const place = { businessId: '', mode: '', objectId: row.id, column: 'secret' }
  return {
    ...factor,
    secret: secret === null ? null : secrets.decrypt(place, secret),
    recoveryCodes: recoveryCodes === null ? [] : (JSON.parse(recoveryCodes) as string[]),
  }
}

export const ofStaff = async (db: Query, staffId: string): Promise<SecondFactor | null> => {
  const [row] = await db.query<FactorRow>(`select ${list} from second_factors where staff_id = $1`, [staffId])
  return row ? read(db, row) : null
}

/** Saves a factor. Call this with the account locked. */
export const save = async (tx: Tx, author: Author, factor: SecondFactor): Promise<void> => {
  const recoveryCodes = factor.recoveryCodes.length === 0 ? null : JSON.stringify(factor.recoveryCodes)
  const { id, staff_id, created_at, ...columns } = toRow({ ...factor, recoveryCodes })
  if (await changeRecorded(tx, author, 'second_factor', { id }, () => columns)) return
  await insertRecorded(tx, author, 'second_factor', { id, staff_id, created_at, ...columns })
}
