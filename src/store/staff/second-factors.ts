// Second factors of staff accounts.

import { createSecondFactorTable } from './second-factor-table.ts'

export const staffFactors = createSecondFactorTable({ table: 'second_factors', type: 'second_factor', owner: 'staff_id' })
