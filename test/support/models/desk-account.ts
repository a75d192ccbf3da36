// One business in the model of the cash desk: how much each payer owes, and the balances in the ledger.

import type { Charge } from '../../../src/domain/billing/charge.ts'
import type { CreditNote } from '../../../src/domain/billing/invoice.ts'
import type { RELEASE } from '../../../src/domain/businesses/business.ts'
import { calendarDate } from '../../../src/domain/values/calendar.ts'
import { setPayerTax } from '../../../src/flows/billing/tax/set-payer-tax.ts'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { newCustomer } from '../calls/package-calls.ts'
import { live } from '../calls/receiving-calls.ts'
import { byTest } from '../samples/authors.ts'
import type { Tenant, Waybill } from '../server/waybill.ts'

export type Parcel = { id: string; quoteId: string; status: 'warehouse' | 'transit' | 'gone'; covered: Set<string> }

/** One business at the desk. `owed`: valid charges less valid payments, by payer (null is the business itself). */
export type Account = {
  tenant: Tenant
  caller: Caller
  payers: (string | null)[]
  owed: Map<string | null, number>
  parcels: Parcel[]
  release: (typeof RELEASE)[number]
  limitKobo: number
  /** The balance of each ledger account, except the accounts of payers. Debit balances are positive. */
  books: Map<string, number>
  /** Cash movements, with the day of payment. Money in is positive, money out is negative. */
  cash: { day: string; kobo: number }[]
  /** Withheld tax that no certificate covers yet, by payer. */
  awaited: Map<string | null, number>
  certificates: { id: string; payerId: string | null; amountKobo: number }[]
  /** Invoices from which tax was withheld. */
  withheldFrom: Set<string>
  /** Payers that have an opening balance. */
  opened: Set<string | null>
  /** The credited part of each charge. */
  credited: Map<string, { netKobo: number; taxKobo: number }>
  discounts: { id: string; payerId: string | null; netKobo: number; taxKobo: number }[]
}

/** The tax that payers withhold, as a percentage of the net amount of extra charges. */
export const WITHHELD_PERCENT = 5

export const openAccount = async ({ deps, newTenant }: Waybill, billTo: 'business' | 'customer'): Promise<Account> => {
  const tenant = await newTenant()
  await setTerms(deps, byTest(deps), { business: tenant.business.id, billing: { billTo }, from: null })
  const people = billTo === 'customer' ? [await newCustomer(tenant, {}, live(tenant)), await newCustomer(tenant, {}, live(tenant))] : []
  const payers = [null, ...people.map(({ parcel_customer_id }) => parcel_customer_id as string)]
  const caller = await callerFor(deps.db, { businessId: tenant.business.id, mode: 'live' }, byTest(deps))
  const withholding = [{ kind: 'other', percent: String(WITHHELD_PERCENT) }] as const
  for (const payer of payers) await setPayerTax(deps, caller, payer, { taxNumber: null, endpoint: null, withholding })
  return {
    tenant,
    caller,
    payers,
    owed: new Map(payers.map((payer) => [payer, 0])),
    parcels: [],
    release: 'none',
    limitKobo: 0,
    books: new Map(),
    cash: [],
    awaited: new Map(),
    certificates: [],
    withheldFrom: new Set(),
    opened: new Set(),
    credited: new Map(),
    discounts: [],
  }
}

export const gross = (charge: Pick<Charge, 'netKobo' | 'taxKobo'>): number => charge.netKobo + charge.taxKobo
export const move = ({ owed }: Account, payer: string | null, kobo: number): void => void owed.set(payer, owed.get(payer)! + kobo)
export const bookIn = ({ books }: Account, name: string, kobo: number): void => void books.set(name, (books.get(name) ?? 0) + kobo)

/** The part of a charge that no credit note has credited. */
export const leftOf = ({ credited }: Account, { id, netKobo, taxKobo }: Charge) => {
  const taken = credited.get(id) ?? { netKobo: 0, taxKobo: 0 }
  return { netKobo: netKobo - taken.netKobo, taxKobo: taxKobo - taken.taxKobo }
}

export const noteCredit = ({ credited }: Account, { paper }: CreditNote): void => {
  for (const { chargeId, netKobo, taxKobo } of paper.lines) {
    const before = credited.get(chargeId) ?? { netKobo: 0, taxKobo: 0 }
    credited.set(chargeId, { netKobo: before.netKobo + netKobo, taxKobo: before.taxKobo + taxKobo })
  }
}

/** Books money that is paid today. Money in is positive, money out is negative. */
export const payToday = (deps: Deps, account: Account, kobo: number): void => {
  bookIn(account, 'cash', kobo)
  account.cash.push({ day: calendarDate(deps.clock(), 'UTC'), kobo })
}

/** Books a charge (`sign` 1), or takes the charge back (`sign` -1). */
export const bookCharge = (
  account: Account,
  { kind, netKobo, taxKobo }: Pick<Charge, 'kind' | 'netKobo' | 'taxKobo'>,
  sign: 1 | -1,
): void => {
  const names = { opening_balance: 'opening', returned_payment: 'returned', withdrawn_discount: 'discount' } as const
  bookIn(account, kind in names ? names[kind as keyof typeof names] : 'revenue', -sign * netKobo)
  bookIn(account, 'tax', -sign * taxKobo)
}
