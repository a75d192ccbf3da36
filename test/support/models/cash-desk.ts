// A simple model of the cash desk: who owes how much, and which packages may leave. Random steps run the billing flows and update the model.

import assert from 'node:assert/strict'
import type { Charge } from '../../../src/domain/billing/charge.ts'
import type { CreditWish } from '../../../src/domain/billing/credit/credit-note.ts'
import { openKobo, statusOf } from '../../../src/domain/billing/invoice.ts'
import { unusedKobo } from '../../../src/domain/billing/payment.ts'
import { RELEASE } from '../../../src/domain/businesses/business.ts'
import { calendarDate } from '../../../src/domain/values/calendar.ts'
import { Rejection } from '../../../src/domain/values/errors.ts'
import { addExtra, takeBackCharge } from '../../../src/flows/billing/charges/add-extra.ts'
import { creditInvoice } from '../../../src/flows/billing/credit-invoice.ts'
import { discardInvoice, draftInvoice } from '../../../src/flows/billing/draft-invoice.ts'
import { issueInvoice } from '../../../src/flows/billing/issue-invoice.ts'
import { overrideRelease } from '../../../src/flows/billing/override-release.ts'
import { allocatePayment, refundPayment, reversePayment, takePayment } from '../../../src/flows/billing/take-payment.ts'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { attachPackages } from '../../../src/flows/shipments/attach-packages.ts'
import { deliverFound } from '../../../src/flows/shipments/deliver-shipment.ts'
import { createShipment, departShipment } from '../../../src/flows/shipments/shipment-steps.ts'
import * as charges from '../../../src/store/billing/charges.ts'
import * as invoices from '../../../src/store/billing/invoices.ts'
import * as payments from '../../../src/store/billing/payments.ts'
import type { Desk } from '../calls/billing-calls.ts'
import { book, live } from '../calls/receiving-calls.ts'
import { byTest } from '../samples/authors.ts'
import type { Dice } from '../samples/dice.ts'
import { importAir } from '../samples/requests.ts'
import type { Waybill } from '../server/waybill.ts'
import type { Account, Parcel } from './desk-account.ts'
import { bookCharge, bookIn, gross, leftOf, move, noteCredit, payToday } from './desk-account.ts'

const PARCELS_MAX = 6
const LIMITS = ['0', '5000', '100000', '9000000']

/** The random steps at the desk. A step that ends with a Rejection must have changed nothing. */
export const deskSteps = ({ deps }: Waybill, desk: Desk, { upTo: below, pick: one }: Dice) => {
  const pick = <T>(items: readonly T[]): T | undefined => (items.length === 0 ? undefined : one(items))
  const amount = (): string => `${1 + below(5_000)}.${String(below(100)).padStart(2, '0')}`
  const allInvoices = ({ caller }: Account) => invoices.all(deps.db, caller)
  const allPayments = async ({ caller }: Account) => (await payments.all(deps.db, caller)).payments

  const charge = async (account: Account): Promise<void> => {
    const { caller, payers, parcels } = account
    const payer = pick(payers)!
    const parcel = below(2) === 0 ? pick(parcels) : undefined
    const subject = parcel ? { packageId: parcel.id } : payer === null ? ({ business: true } as const) : { customerId: payer }
    const asked = { code: 'x1', quantity: 1 + below(3), amount: amount(), note: undefined, for: subject }
    const made = await addExtra(deps, caller, asked)
    move(account, made.payerId, gross(made))
    bookCharge(account, made, 1)
  }

  /** Books and weighs a parcel, so that its freight is owed. */
  const arrive = async (account: Account): Promise<void> => {
    const { tenant, caller, parcels } = account
    if (parcels.length >= PARCELS_MAX) return charge(account)
    const { ids, quoteId } = await book(tenant, importAir(), live(tenant))
    await desk.done('/receipts', { package_id: ids[0], weight: 1 + below(5), confirm: true })
    const [freight] = (await charges.all(deps.db, caller)).filter((each) => each.quoteId === quoteId)
    parcels.push({ id: ids[0]!, quoteId, status: 'warehouse', covered: new Set() })
    move(account, freight!.payerId, gross(freight!))
    bookCharge(account, freight!, 1)
  }

  /** The valid unpaid charges, computed from the stored charges and invoices alone. */
  const unpaid = async ({ caller }: Account): Promise<Charge[]> => {
    const issued = (await invoices.all(deps.db, caller)).filter(({ number }) => number !== null)
    const paidIds = new Set(issued.filter((each) => openKobo(each) <= 0).map(({ id }) => id))
    return (await charges.all(deps.db, caller)).filter(
      ({ reversedAt, invoiceId }) => reversedAt === null && (invoiceId === null || !paidIds.has(invoiceId)),
    )
  }

  /** The charges that keep a package from leaving. */
  const stopping = async (account: Account, parcel: Parcel): Promise<Charge[]> => {
    const { owed, release, limitKobo } = account
    const today = calendarDate(deps.clock(), 'UTC')
    const open = (await allInvoices(account)).filter((each) => each.number !== null && openKobo(each) > 0)
    // An invoice for an opening balance may be due before today.
    const overdue = new Set(open.filter(({ dueDate }) => dueDate! < today).map(({ payerId }) => payerId))
    return (await unpaid(account)).filter((each) => {
      const isOwn = each.packageId === parcel.id || (each.kind === 'freight' && each.quoteId === parcel.quoteId)
      const isTrusted = release === 'none' || (owed.get(each.payerId)! <= limitKobo && !overdue.has(each.payerId))
      return isOwn && !isTrusted && !parcel.covered.has(each.id)
    })
  }

  const expectRefused = async (work: () => Promise<unknown>, isRefused: boolean, what: string): Promise<void> => {
    const code = await work().then(
      () => null,
      (error) => (error instanceof Rejection ? error.code : Promise.reject(error)),
    )
    assert.equal(code, isRefused ? 'PAYMENT_REQUIRED' : null, what)
  }

  /**
   * Sends a parcel one step further: attaches it to a shipment that then departs, or delivers it if it is in transit. The step must succeed
   * if and only if the model allows the step.
   */
  const send = async (account: Account): Promise<void> => {
    const parcel = pick(account.parcels.filter(({ status }) => status !== 'gone'))
    if (!parcel) return
    const isUnpaid = (await stopping(account, parcel)).length > 0
    const author = byTest(deps)
    if (parcel.status === 'transit') {
      const isRefused = isUnpaid && account.release === 'before_delivery'
      await expectRefused(() => deliverFound(deps, author, parcel.id), isRefused, `delivery of ${parcel.id}`)
      if (!isRefused) parcel.status = 'gone'
      return
    }
    const { id } = await createShipment(deps, author, { mode: 'live', transportMode: 'air', details: {} })
    const { outcomes } = await attachPackages(deps, author, id, [{ packageId: parcel.id }])
    const { outcome } = outcomes[0]!
    const isRefused = isUnpaid && account.release === 'before_departure'
    assert.equal(outcome instanceof Rejection ? outcome.code : outcome, isRefused ? 'PAYMENT_REQUIRED' : 'done', `attaching ${parcel.id}`)
    if (isRefused) return
    await departShipment(deps, author, id)
    parcel.status = 'transit'
  }

  const letGo = async (account: Account): Promise<void> => {
    const parcel = pick(account.parcels)
    if (!parcel) return
    const stopped = await stopping(account, parcel)
    await overrideRelease(deps, account.caller, parcel.id, 'model')
    assert.ok(stopped.length > 0, 'only what is stopped is let go')
    for (const { id } of await unpaid(account)) parcel.covered.add(id)
  }

  const agree = async (account: Account): Promise<void> => {
    const [release, creditLimit] = [one(RELEASE), one(LIMITS)]
    const { business } = await setTerms(deps, byTest(deps), {
      business: account.tenant.business.id,
      billing: { release, creditLimit },
      from: null,
    })
    account.release = release
    account.limitKobo = Number(creditLimit) * 100
    account.caller = await callerFor(deps.db, { businessId: business.id, mode: 'live' }, byTest(deps))
  }

  const draft = async ({ caller, payers }: Account): Promise<void> => {
    const { invoice } = await draftInvoice(deps, caller, pick(payers)!, {})
    if (below(4) === 0) await discardInvoice(deps, caller, invoice.id)
    else if (below(5) > 0) await issueInvoice(deps, caller, invoice.id)
  }

  const issue = async (account: Account): Promise<void> => {
    const found = pick((await allInvoices(account)).filter((invoice) => statusOf(invoice) === 'draft'))
    if (found) await issueInvoice(deps, account.caller, found.id)
  }

  const pay = async (account: Account): Promise<void> => {
    const payerId = pick(account.payers)!
    const open = await invoices.open(deps.db, account.caller, [payerId])
    const invoiceIds = below(2) === 0 ? null : open.slice(0, 1 + below(2)).map(({ id }) => id)
    const amountKobo = below(3) === 0 && open[0] ? openKobo(open[0]) : 1 + below(800_000)
    const reference = below(2) === 0 ? null : `FT-${below(200)}`
    const asked = { payerId, method: 'transfer', amountKobo, reference, note: null, invoiceIds, mayExceed: below(2) === 0 } as const
    await takePayment(deps, account.caller, asked)
    move(account, payerId, -amountKobo)
    payToday(deps, account, amountKobo)
  }

  const credit = async (account: Account): Promise<void> => {
    const invoice = pick((await allInvoices(account)).filter(({ number }) => number !== null))
    if (!invoice) return
    const line = pick(invoice.paper!.lines)!
    const chargeAgain = below(3) === 0
    const parts: CreditWish[] = [
      'everything',
      [{ chargeId: line.chargeId }],
      [{ chargeId: line.chargeId, quantity: 1 }],
      [{ chargeId: line.chargeId, amountKobo: 1 + below(gross(line) + 5) }],
      { amountKobo: 1 + below(invoice.totalKobo + 5) },
    ]
    const asked = { wish: pick(parts)!, reason: 'model', chargeAgain }
    const { note } = await creditInvoice(deps, account.caller, invoice.id, asked)
    for (const { id, againOf } of await charges.all(deps.db, account.caller))
      for (const { covered } of account.parcels) if (againOf !== null && covered.has(againOf)) covered.add(id)
    noteCredit(account, note)
    if (chargeAgain) return
    move(account, invoice.payerId, -note.totalKobo)
    for (const credited of note.paper.lines) bookCharge(account, credited, -1)
    if (
      note.paper.lines.some(({ kind }) => kind === 'opening_balance') &&
      statusOf(await invoices.load(deps.db, account.caller, invoice.id)) === 'void'
    )
      account.opened.delete(invoice.payerId)
  }

  const takeBack = async (account: Account): Promise<void> => {
    const found = pick(await charges.all(deps.db, account.caller))
    if (!found) return
    const [written] = await deps.db.query<{ kobo: number }>(
      `select cast(coalesce(sum(amount_kobo), 0) as bigint) as kobo from write_offs
       where business_id = $1 and mode = 'live' and invoice_id = $2 and reversed_at is null`,
      [account.caller.businessId, found.invoiceId],
    )
    await takeBackCharge(deps, account.caller, found.id, 'model')
    const left = { ...found, ...leftOf(account, found) }
    move(account, found.payerId, -gross(left))
    bookCharge(account, left, -1)
    if (found.kind === 'opening_balance') account.opened.delete(found.payerId)
    // Taking back a charge also reverses the write-off of its invoice.
    move(account, found.payerId, written!.kobo)
    bookIn(account, 'bad_debt', -written!.kobo)
  }

  const refund = async (account: Account): Promise<void> => {
    const payment = pick(await allPayments(account))
    if (!payment) return
    const amountKobo = below(3) === 0 ? 1 + below(100_000) : unusedKobo(payment)
    if (amountKobo === 0) return
    await refundPayment(deps, account.caller, payment.id, { amountKobo, method: 'cash', reference: null, reason: 'model' })
    move(account, payment.payerId, amountKobo)
    payToday(deps, account, -amountKobo)
  }

  const reverse = async (account: Account): Promise<void> => {
    const payment = pick(await allPayments(account))
    if (!payment || below(3) > 0) return
    await reversePayment(deps, account.caller, payment.id, 'model')
    move(account, payment.payerId, payment.amountKobo)
    const withheldKobo = payment.withheldKobo ?? 0
    if (payment.method === 'opening') {
      // An opening balance never came in as cash, so reversing it does not change the cash.
      bookIn(account, 'opening', -payment.amountKobo)
      account.opened.delete(payment.payerId)
    } else payToday(deps, account, withheldKobo - payment.amountKobo)
    bookIn(account, 'withheld:awaited', -withheldKobo)
    if (withheldKobo > 0) account.awaited.set(payment.payerId, account.awaited.get(payment.payerId)! - withheldKobo)
  }

  const allocate = async (account: Account): Promise<void> => {
    const payment = pick(await allPayments(account))
    if (payment) await allocatePayment(deps, account.caller, payment.id, null)
  }

  return { charge, others: [arrive, draft, issue, pay, credit, takeBack, refund, reverse, allocate, send, send, letGo, agree] }
}
