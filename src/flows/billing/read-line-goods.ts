// For the lines of new invoices, reads the quote, packages, customer and shipment of each charge.

import type { Charge } from '../../domain/billing/charge.ts'
import { goodsOf } from '../../domain/billing/charged-goods.ts'
import type { LineGoods } from '../../domain/billing/line-goods.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import { nameOf } from '../../domain/shipments/shipment.ts'
import type { Query } from '../../platform/engine/db.ts'
import { chunks } from '../../platform/engine/rows.ts'
import * as customers from '../../store/customers/customers.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Caller } from '../deps.ts'

const READ_AT_ONCE_MAX = 500

const inChunks = async <T>(ids: Iterable<string>, read: (some: string[]) => Promise<T[]>): Promise<T[]> => {
  const found: T[] = []
  for (const some of chunks([...new Set(ids)], READ_AT_ONCE_MAX)) found.push(...(await read([...some])))
  return found
}

const byId = <T extends { id: string }>(records: readonly T[]): Map<string, T> => new Map(records.map((record) => [record.id, record]))

export const readLineGoods = async (
  db: Query,
  caller: Caller,
  billed: readonly Charge[],
): Promise<(charge: Charge) => LineGoods | null> => {
  const quoteIds = billed.flatMap(({ quoteId }) => quoteId ?? [])
  const booked = byId(await inChunks(quoteIds, (some) => quotes.loadAll(db, caller, some)))
  const siblings = Map.groupBy(await inChunks(quoteIds, (some) => packages.ofQuotes(db, caller, some)), ({ quoteId }) => quoteId)
  const parcels = byId([
    ...[...siblings.values()].flat(),
    ...(await inChunks(
      billed.flatMap(({ packageId }) => packageId ?? []),
      (some) => packages.ofIds(db, caller, some),
    )),
  ])
  const owners = await inChunks(
    [...parcels.values(), ...booked.values()].flatMap(({ customerId }) => customerId ?? []),
    async (some) => [...(await customers.byIds(db, caller, some)).values()],
  )
  const voyages = await inChunks(
    [...parcels.values()].flatMap(({ shipmentId }) => shipmentId ?? []),
    (some) => shipments.ofIds(db, some),
  )
  const [customerOf, shipmentOf] = [byId(owners), byId(voyages)]
  return (charge) => {
    const quote = charge.quoteId === null ? null : (booked.get(charge.quoteId) ?? null)
    const own = parcelsOf(charge, quote, parcels, siblings)
    const customerId = own[0]?.customerId ?? quote?.customerId ?? charge.customerId
    const voyage = shipmentOf.get(own[0]?.shipmentId ?? '')
    return goodsOf(charge, {
      quote,
      parcels: own,
      customer: customerOf.get(customerId ?? '') ?? null,
      // A carrier's shipment has no Waybill number and is left out. The line already names the packages in such a shipment.
      shipment: voyage?.number ? nameOf(voyage) : null,
      timeZone: caller.business.timeZone,
    })
  }
}

/** The packages that a charge is for. Freight is for all packages of the booking that were not cancelled. */
const parcelsOf = (
  { kind, packageId }: Charge,
  quote: Quote | null,
  parcels: ReadonlyMap<string, Package>,
  siblings: ReadonlyMap<string | null, Package[]>,
): Package[] => {
  const named = packageId === null ? undefined : parcels.get(packageId)
  const kept = kind === 'freight' && quote ? (siblings.get(quote.id) ?? []).filter(({ status }) => status !== 'cancelled') : []
  return kept.length > 0 ? kept : [named].filter((parcel) => parcel !== undefined)
}
