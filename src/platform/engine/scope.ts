// The scope of rows: the business and the mode in their first two columns.

import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Value } from './db.ts'

/** The condition on the scope. Its values are the first two parameters of the statement. */
export const IN_SCOPE = 'business_id = $1 and mode = $2'

/** The parameters of a statement with `IN_SCOPE`: those of the scope, then `more`. */
export const scopeValues = ({ businessId, mode }: Scope, ...more: readonly Value[]): Value[] => [businessId, mode, ...more]

export type ScopeColumns = { business_id: string; mode: Mode }

export const scopeColumns = ({ businessId, mode }: Scope): ScopeColumns => ({ business_id: businessId, mode })

export const scopeOf = ({ business_id: businessId, mode }: ScopeColumns): Scope => ({ businessId, mode })
