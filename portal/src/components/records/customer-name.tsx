// Shows a customer as a link with ID and name, for records that contain only the customer's token.

import { Link } from 'wouter'
import { mayOpenPath } from '../../registry.ts'
import { usePlace, useRead } from '../../scope.tsx'
import type { Parcel } from '../../wire.ts'

const FRESH_FOR_ALL = 100

/**
 * Looks for the customer among the newest customers, which are read in one request. A customer who is not among them is read separately.
 * `identifier` is shown until the customer has been read.
 */
export const CustomerName = ({ id, identifier = null }: { id: string; identifier?: string | null }) => {
  const newest = useRead('listCustomers', { query: { status: 'all', per_page: FRESH_FOR_ALL } })
  const known = newest.data?.data.find((each) => each.parcel_customer_id === id)
  const { data } = useRead('getCustomer', { id }, { isOn: newest.data !== undefined && known === undefined })
  const customer = known ?? data?.data
  if (!customer) return identifier
  return (
    <Link href={`/customers/${id}`} className="above">
      {[customer.address_suffix, customer.full_name].filter(Boolean).join(' · ')}
    </Link>
  )
}

type OfCustomer = Pick<Parcel, 'parcel_customer_id' | 'customer_identifier'>

/** The customer of a package. Roles that cannot open customers see only the ID. */
export const PackageCustomer = ({ parcel: { parcel_customer_id: id, customer_identifier: identifier } }: { parcel: OfCustomer }) => {
  const { role } = usePlace()
  if (id === null || !mayOpenPath(role, '/customers')) return identifier ?? ''
  return <CustomerName id={id} identifier={identifier ?? null} />
}
