// The scope of rows: their business and mode, as an SQL condition and as column values.

import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Value } from './db.ts'

/** The condition that limits rows to a scope. The business and the mode are the first two parameters of the statement. */
export const IN_SCOPE = 'business_id = $1 and mode = $2'

/** The parameters of a statement with `IN_SCOPE`: the business and the mode, then `more`. */
export const scopeValues = ({ businessId, mode }: Scope, ...more: readonly Value[]): Value[] => [businessId, mode, ...more]

export type ScopeColumns = { business_id: string; mode: Mode }

export const scopeColumns = ({ businessId, mode }: Scope): ScopeColumns => ({ business_id: businessId, mode })

export const scopeOf = ({ business_id: businessId, mode }: ScopeColumns): Scope => ({ businessId, mode })
