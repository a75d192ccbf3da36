// Warehouses on the wire of /ops/v1.

import { Named, RefTo, Text } from '../../platform/http/schemas/fields.ts'
import * as Type from '../../platform/http/schemas/type.ts'

const line = Type.Optional(Type.String())
const warehouseFields = {
  warehouse_id: Type.String(),
  country: Type.String({ description: 'ISO 3166, two letters' }),
  address: Type.Object({ street: line, city: line, state: line, postal_code: line, country: line }),
  sample: Type.Boolean({ description: 'Whether it is still the made-up one of a first start' }),
}
const Warehouse = Named('Warehouse', Type.Object(warehouseFields))
export const WarehouseAnswer = RefTo(Warehouse)
export const WAREHOUSE_SCHEMAS = [Warehouse]

export const SetWarehouseAnswer = Type.Object({
  ...warehouseFields,
  warnings: Type.Array(Type.String(), { description: 'Warnings; the request succeeded' }),
})

const EXAMPLE_LINES = { street: '88 Huangshi West Road', city: 'Guangzhou', state: 'Guangdong', postal_code: '510425' }

export const SetWarehouseBody = Type.Object(
  { street: Text(), city: Text(), state: Type.Optional(Text()), postal_code: Type.Optional(Text()) },
  { examples: [EXAMPLE_LINES] },
)
export const CountryParams = Type.Object({ country: Type.String({ description: 'Code or English name of the country' }) })

export const WAREHOUSE_EXAMPLE = {
  warehouse_id: 'wh_01kqn2x4t8e6nvd0t2d5c1yq7w',
  country: 'CN',
  address: { ...EXAMPLE_LINES, country: 'China' },
  sample: false,
}
