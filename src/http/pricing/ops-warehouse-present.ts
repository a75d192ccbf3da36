// Converts warehouses to the JSON of /ops/v1 and of the command line.

import { omitNulls } from '../../platform/http/wire-format.ts'
import type { Warehouse } from '../../store/pricing/warehouses.ts'
import { isSample } from '../../store/pricing/warehouses.ts'

export const presentWarehouse = (warehouse: Warehouse) => {
  const { id, country, address } = warehouse
  const { street, city, state, postalCode: postal_code, country: name } = address
  return {
    warehouse_id: id,
    country,
    address: omitNulls({ street, city, state, postal_code, country: name }),
    sample: isSample(warehouse),
  }
}
