// The account that a page shows: the account of a business, or of a customer who is billed directly.

import type { Mode } from '../../scope.tsx'

/** If `customerId` is null, this is the account of the business, which includes all of its payers. */
export type Account = { businessId: string; customerId: string | null; mode: Mode }
