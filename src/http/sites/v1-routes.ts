// /v1/warehouse_addresses: the addresses to which suppliers send the parcels of a customer, exactly as suppliers must write them.

import type { FastifyInstance } from 'fastify'
import { invalidField } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { readAddressCards } from '../../flows/sites/address-cards.ts'
import { goodAnswer, route } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { presentAddressCard } from './v1-present.ts'
import { WAREHOUSE_ADDRESS, WarehouseAddressesAnswer } from './v1-schemas.ts'

const CUSTOMER = 'Customer token or unique ID, full or short; without it, the addresses are for the business itself'

const AddressesQuery = Type.Object({
  customer_id: Type.Optional(Type.Text({ description: CUSTOMER })),
  parcel_customer_id: Type.Optional(Type.Text({ description: 'Alias of customer_id' })),
  address_suffix: Type.Optional(Type.Text({ description: 'Alias of customer_id' })),
})

/** Returns the customer id from the query. The parameter has three names. If they give different ids, the query is refused. */
const customerIn = (query: Type.Static<typeof AddressesQuery>): string | undefined => {
  const named = [...new Set([query.customer_id, query.parcel_customer_id, query.address_suffix].filter((id) => id !== undefined))]
  if (named.length > 1) throw invalidField('customer_id', 'must be given once, under one name')
  return named[0]
}

export const warehouseAddressRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(app, 'GET', '/v1/warehouse_addresses', 'Parcel customers', {
    id: 'listWarehouseAddresses',
    summary: 'List the addresses for suppliers',
    description:
      'One for every warehouse that takes parcels in: the address as a supplier must write it, with the ID of the customer on the first line and in the name, in English and in the local language. A business with customer accounts must name a customer.',
    query: AddressesQuery,
    answers: { 200: goodAnswer('The addresses', WarehouseAddressesAnswer, [WAREHOUSE_ADDRESS]) },
    errors: ['CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE'],
    handler: async ({ caller, query }) =>
      (await readAddressCards(deps, caller, customerIn(query))).map((card) => presentAddressCard(card, caller.mode)),
  })
}
