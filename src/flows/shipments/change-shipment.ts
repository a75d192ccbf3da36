// Corrects what is said of a shipment while it is open.

import type { Shipment, ShipmentDetails } from '../../domain/shipments/shipment.ts'
import { changed, checkSchedule, readMasterDocument } from '../../domain/shipments/shipment.ts'
import { Problems } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Deps } from '../deps.ts'

/** The master document comes as it was typed: which kind it must be depends on the shipment. */
export const changeShipment = (deps: Deps, author: Author, id: string, typed: Partial<ShipmentDetails>): Promise<Shipment> =>
  deps.db.transaction(async (tx) => {
    const before = await shipments.load(tx, id)
    const problems = new Problems()
    const document = typed.masterDocument && readMasterDocument(before.transportMode ?? 'air', typed.masterDocument, problems)
    const next = changed(before, { ...typed, ...(document ? { masterDocument: document } : {}) })
    checkSchedule(next, problems)
    problems.throwIfAny()
    return shipments.save(tx, author, before, next)
  })
