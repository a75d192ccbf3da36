// Deletes expired codes, counts of wrong codes and sessions of the portal.

import { SYSTEM } from '../../platform/engine/db.ts'
import * as sessions from '../../store/members/sessions.ts'
import * as codes from '../../store/members/sign-in-codes.ts'
import * as failures from '../../store/members/sign-in-failures.ts'
import type { Deps } from '../deps.ts'

export const pruneSignIns = (deps: Deps): Promise<void> =>
  deps.db.transaction(SYSTEM, async (tx) => {
    await codes.prune(tx, deps.clock())
    await failures.prune(tx, deps.clock())
    await sessions.prune(tx, deps.clock())
  })
