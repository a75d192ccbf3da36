// Converts warehouses to the JSON of /ops/v1 and of the command line.

import { isDeepStrictEqual } from 'node:util'
import { SAMPLE_WAREHOUSE } from '../../../domain/demo/sample-cards.ts'
import type { Warehouse } from '../../../store/pricing/warehouses.ts'
import { omitNulls } from '../../wire-format.ts'

export const presentWarehouse = ({ id, country, address }: Warehouse) => {
  const { street, city, state, postalCode: postal_code, country: name } = address
  return {
    warehouse_id: id,
    country,
    address: omitNulls({ street, city, state, postal_code, country: name }),
    sample: isDeepStrictEqual({ country, address }, SAMPLE_WAREHOUSE),
  }
}
