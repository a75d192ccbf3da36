// Adds an extra from the price list to a shipment. The price is split into charges for the shipment's packages.

import type { Charge } from '../../../domain/billing/charge.ts'
import { spreadKobo } from '../../../domain/billing/charge.ts'
import type { Package } from '../../../domain/packages/package.ts'
import type { Shipment } from '../../../domain/shipments/shipment.ts'
import { nameOf } from '../../../domain/shipments/shipment.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import type { Scope } from '../../../domain/values/scope.ts'
import type { Author } from '../../../store/audit/audit.ts'
import * as shipmentPackages from '../../../store/shipments/shipment-packages.ts'
import * as shipments from '../../../store/shipments/shipments.ts'
import type { Deps } from '../../deps.ts'
import { lockedCallersFor } from '../../packages/save-packages.ts'
import { addCharges } from './add-charges.ts'
import type { ExtraRequest } from './add-extra.ts'
import { pricedExtra } from './add-extra.ts'
import { lockToCharge } from './charge-storage.ts'

const GRAMS_PER_KG = 1_000
const CUBIC_CM_PER_CBM = 1_000_000

/**
 * Each package's share of the price: by weight for air, by volume for ocean. If one package has no weight or volume, all get equal shares.
 */
const sharesOf = ({ transportMode }: Shipment, parcels: readonly Package[]): number[] => {
  const measure = ({ volumeCbm, actualWeightKg, declaredWeightKg }: Package): number =>
    transportMode === 'ocean'
      ? Math.round((volumeCbm ?? 0) * CUBIC_CM_PER_CBM)
      : Math.round((actualWeightKg ?? declaredWeightKg ?? 0) * GRAMS_PER_KG)
  const measured = parcels.map(measure)
  return measured.every((size) => size > 0) ? measured : parcels.map(() => 1)
}

export const addShipmentExtra = (
  deps: Deps,
  author: Author,
  shipmentId: string,
  request: Omit<ExtraRequest, 'for'>,
): Promise<{ scope: Scope; charge: Charge }[]> =>
  deps.db.transaction(author, async (tx) => {
    const shipment = await shipments.load(tx, shipmentId, author.seen)
    // Saves the shipment unchanged. If another transaction adds a package to the shipment at the same time, the two transactions conflict,
    // and one is retried.
    await shipments.save(tx, author, shipment, shipment)
    const found = await shipmentPackages.ofShipment(tx, shipment.id)
    if (found.length === 0) throw new Rejection('INVALID_TRANSITION', `Shipment ${nameOf(shipment)} is empty; there is nobody to charge.`)
    const { item, unitKobo } = await pricedExtra(deps, tx, request)
    const parts = spreadKobo(
      unitKobo * request.quantity,
      sharesOf(
        shipment,
        found.map(({ parcel }) => parcel),
      ),
    )
    const callerOf = await lockedCallersFor(tx, author, found)
    const made: { scope: Scope; charge: Charge }[] = []
    const owed = found.map((each, index) => ({ ...each, kobo: parts[index]! }))
    for (const [caller, own] of Map.groupBy(owed, ({ scope }) => callerOf(scope))) {
      const ids = own.map(({ parcel }) => parcel.id)
      const customerOf = new Map((await lockToCharge(tx, caller, ids)).map(({ id, customerId }) => [id, customerId]))
      const wanted = own.map(({ parcel, kobo }) => ({
        kind: item.kind,
        description: `${item.name}, shipment ${nameOf(shipment)}, part of package ${parcel.parcelNumber}${request.note ? `: ${request.note}` : ''}`,
        unitKobo: kobo,
        direction: parcel.tradeDirection,
        customerId: customerOf.get(parcel.id)!,
        quoteId: parcel.quoteId,
        packageId: parcel.id,
        shipmentId: shipment.id,
      }))
      for (const charge of await addCharges(deps, tx, caller, wanted)) made.push({ scope: own[0]!.scope, charge })
    }
    return made
  })
