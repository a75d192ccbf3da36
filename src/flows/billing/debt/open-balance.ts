// Records a payer's opening balance from earlier bookkeeping: a debt as an invoice, a credit as a payment.

import { newCharge } from '../../../domain/billing/charge.ts'
import type { OpeningBalance } from '../../../domain/billing/debt/opening-balance.ts'
import { OPENING_REFERENCE, openingSource, openingText } from '../../../domain/billing/debt/opening-balance.ts'
import type { Invoice } from '../../../domain/billing/invoice.ts'
import { issue } from '../../../domain/billing/invoice.ts'
import { chargeEntries } from '../../../domain/billing/ledger.ts'
import { SERIES } from '../../../domain/billing/paper-number.ts'
import type { Payment } from '../../../domain/billing/payment.ts'
import { invalidTransition } from '../../../domain/values/errors.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as charges from '../../../store/billing/charges.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import { lockSeries, takeNumber } from '../../../store/billing/number-series.ts'
import * as payments from '../../../store/billing/payments.ts'
import * as customers from '../../../store/customers/customers.ts'
import type { Caller, Deps } from '../../deps.ts'
import { nowFor } from '../../deps.ts'
import { bookEntries } from '../book-entries.ts'
import { bookingDayIn } from '../close-books.ts'
import { newInvoice } from '../draft-invoice.ts'
import { payFromCredit } from '../issue-invoice.ts'
import { buyerOf, paperDate, sellerOf } from '../paper-parties.ts'
import { takePaymentIn } from '../take-payment.ts'

type Opened = { invoice: Invoice; payment: null } | { invoice: null; payment: Payment }

export const openBalance = (deps: Deps, caller: Caller, payerId: string | null, balance: OpeningBalance): Promise<Opened> =>
  deps.db.transaction(caller, (tx) => openBalanceIn(deps, tx, caller, payerId, balance))

/** The invoice or payment number of the payer's opening balance. Null if the payer has no opening balance. */
export const openingNumberOf = async (tx: Tx, caller: Caller, payerId: string | null): Promise<string | null> => {
  const debt = await charges.activeOfSource(tx, caller, openingSource(payerId))
  if (debt) return (await invoices.load(tx, caller, debt.invoiceId!)).number
  const credit = await payments.findByReference(tx, caller, { payerId, method: 'opening', reference: OPENING_REFERENCE })
  return credit?.number ?? null
}

/** If the named customer was merged into another customer, that other customer gets the balance. */
export const openBalanceIn = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  namedId: string | null,
  balance: OpeningBalance,
): Promise<Opened> => {
  const payerId = namedId === null ? null : (await customers.loadKeptShared(tx, caller, (await customers.load(tx, caller, namedId)).id)).id
  const today = await paperDate(tx, nowFor(deps, caller))
  // If two balances are recorded for one payer at once, the later one waits here, and then finds the first.
  await lockSeries(tx, caller, SERIES.openingBalance, today)
  const { date, at } = await bookingDayIn(deps, tx, caller, 'as_of', balance.asOf)
  const earlier = await openingNumberOf(tx, caller, payerId)
  if (earlier !== null)
    throw invalidTransition(`The payer has an opening balance already, ${earlier}; take it back before you enter another one.`)
  const { amountKobo, dueDate, note } = balance
  if (amountKobo < 0) {
    const asked = { payerId, method: 'opening', amountKobo: -amountKobo, reference: OPENING_REFERENCE, paidOn: date } as const
    const { payment } = await takePaymentIn(deps, tx, caller, { ...asked, note: openingText(note), invoiceIds: null, mayExceed: true })
    return { invoice: null, payment }
  }
  const charge = newCharge({
    id: deps.newId('chg'),
    kind: 'opening_balance',
    source: openingSource(payerId),
    payerId,
    customerId: payerId,
    description: openingText(note),
    unitKobo: amountKobo,
    taxPercent: '0',
    createdBy: caller.actor,
    createdAt: at,
  })
  const number = await takeNumber(tx, caller, SERIES.openingBalance, today)
  const draft = { ...newInvoice(deps, caller, payerId, [charge]), createdAt: at }
  const parties = { seller: await sellerOf(tx), buyer: await buyerOf(tx, caller, payerId) }
  const given = { ...parties, goodsOf: () => null, number, issuedAt: at, issueDate: date, dueDate: dueDate ?? date }
  const invoice = issue(draft, [charge], given)
  await invoices.insert(tx, caller, invoice)
  await charges.insert(tx, caller, [{ ...charge, invoiceId: invoice.id }])
  await bookEntries(deps, tx, caller, chargeEntries(charge))
  // Payments with a receipt lock this series too. Credit from an earlier payment is therefore used here, and a later payment finds this
  // debt.
  await lockSeries(tx, caller, SERIES.receipt, today)
  return { invoice: await payFromCredit(deps, tx, caller, invoice), payment: null }
}
