// How roles are stored. Accountant and cashier are stored in `duty`, with `support` in `role`, because version 0.2.0 does not know these two roles.

import type { Role } from '../../domain/staff/staff.ts'

type Stored = { role: Role; duty: Role | null }

export const withDuty = <R extends { role: Role }>(row: R): R & Stored =>
  row.role === 'accountant' || row.role === 'cashier' ? { ...row, role: 'support', duty: row.role } : { ...row, duty: null }

/**
 * Restores the actual role. `duty` is ignored unless `role` is `support`, because a server of version 0.2.0 may have changed `role` without
 * clearing `duty`.
 */
export const fromDuty = <R extends { role: Role }>(row: R): R => {
  const { duty } = row as R & Partial<Stored>
  return row.role === 'support' && duty ? { ...row, role: duty } : row
}
