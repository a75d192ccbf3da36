// /ops/v1/warehouse_addresses: the address cards of a customer or of a business, with QR codes.

import type { FastifyInstance } from 'fastify'
import { invalidField } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Deps } from '../../flows/deps.ts'
import { callerFor } from '../../flows/deps.ts'
import { readAddressCards } from '../../flows/sites/address-cards.ts'
import { qrSvg } from '../../labels/render.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import { businessQuery, modeQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { locateCustomer } from '../../store/overview/operator-lists.ts'
import { opsRoute, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { presentAddressCard } from './v1-present.ts'
import { OpsWarehouseAddressesAnswer, WAREHOUSE_ADDRESS } from './v1-schemas.ts'

const AddressesQuery = Type.Object({
  customer_id: Type.Optional(Type.Text({ description: 'Parcel customer token' })),
  ...businessQuery,
  ...modeQuery,
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'

export const opsAddressRoutes = (app: FastifyInstance, deps: Deps): void => {
  const scopeIn = async ({ customer_id: id, business, mode = 'live' }: Type.Static<typeof AddressesQuery>): Promise<Scope> => {
    if (id !== undefined) return (await locateCustomer(deps.db, id)).scope
    if (business === undefined) throw invalidField('customer_id', 'is required, or business')
    const found = await businesses.find(deps.db, business)
    if (!found) throw invalidField('business', 'matches no business')
    return { businessId: found.id, mode }
  }

  opsRoute(app, 'GET', '/ops/v1/warehouse_addresses', STAFF, {
    id: 'listWarehouseAddressesForStaff',
    summary: 'List the addresses for suppliers of a customer or business',
    description:
      'For `customer_id`, or for the business itself with `business` and `mode`: the address of every open site that takes parcels in, as a supplier must write it, with a QR code of each text.',
    query: AddressesQuery,
    answers: {
      200: goodAnswer('The addresses', OpsWarehouseAddressesAnswer, [{ ...WAREHOUSE_ADDRESS, english_qr: SVG, local_qr: SVG }]),
    },
    errors: ['NOT_FOUND', 'CUSTOMER_INACTIVE'],
    handler: async (request) => {
      const caller = await callerFor(deps.db, await scopeIn(request.query), authorOf(deps, request))
      const cards = (await readAddressCards(deps, caller, request.query.customer_id)).map((card) => presentAddressCard(card, caller.mode))
      return Promise.all(
        cards.map(async (card) => ({
          ...card,
          english_qr: await qrSvg(card.english.text),
          local_qr: card.local && (await qrSvg(card.local.text)),
        })),
      )
    },
  })
}
