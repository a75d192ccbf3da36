// Random bookkeeping steps in the model of the cash desk: withheld tax, certificates, bad debt, discounts, opening balances, and closing the books.

import assert from 'node:assert/strict'
import { isIssued, openKobo } from '../../../src/domain/billing/invoice.ts'
import { addDays, calendarDate, startOfDay } from '../../../src/domain/values/calendar.ts'
import { Rejection } from '../../../src/domain/values/errors.ts'
import { closeBooksUntil } from '../../../src/flows/billing/close-books.ts'
import { withdrawDiscount } from '../../../src/flows/billing/credit/withdraw-discount.ts'
import { creditInvoice } from '../../../src/flows/billing/credit-invoice.ts'
import { openBalance } from '../../../src/flows/billing/debt/open-balance.ts'
import { reverseWriteOffOf, writeOffInvoice } from '../../../src/flows/billing/debt/write-off.ts'
import { takePayment } from '../../../src/flows/billing/take-payment.ts'
import { recordCertificate, withdrawCertificate } from '../../../src/flows/billing/tax/record-certificate.ts'
import * as invoices from '../../../src/store/billing/invoices.ts'
import { byTest } from '../samples/authors.ts'
import type { Dice } from '../samples/dice.ts'
import type { Waybill } from '../server/waybill.ts'
import type { Account } from './desk-account.ts'
import { bookIn, move, noteCredit, WITHHELD_PERCENT } from './desk-account.ts'

const KOBO_PER_NAIRA = 100

/** The state that the books of all accounts share: the last closed day, and the number and the sum of the ledger entries up to that day. */
export type Closed = { until: string | null; entries: number; kobo: number }

export const newClosed = (): Closed => ({ until: null, entries: 0, kobo: 0 })

/** The number and the sum of the ledger entries up to the end of the day `until`. Once that day is closed, both stay the same. */
const entriesBefore = async ({ deps }: Waybill, until: string): Promise<{ entries: number; kobo: number }> => {
  const [row] = await deps.db.query<{ entries: number; kobo: number }>(
    'select count(*) as entries, cast(coalesce(sum(amount_kobo), 0) as bigint) as kobo from ledger_entries where occurred_at < $1',
    [startOfDay(addDays(until, 1), 'UTC')],
  )
  return { entries: row!.entries, kobo: row!.kobo }
}

export const checkClosed = async (waybill: Waybill, { until, entries, kobo }: Closed, where: string): Promise<void> => {
  if (until !== null) assert.deepEqual(await entriesBefore(waybill, until), { entries, kobo }, `${where}: closed days stay as they are`)
}

/** The random bookkeeping steps. A step that ends with a Rejection must have changed nothing. */
export const bookSteps = (waybill: Waybill, closed: Closed, { upTo: below, pick: one }: Dice) => {
  const { deps } = waybill
  const pick = <T>(items: readonly T[]): T | undefined => (items.length === 0 ? undefined : one(items))
  const today = (): string => calendarDate(deps.clock(), 'UTC')
  const someDay = (): string => addDays(today(), -below(40))
  const isClosed = (day: string): boolean => day !== today() && closed.until !== null && day <= closed.until
  const issuedOf = async ({ caller }: Account) => (await invoices.all(deps.db, caller)).filter(isIssued)

  /** Runs a step, and asserts that the step is refused if and only if `isRefused`. Returns whether the step was accepted. */
  const expectTaken = async (isRefused: boolean, what: string, work: () => Promise<unknown>): Promise<boolean> => {
    const outcome = await work().then(
      () => null,
      (error) => (error instanceof Rejection ? error : Promise.reject(error)),
    )
    assert.equal(outcome !== null, isRefused, `${what}: ${outcome ? outcome.messages.join(' ') : 'was taken'}`)
    return outcome === null
  }

  /** Records a payment with a random day of payment, at most 39 days ago. The payment must be refused if that day is closed. */
  const payEarlier = async (account: Account): Promise<void> => {
    const { caller, payers } = account
    const [payerId, paidOn, amountKobo] = [pick(payers)!, someDay(), 1 + below(300_000)]
    const asked = { payerId, method: 'cash', amountKobo, reference: null, note: null, invoiceIds: null, mayExceed: true, paidOn } as const
    if (!(await expectTaken(isClosed(paidOn), `a payment of ${paidOn}`, () => takePayment(deps, caller, asked)))) return
    move(account, payerId, -amountKobo)
    bookIn(account, 'cash', amountKobo)
    account.cash.push({ day: paidOn, kobo: amountKobo })
  }

  /** Pays one invoice in full, partly as withheld tax. Sometimes a naira too much is withheld, which must be refused. */
  const payWithheld = async (account: Account): Promise<void> => {
    const { caller } = account
    const invoice = pick(
      (await issuedOf(account)).filter((each) => openKobo(each) === each.totalKobo && !account.withheldFrom.has(each.id)),
    )
    if (!invoice) return
    const expected = invoice
      .paper!.lines.filter(({ kind }) => kind === 'other')
      .reduce((sum, { netKobo }) => sum + Math.floor((netKobo * WITHHELD_PERCENT + 50) / 100), 0)
    const mostKobo = Math.min(openKobo(invoice) - 1, Math.ceil(expected / KOBO_PER_NAIRA) * KOBO_PER_NAIRA)
    const isTooMuch = below(4) === 0
    const withheldKobo = isTooMuch ? mostKobo + KOBO_PER_NAIRA : mostKobo
    const amountKobo = openKobo(invoice) - withheldKobo
    if (withheldKobo <= 0 || amountKobo <= 0) return
    const { payerId, id } = invoice
    const asked = { payerId, method: 'transfer', amountKobo, withheldKobo, reference: null, note: null, invoiceIds: [id] } as const
    const take = () => takePayment(deps, caller, { ...asked, mayExceed: false })
    if (!(await expectTaken(isTooMuch, `${withheldKobo} withheld of ${invoice.number}`, take))) return
    account.withheldFrom.add(id)
    move(account, payerId, -amountKobo - withheldKobo)
    bookIn(account, 'cash', amountKobo)
    account.cash.push({ day: today(), kobo: amountKobo })
    bookIn(account, 'withheld:awaited', withheldKobo)
    account.awaited.set(payerId, (account.awaited.get(payerId) ?? 0) + withheldKobo)
  }

  const certify = async (account: Account): Promise<void> => {
    const payerId = pick(account.payers)!
    const openKobo = account.awaited.get(payerId) ?? 0
    const amountKobo = 1 + below(openKobo + 50)
    const amount = (amountKobo / 100).toFixed(2)
    const asked = { payerId, number: `WHT-${deps.newId('whc')}`, issuedOn: today(), amount, note: null, claimIds: null }
    let id = ''
    const record = async () => {
      id = (await recordCertificate(deps, account.caller, asked)).id
    }
    if (!(await expectTaken(amountKobo > openKobo, `a certificate over ${amountKobo} of ${openKobo}`, record))) return
    account.awaited.set(payerId, openKobo - amountKobo)
    bookIn(account, 'withheld:awaited', -amountKobo)
    bookIn(account, 'withheld:certified', amountKobo)
    account.certificates.push({ id, payerId, amountKobo })
  }

  const withdraw = async (account: Account): Promise<void> => {
    const found = account.certificates.pop()
    if (!found || below(2) === 0) return void (found && account.certificates.push(found))
    await withdrawCertificate(deps, account.caller, found.id, 'model')
    account.awaited.set(found.payerId, account.awaited.get(found.payerId)! + found.amountKobo)
    bookIn(account, 'withheld:awaited', found.amountKobo)
    bookIn(account, 'withheld:certified', -found.amountKobo)
  }

  const writeOff = async (account: Account): Promise<void> => {
    const invoice = pick((await issuedOf(account)).filter((each) => openKobo(each) > 0))
    if (!invoice) return
    const owedKobo = openKobo(invoice)
    const wanted = below(2) === 0 ? null : 1 + below(owedKobo + 10)
    const day = below(2) === 0 ? undefined : someDay()
    const isRefused = (wanted ?? 0) > owedKobo || (day !== undefined && (isClosed(day) || day < invoice.issueDate!))
    const asked = { amountKobo: wanted, reason: 'model', writtenOffOn: day }
    const run = () => writeOffInvoice(deps, account.caller, invoice.id, asked)
    if (!(await expectTaken(isRefused, `${wanted} of ${owedKobo} written off on ${day}`, run))) return
    move(account, invoice.payerId, -(wanted ?? owedKobo))
    bookIn(account, 'bad_debt', wanted ?? owedKobo)
  }

  const reverseWriteOff = async (account: Account): Promise<void> => {
    const standing = await deps.db.query<{ id: string; amount_kobo: number; payer_id: string | null }>(
      `select write_offs.id, write_offs.amount_kobo, invoices.payer_id from write_offs
       join invoices on invoices.business_id = write_offs.business_id and invoices.mode = write_offs.mode and invoices.id = write_offs.invoice_id
       where write_offs.business_id = $1 and write_offs.mode = 'live' and write_offs.reversed_at is null order by write_offs.id`,
      [account.caller.businessId],
    )
    const found = pick(standing)
    if (!found) return
    await reverseWriteOffOf(deps, account.caller, found.id, 'model')
    move(account, found.payer_id, found.amount_kobo)
    bookIn(account, 'bad_debt', -found.amount_kobo)
  }

  /**
   * Records an opening balance. The step must be refused if the payer already has an opening balance, or if the day of the new one is
   * closed.
   */
  const open = async (account: Account): Promise<void> => {
    const { caller, payers } = account
    const [payerId, asOf] = [pick(payers)!, someDay()]
    const amountKobo = (1 + below(900_000)) * (below(3) === 0 ? -1 : 1)
    const isRefused = account.opened.has(payerId) || isClosed(asOf)
    const run = () => openBalance(deps, caller, payerId, { amountKobo, asOf, dueDate: null, note: null })
    if (!(await expectTaken(isRefused, `an opening balance of ${amountKobo} as of ${asOf}`, run))) return
    account.opened.add(payerId)
    move(account, payerId, amountKobo)
    bookIn(account, 'opening', -amountKobo)
  }

  const discount = async (account: Account): Promise<void> => {
    const found = (await issuedOf(account)).filter(({ paper }) => paper!.lines.every(({ kind }) => kind === 'other' || kind === 'freight'))
    const invoice = pick(found)
    if (!invoice) return
    const asked = { wish: { amountKobo: 1 + below(invoice.totalKobo) }, reason: 'model', chargeAgain: false, isDiscount: true }
    const { note } = await creditInvoice(deps, account.caller, invoice.id, asked)
    assert.equal(note.totalKobo, asked.wish.amountKobo, 'a discount of the amount that was asked for')
    noteCredit(account, note)
    move(account, invoice.payerId, -note.totalKobo)
    bookIn(account, 'discount', note.netKobo)
    bookIn(account, 'tax', note.taxKobo)
    account.discounts.push({ id: note.id, payerId: invoice.payerId, netKobo: note.netKobo, taxKobo: note.taxKobo })
  }

  const withdrawOne = async (account: Account): Promise<void> => {
    const found = account.discounts.pop()
    if (!found) return
    await withdrawDiscount(deps, account.caller, found.id, 'model')
    move(account, found.payerId, found.netKobo + found.taxKobo)
    bookIn(account, 'discount', -found.netKobo)
    bookIn(account, 'tax', -found.taxKobo)
  }

  /**
   * Closes the books up to a day. The day must be later than the last closed day and earlier than today. Otherwise the step must be
   * refused.
   */
  const close = async (): Promise<void> => {
    const until = addDays(closed.until ?? addDays(today(), -45), below(4) - 1)
    const isRefused = until >= today() || (closed.until !== null && until <= closed.until)
    if (!(await expectTaken(isRefused, `closing ${until} after ${closed.until}`, () => closeBooksUntil(deps, byTest(deps), until)))) return
    Object.assign(closed, { until, ...(await entriesBefore(waybill, until)) })
  }

  return [payEarlier, payWithheld, certify, withdraw, writeOff, reverseWriteOff, open, discount, withdrawOne, close]
}
