// /ops/v1/warehouses: the operator's warehouse addresses.

import type { FastifyInstance } from 'fastify'
import { countryCode } from '../../../domain/values/country.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import type { Deps } from '../../../flows/deps.ts'
import { setWarehouse } from '../../../flows/pricing/set-warehouse.ts'
import * as warehouses from '../../../store/pricing/warehouses.ts'
import { goodAnswer } from '../../operation.ts'
import { Named, RefTo, Text } from '../../schemas/fields.ts'
import * as Type from '../../schemas/type.ts'
import { ADMINS, opsOperation, STAFF } from '../access.ts'
import { authorOf } from '../auth.ts'
import { presentWarehouse } from './warehouse-present.ts'

const line = Type.Optional(Type.String())
const warehouseFields = {
  warehouse_id: Type.String(),
  country: Type.String({ description: 'ISO 3166, two letters' }),
  address: Type.Object({ street: line, city: line, state: line, postal_code: line, country: line }),
  sample: Type.Boolean({ description: 'Whether it is still the made-up one of a first start' }),
}
const Warehouse = Named('Warehouse', Type.Object(warehouseFields))
export const WAREHOUSE_SCHEMAS = [Warehouse]

const SetAnswer = Type.Object({
  ...warehouseFields,
  warnings: Type.Array(Type.String(), { description: 'Warnings; the request succeeded' }),
})

const EXAMPLE_LINES = { street: '88 Huangshi West Road', city: 'Guangzhou', state: 'Guangdong', postal_code: '510425' }

const SetBody = Type.Object(
  { street: Text(), city: Text(), state: Type.Optional(Text()), postal_code: Type.Optional(Text()) },
  { examples: [EXAMPLE_LINES] },
)
const CountryParams = Type.Object({ country: Type.String({ description: 'Code or English name of the country' }) })

const EXAMPLE = {
  warehouse_id: 'wh_01kqn2x4t8e6nvd0t2d5c1yq7w',
  country: 'CN',
  address: { ...EXAMPLE_LINES, country: 'China' },
  sample: false,
}

export const warehouseRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/ops/v1/warehouses',
    opsOperation(STAFF, {
      id: 'listWarehouses',
      summary: 'List warehouses',
      description: 'One in each country that has one, in the order of their countries.',
      answers: { 200: goodAnswer('All warehouses', Type.Array(RefTo(Warehouse)), [EXAMPLE]) },
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
      body: SetBody,
      answers: { 200: goodAnswer('The warehouse', SetAnswer, { ...EXAMPLE, warnings: [] }) },
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
