// waybill warehouse: sets and lists the operator's warehouse addresses.

import { setWarehouse } from '../../flows/pricing/set-warehouse.ts'
import { presentWarehouse } from '../../http/pricing/ops-present.ts'
import * as warehouses from '../../store/pricing/warehouses.ts'
import type { Output } from '../output.ts'
import { table, warn } from '../output.ts'
import { commandLineAuthor, withStore } from '../with-store.ts'

type Shown = ReturnType<typeof presentWarehouse>

const oneLine = ({ address: { street, postal_code, city, state, country } }: Shown): string =>
  [street, [postal_code, city].filter(Boolean).join(' '), state, country].filter(Boolean).join(', ')

export const runWarehouseSet = (
  out: Output,
  options: { country: string; street: string; city: string; state?: string; postalCode?: string },
): Promise<void> =>
  withStore(async (deps) => {
    const { postalCode: postal_code, country, street, city, state } = options
    const asked = { country, street, city, state, postal_code }
    const { warehouse, warnings } = await setWarehouse(deps, commandLineAuthor(deps), asked)
    const shown = presentWarehouse(warehouse)
    out.print({ ...shown, warnings }, `The warehouse in ${shown.country} is at ${oneLine(shown)}.`)
    warn(warnings)
  })

export const runWarehouseList = (out: Output): Promise<void> =>
  withStore(async (deps) => {
    const data = (await warehouses.list(deps.db)).map(presentWarehouse)
    const rows = data.map((shown) => [shown.country, shown.sample ? 'sample' : '', oneLine(shown)])
    out.print(data, table([['country', '', 'address'], ...rows]))
  })
