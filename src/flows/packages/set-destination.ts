// Sets the destination of an unannounced package, once.

import { packageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { setDestination as set } from '../../domain/packages/package.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'

export const setDestination = (deps: Deps, caller: Caller, id: string, country: string): Promise<Package> =>
  deps.db.transaction(async (tx) => {
    const parcel = await packages.load(tx, caller, id)
    const next = set(parcel, country, nowFor(deps, caller))
    if (next === parcel) return parcel
    const saved = await packages.save(tx, caller, parcel, next)
    await recordEvents(deps, tx, caller, [packageEvent('package.changed', saved)])
    return saved
  })
