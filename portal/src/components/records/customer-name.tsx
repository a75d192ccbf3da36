// A customer by ID and name, as a link, where a record has only the customer's token.

import { Link } from 'wouter'
import { useRead } from '../../scope.tsx'

const FRESH_FOR_ALL = 100

/** Finds the customer among the newest, which are read in one request, or else reads it by itself. */
export const CustomerName = ({ id }: { id: string }) => {
  const newest = useRead('listCustomers', { query: { status: 'all', per_page: FRESH_FOR_ALL } })
  const known = newest.data?.data.find((each) => each.parcel_customer_id === id)
  const { data } = useRead('getCustomer', { id }, { isOn: newest.data !== undefined && known === undefined })
  const customer = known ?? data?.data
  if (!customer) return null
  return (
    <Link href={`/customers/${id}`} className="above">
      {customer.address_suffix} · {customer.full_name}
    </Link>
  )
}
