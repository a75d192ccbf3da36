// Records a payment for charges and invoices. Charges without an invoice are invoiced in the same transaction, so that the receipt names their invoice.

import type { Charge } from '../../domain/billing/charge.ts'
import { requireStanding } from '../../domain/billing/charge.ts'
import { openKobo } from '../../domain/billing/invoice.ts'
import { invalidTransition, Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import type { Caller, Deps, LockedCaller } from '../deps.ts'
import { withBusiness } from '../deps.ts'
import { issueAtOnce } from './issue-invoice.ts'
import type { PaymentRequest, Taken } from './take-payment.ts'
import { takePaymentIn } from './take-payment.ts'

/**
 * `debts`: tokens of charges and invoices, paid in this order. All charges without an invoice go on one new invoice, which takes the place
 * of the first of these charges in the order.
 */
export const payDebts = (deps: Deps, caller: Caller, request: PaymentRequest, debts: readonly string[]): Promise<Taken> =>
  deps.db.transaction(caller, async (tx) => {
    const charger = await withBusiness(tx, caller)
    const invoiceOf = await invoicesOfCharges(deps, tx, charger, request.payerId, [...new Set(debts.filter(isCharge))])
    const invoiceIds = debts.flatMap((debt) => (isCharge(debt) ? (invoiceOf.get(debt) ?? []) : debt))
    return takePaymentIn(deps, tx, caller, { ...request, invoiceIds: [...new Set(invoiceIds)] })
  })

const isCharge = (debt: string): boolean => debt.startsWith('chg_')

/** Maps the token of each charge to its invoice. Leaves out charges whose new invoice has already been paid from credit. */
const invoicesOfCharges = async (
  deps: Deps,
  tx: Tx,
  caller: LockedCaller,
  payerId: string | null,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  const named = await charges.ofIds(tx, caller, ids)
  if (named.length < ids.length) throw new Rejection('NOT_FOUND', 'No such charge.')
  for (const charge of named) requirePayer(charge, payerId)
  for (const id of new Set(named.flatMap(({ invoiceId }) => invoiceId ?? []))) await requireIssued(tx, caller, id, named)
  const waiting = named.filter(({ invoiceId }) => invoiceId === null)
  const [issued] = waiting.length === 0 ? [] : await issueAtOnce(deps, tx, caller, [waiting])
  const made = issued && openKobo(issued) > 0 ? waiting.map(({ id }) => [id, issued.id] as const) : []
  return new Map([...named.flatMap(({ id, invoiceId }) => (invoiceId === null ? [] : [[id, invoiceId] as const])), ...made])
}

const requirePayer = (charge: Charge, payerId: string | null): void => {
  requireStanding(charge)
  if (charge.payerId !== payerId)
    throw invalidTransition(`"${charge.description}" is owed by another payer; record a separate payment for it.`)
}

const requireIssued = async (tx: Tx, caller: Caller, id: string, named: readonly Charge[]): Promise<void> => {
  if ((await invoices.load(tx, caller, id)).number !== null) return
  const { description } = named.find(({ invoiceId }) => invoiceId === id)!
  throw invalidTransition(`"${description}" is on a draft invoice. Issue or discard the draft first.`)
}
