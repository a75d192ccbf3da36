// The operator's details and logo. The table has at most one row.

import type { BankAccount, DispensableDetail, Operator } from '../../domain/operator/operator.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'

type Stored = Omit<Operator, 'address' | 'bank' | 'statesNone'> & { address: string; bank: string | null; withoutDetails: string | null }

const { list, fromRow, toRow } = columnsOf<Stored>()(
  'name, address, time_zone, email, phone, website, tax_number, bank, without_details, logo_sha256, colour, abandoned_after_days',
)
type OperatorRow = ReturnType<typeof toRow>

const ID = 'operator'

/** The operator's record; null until its details are entered. */
export const find = async (db: Query): Promise<Operator | null> => {
  const [row] = await db.query<OperatorRow>(`select ${list} from operator where id = $1`, [ID])
  if (!row) return null
  const stored = fromRow(row)
  const bank = stored.bank === null ? null : (JSON.parse(stored.bank) as BankAccount)
  const statesNone = JSON.parse(stored.withoutDetails ?? '[]') as DispensableDetail[]
  return { ...stored, address: JSON.parse(stored.address) as Operator['address'], bank, statesNone }
}

/** Saves everything but the logo. Call in an exclusive transaction. */
export const save = async (tx: Tx, author: Author, { logoSha256: _own, ...operator }: Operator, now: number): Promise<void> => {
  const bank = operator.bank && JSON.stringify(operator.bank)
  const texts = {
    address: JSON.stringify(operator.address),
    withoutDetails: operator.statesNone.length === 0 ? null : JSON.stringify(operator.statesNone),
  }
  const { logo_sha256: _kept, ...row } = toRow({ ...operator, ...texts, bank, logoSha256: null })
  if (await changeRecorded(tx, author, 'operator', { id: ID }, () => row)) return
  await insertRecorded(tx, author, 'operator', { id: ID, ...row, logo: null, logo_sha256: null, created_at: now })
}

export type Logo = { sha256: string; bytes: Uint8Array }

/** Sets the logo; null removes the logo. Returns false if the operator's details have not been entered yet. */
export const saveLogo = async (tx: Tx, author: Author, logo: Logo | null): Promise<boolean> => {
  const columns = { logo: logo?.bytes ?? null, logo_sha256: logo?.sha256 ?? null }
  return (await changeRecorded(tx, author, 'operator', { id: ID }, () => columns)) !== null
}

export const findLogo = async (db: Query): Promise<Logo | null> => {
  const sql = 'select logo_sha256, logo from operator where id = $1 and logo is not null'
  const [row] = await db.query<{ logo_sha256: string; logo: Uint8Array }>(sql, [ID])
  return row ? { sha256: row.logo_sha256, bytes: row.logo } : null
}
