// Adds and removes containers of a shipment by sea, and fixes and breaks their seals.

import type { Shipment } from '../../domain/shipments/shipment.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Deps } from '../deps.ts'

/** `change`: one of the rules on containers. */
export const changeContainers = (
  deps: Deps,
  author: Author,
  id: string,
  change: (shipment: Shipment, done: { by: string; now: number }) => Shipment,
): Promise<Shipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    return shipments.save(tx, author, before, change(before, { by: author.actor, now: deps.clock() }))
  })
