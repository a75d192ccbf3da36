// /ops/v1/warehouses: the operator's warehouse addresses.

import type { FastifyInstance } from 'fastify'
import { countryCode } from '../../domain/values/country.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Deps } from '../../flows/deps.ts'
import { setWarehouse } from '../../flows/pricing/set-warehouse.ts'
import { goodAnswer } from '../../platform/http/operation.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import * as warehouses from '../../store/pricing/warehouses.ts'
import { ADMINS, opsOperation, STAFF } from '../staff/access.ts'
import { authorOf } from '../staff/auth.ts'
import { presentWarehouse } from './ops-warehouse-present.ts'
import { CountryParams, SetWarehouseAnswer, SetWarehouseBody, WAREHOUSE_EXAMPLE, WarehouseAnswer } from './ops-warehouse-schemas.ts'

export const warehouseRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/warehouses',
    opsOperation(STAFF, {
      id: 'listWarehouses',
      summary: 'List warehouses',
      description: 'One in each country that has one, in the order of their countries.',
      answers: { 200: goodAnswer('All warehouses', Type.Array(WarehouseAnswer), [WAREHOUSE_EXAMPLE]) },
    }),
    async () => (await warehouses.list(deps.db)).map(presentWarehouse),
  )

  app.put(
    '/ops/v1/warehouses/:country',
    opsOperation(ADMINS, {
      id: 'setWarehouse',
      summary: 'Set the address of a warehouse',
      description:
        'Whole, from now on. The one in China is where imports come from when neither the request nor the customer’s profile says; quotes that were made before keep the address they have.',
      params: CountryParams,
      body: SetWarehouseBody,
      answers: { 200: goodAnswer('The warehouse', SetWarehouseAnswer, { ...WAREHOUSE_EXAMPLE, warnings: [] }) },
    }),
    async (request) => {
      const { country } = request.params
      if (countryCode(country) === null) throw new Rejection('NOT_FOUND', 'No such country.')
      const { street, city, state, postal_code } = request.body
      const asked = { country, street, city, state, postal_code }
      const { warehouse, warnings } = await setWarehouse(deps, authorOf(deps, request), asked)
      return { ...presentWarehouse(warehouse), warnings }
    },
  )
}
