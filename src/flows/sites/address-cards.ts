// The delivery addresses of a customer, or of a business itself: one card for each open site that takes parcels in and has an address.

import type { AddressCard } from '../../domain/sites/address-card.ts'
import { addressCard, businessAddressee, customerAddressee } from '../../domain/sites/address-card.ts'
import { takesIn } from '../../domain/sites/site.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Caller, Deps } from '../deps.ts'
import { viewSites } from './view-sites.ts'

const FIELD = 'customer_id'

const findAddressee = async ({ db }: Deps, caller: Caller, id: string | undefined) => {
  const { business } = caller
  if (id === undefined) {
    if (business.parcelCustomerAccount)
      throw invalidField(FIELD, 'is required: this account has parcels for its customers only, each under the ID of the customer')
    return businessAddressee(business)
  }
  const customer = await customers.findByAnyId(db, caller, business.prefix, id)
  if (!customer) {
    const problems = [{ field: FIELD, message: 'does not match a parcel customer of this business' }]
    throw new Rejection('CUSTOMER_NOT_FOUND', undefined, { problems })
  }
  if (customer.status === 'inactive')
    throw new Rejection('CUSTOMER_INACTIVE', undefined, { problems: [{ field: FIELD, message: 'names an inactive parcel customer' }] })
  return customerAddressee(customer, business)
}

/** `customerId`: a token, or a unique ID in its full or short form. If undefined, the cards are for the business itself. */
export const readAddressCards = async (deps: Deps, caller: Caller, customerId: string | undefined): Promise<AddressCard[]> => {
  const addressee = await findAddressee(deps, caller, customerId)
  const sites = await viewSites(deps.db)
  return sites.flatMap(({ site, address }) =>
    site.closedAt === null && takesIn(site) && address !== null ? [addressCard(site, address, addressee)] : [],
  )
}
