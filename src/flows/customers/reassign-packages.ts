// Reassigns packages to a customer in batches, with audit records and events.

import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Tx } from '../../store/engine/db.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'

/** How many are read and written at once, a few milliseconds' work: a customer may have thousands, and others are served in between. */
export const MOVED_AT_ONCE = 100

export const givePackages = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  parcels: readonly Package[],
  to: Parameters<typeof packages.reassign>[3],
): Promise<void> => {
  if (parcels.length === 0) return
  const saved = await packages.reassign(tx, caller, parcels, to)
  await recordEvents(
    deps,
    tx,
    caller,
    saved.map((parcel) => packageEvent('package.changed', parcel)),
  )
}
