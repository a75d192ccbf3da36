// The columns of a role: `role` holds one that every version knows, `duty` the accountant or cashier that it is.

import type { Role } from '../../domain/staff/staff.ts'

type Stored = { role: Role; duty: Role | null }

export const withDuty = <R extends { role: Role }>(row: R): R & Stored =>
  row.role === 'accountant' || row.role === 'cashier' ? { ...row, role: 'support', duty: row.role } : { ...row, duty: null }

/** A server of the version before may have given the account another role since. */
export const fromDuty = <R extends { role: Role }>(row: R): R => {
  const { duty } = row as R & Partial<Stored>
  return row.role === 'support' && duty ? { ...row, role: duty } : row
}
