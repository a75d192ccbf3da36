// The columns of a role. Version 0.2.0 does not know accountant and cashier: these are stored in `duty`, with `support` as `role`.

import type { Role } from '../../domain/staff/staff.ts'

type Stored = { role: Role; duty: Role | null }

export const withDuty = <R extends { role: Role }>(row: R): R & Stored =>
  row.role === 'accountant' || row.role === 'cashier' ? { ...row, role: 'support', duty: row.role } : { ...row, duty: null }

/** The duty counts only with the role `support`. A server of version 0.2.0 may have changed the role since, without clearing the duty. */
export const fromDuty = <R extends { role: Role }>(row: R): R => {
  const { duty } = row as R & Partial<Stored>
  return row.role === 'support' && duty ? { ...row, role: duty } : row
}
