// Fills the empty test mode of a business with a demo month. The data goes through the same flows as real data, each step at its own time in the past.

import { openKobo } from '../../domain/billing/invoice.ts'
import type { DemoOrder } from '../../domain/demo/demo-month.ts'
import { DEMO_SHIPMENTS, demoCustomers, demoOrders, NEXT_DAY_MS, ORDERS_OF_EACH_FLOW } from '../../domain/demo/demo-month.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Scope } from '../../domain/values/scope.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as demo from '../../store/businesses/demo-extent.ts'
import { draftInvoice } from '../billing/draft-invoice.ts'
import { issueInvoice } from '../billing/issue-invoice.ts'
import { takePayment } from '../billing/take-payment.ts'
import { createCustomer } from '../customers/create-customer.ts'
import type { Caller, Deps } from '../deps.ts'
import { callerFor } from '../deps.ts'
import { estimatePrice } from '../quotes/create-quote.ts'
import { arriving, makePlaces } from './demo-arrivals.ts'
import type { Month, Step } from './demo-steps.ts'
import { nullIfUnserved, ordering, shipping } from './demo-steps.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS
const WEEKS = 4
const PAID_AFTER_MS = 5 * DAY_MS
/** Every second invoice is paid only up to this share of its open amount. */
const PARTIAL_SHARE = 0.5

const paying = ({ caller }: Month, invoiceId: string, at: number, share: number): Step => ({
  at,
  run: async (deps) => {
    const invoice = await invoices.load(deps.db, caller, invoiceId)
    const amountKobo = Math.ceil(openKobo(invoice) * share)
    const paid = { payerId: invoice.payerId, method: 'transfer', amountKobo, reference: `FT-${invoice.number}`, note: null } as const
    if (amountKobo > 0) await takePayment(deps, caller, { ...paid, invoiceIds: [invoiceId], mayExceed: false })
    return []
  },
})

/**
 * Returns steps that issue an invoice every week. Each invoice except the latest is paid some days later. Every second invoice is paid only
 * in part.
 */
const billing = (month: Month): Step[] =>
  Array.from({ length: WEEKS }, (_, week): Step => {
    const at = month.now - week * WEEK_MS - 1
    return {
      at,
      run: async (deps) => {
        const [oldest] = await charges.waiting(deps.db, month.caller, {}, 1)
        if (!oldest) return []
        const { invoice } = await draftInvoice(deps, month.caller, oldest.payerId, {})
        await issueInvoice(deps, month.caller, invoice.id)
        return [paying(month, invoice.id, at + PAID_AFTER_MS, week % 2 === 0 ? 1 : PARTIAL_SHARE)]
      },
    }
  })

export const DEMO_SEED = 1

const SUPPLIER = { address: { country: 'CN' } }

/** Runs the steps, oldest first. Steps later than `now` are not run. */
const play = async (deps: Deps, steps: Step[], now: number): Promise<void> => {
  for (;;) {
    const next = steps.reduce<Step | null>((first, step) => (first === null || step.at < first.at ? step : first), null)
    if (next === null || next.at > now) return
    steps.splice(steps.indexOf(next), 1)
    steps.push(...(await next.run({ ...deps, clock: () => Math.floor(next.at) })))
  }
}

const notEmpty = (): Rejection =>
  new Rejection(
    'VALIDATION_FAILED',
    'The test mode of this business already has quotes, packages or customers. Demo data needs an empty test mode.',
  )

/** Creates the demo customers. If two requests run at once, only the one that creates the first customer continues. */
const makeCustomers = async (deps: Deps, caller: Caller): Promise<string[]> => {
  const ids: string[] = []
  for (const request of demoCustomers()) {
    const { customer, created } = await createCustomer(deps, caller, request, new Problems())
    if (!created) throw notEmpty()
    ids.push(customer.id)
  }
  return ids
}

/**
 * Throws if no rate card can price the demo orders. Otherwise test mode would get customers without orders, and could not be filled later.
 */
const requirePrices = async (deps: Deps, caller: Caller, orders: readonly DemoOrder[], now: number): Promise<void> => {
  for (const { agoMs, parcel } of orders.slice(0, ORDERS_OF_EACH_FLOW)) {
    const asked = { ...parcel, sender: parcel.sender ?? SUPPLIER }
    const offers = await estimatePrice({ ...deps, clock: () => Math.floor(now - agoMs) }, caller, asked, new Problems()).catch(
      nullIfUnserved,
    )
    if (offers !== null) return
  }
  throw new Rejection(
    'LANE_NOT_SERVED',
    'No rate card was in force during the last month. The first start of a new store adds sample cards.',
  )
}

export const fillDemo = async (deps: Deps, author: Author, businessId: string, seed = DEMO_SEED): Promise<demo.Extent> => {
  const scope: Scope = { businessId, mode: 'test' }
  const caller = await callerFor(deps.db, scope, author)
  if (!(await demo.isEmpty(deps.db, scope))) throw notEmpty()
  const now = deps.clock()
  const orders = demoOrders(seed)
  await requirePrices(deps, caller, orders, now)
  const beginning = now - Math.max(...orders.map(({ agoMs }) => agoMs)) - NEXT_DAY_MS
  const atBeginning = { ...deps, clock: () => Math.floor(beginning) }
  const customerIds = await makeCustomers(atBeginning, caller)
  const month: Month = { caller, author, now, waiting: new Map(), places: await makePlaces(atBeginning, author) }
  const steps = [
    ...orders.map((order) => ordering(month, order, customerIds)),
    ...DEMO_SHIPMENTS.map((wanted) => shipping(month, wanted)),
    ...arriving(month, customerIds),
    ...billing(month),
  ]
  await play(deps, steps, now)
  return demo.extentOf(deps.db, scope)
}
