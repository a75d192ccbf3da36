// waybill demo-data: fills the empty test mode of a business with a month of demo data.

import { loadBusiness } from '../flows/businesses/change-business.ts'
import { fillDemo } from '../flows/demo/fill-demo.ts'
import type { Output } from './output.ts'
import { commandLineAuthor, withStore } from './with-store.ts'

export const runDemoData = (out: Output, options: { business: string }): Promise<void> =>
  withStore(async (deps) => {
    const business = await loadBusiness(deps.db, options.business)
    const made = await fillDemo(deps, commandLineAuthor(deps), business.id)
    const { customers, quotes, packages, shipments } = made
    out.print(
      { business_id: business.id, ...made },
      `${business.name} now has ${customers} customers, ${quotes} quotes, ${packages} packages and ${shipments} shipments in test mode.`,
    )
  })
