// Finds the announcements that match a scanned courier number, with their customers.

import type { Business } from '../../domain/businesses/business.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import { fullName } from '../../domain/customers/customer.ts'
import { courierKey, isCourierNumber } from '../../domain/inbound/courier-number.ts'
import type { InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import { announcementsOf } from '../../domain/inbound/inbound-parcel.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as customers from '../../store/customers/customers.ts'
import type { FoundInbound } from '../../store/inbound/inbound-parcels.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'

/** `customer`: null for a parcel of the business itself. */
export type InboundMatch = { scope: Scope; business: Business; customer: Customer | null; inbound: InboundParcel }

export const matchOf = async (db: Query, { scope, inbound }: FoundInbound): Promise<InboundMatch> => {
  const { customerId } = inbound
  const [business, customer] = await Promise.all([
    businesses.find(db, scope.businessId),
    customerId === null ? null : customers.loadKept(db, scope, customerId),
  ])
  return { scope, business: business!, customer, inbound }
}

export const findAnnounced = async (
  db: Query,
  mode: Mode,
  text: string,
  now: number,
): Promise<{ matches: InboundMatch[]; isSure: boolean }> => {
  const key = courierKey(text)
  if (!isCourierNumber(text)) return { matches: [], isSure: false }
  const { matches, isSure } = announcementsOf(await inboundParcels.byNumber(db, mode, key), key, now)
  return { matches: await Promise.all(matches.map((found) => matchOf(db, found))), isSure }
}

/** A name that lets staff tell several matches apart. */
export const nameOfMatch = ({ business, customer, inbound }: InboundMatch): string =>
  `${inbound.id}, ${inbound.status}, of ${customer ? `${customer.addressSuffix} ${fullName(customer)} of ` : ''}${business.name}`
