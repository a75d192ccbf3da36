// Second factors of people who work for client businesses.

import { createSecondFactorTable } from '../staff/second-factor-table.ts'

export const userFactors = createSecondFactorTable({ table: 'user_second_factors', type: 'user_second_factor', owner: 'user_id' })
