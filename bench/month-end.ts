// Prepares a month end for the benchmark: creates charges for many customers who pay their own invoices. The month end issues one invoice per customer.

import { addExtra } from '../src/flows/billing/charges/add-extra.ts'
import { setPrice } from '../src/flows/billing/charges/set-prices.ts'
import { setTerms } from '../src/flows/businesses/set-terms.ts'
import type { Deps } from '../src/flows/deps.ts'
import { callerFor } from '../src/flows/deps.ts'
import * as businesses from '../src/store/businesses/businesses.ts'
import { byTest } from '../test/support/samples/authors.ts'
import { DAY_MS } from './big-history.ts'

const CODE = 'BENCH-FEE'
/** Age of the charges. 35 days ago is always in an earlier month, so a month end invoices the charges. */
const CHARGED_DAYS_AGO = 35

/** Creates one fee for each of `count` customers of the business. The fees are invoiced monthly. */
export const chargeCustomers = async (deps: Deps, prefix: string, count: number): Promise<void> => {
  const past: Deps = { ...deps, clock: () => deps.clock() - CHARGED_DAYS_AGO * DAY_MS }
  const { id: businessId } = (await businesses.find(deps.db, prefix))!
  await setPrice(past, byTest(past), { code: CODE, name: 'Handling', kind: 'other', amount: '1500', from: null })
  await setTerms(past, byTest(past), { business: prefix, billing: { billTo: 'customer', invoicing: 'manual' }, from: null })
  const caller = await callerFor(deps.db, { businessId, mode: 'live' }, byTest(deps))
  const payers = await deps.db.query<{ id: string }>(
    `select id from customers where business_id = $1 and mode = 'live' order by id limit ${count}`,
    [businessId],
  )
  for (const { id: customerId } of payers)
    await addExtra(past, caller, { code: CODE, quantity: 1, amount: undefined, note: undefined, for: { customerId } })
  await setTerms(deps, byTest(deps), { business: prefix, billing: { invoicing: 'monthly' }, from: null })
}
