// The seller, the buyer and the date on an invoice, receipt or credit note. The date is in the operator's time zone.

import type { Paper } from '../../domain/billing/invoice.ts'
import type { ElectronicAddress, PayerTax } from '../../domain/billing/withholding/payer-tax.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import { fullName } from '../../domain/customers/customer.ts'
import { addressLines } from '../../domain/operator/operator.ts'
import { calendarDate } from '../../domain/values/calendar.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as payerTaxes from '../../store/billing/tax/payer-tax.ts'
import * as customers from '../../store/customers/customers.ts'
import * as operators from '../../store/operator/operator.ts'
import type { Caller } from '../deps.ts'
import { readOperatorZone } from '../operator/operator-zone.ts'

/** The seller's name until the operator has set one. */
const UNNAMED = 'The operator of this Waybill'

export const paperDate = async (db: Query, now: number): Promise<string> => calendarDate(now, await readOperatorZone(db))

export const sellerOf = async (db: Query): Promise<Paper['seller']> => {
  const operator = await operators.find(db)
  if (!operator) return { name: UNNAMED, lines: [], taxNumber: null, payTo: [] }
  const { name, address, email, phone, taxNumber, bank } = operator
  const lines = [...addressLines(address), ...[phone, email].flatMap((line) => line ?? [])]
  const payTo = bank ? [bank.bankName, bank.accountName, `Account ${bank.accountNumber}`, ...(bank.bankCode ? [bank.bankCode] : [])] : []
  return { name, lines, taxNumber, payTo, address, endpoint: byEmail(email), bank }
}

/** In electronic invoices, the scheme EM stands for an email address. */
const byEmail = (email: string | null | undefined): ElectronicAddress | null => (email ? { scheme: 'EM', id: email } : null)

/** If the address of a business names no country, the country is Nigeria. */
const addressOf = ({ business }: Caller) => ({ country: 'NG', ...business.ownAddress.address })

const named = ({ business }: Caller, customer: Customer): Paper['buyer'] => ({
  id: customer.addressSuffix,
  name: fullName(customer) || customer.addressSuffix,
  lines: [`c/o ${business.name}`],
})

const itself = ({ business }: Caller): Paper['buyer'] => ({
  id: business.prefix,
  name: business.name,
  lines: addressLines(business.ownAddress.address),
})

export const buyerOf = async (db: Query, caller: Caller, payerId: string | null): Promise<Paper['buyer']> =>
  payerId === null ? itself(caller) : named(caller, await customers.load(db, caller, payerId))

const withTax = (buyer: Paper['buyer'], caller: Caller, email: string | null | undefined, tax: PayerTax | undefined): Paper['buyer'] => ({
  ...buyer,
  address: addressOf(caller),
  endpoint: tax?.endpoint ?? byEmail(email),
  taxNumber: tax?.taxNumber ?? null,
})

/** The buyers of invoices, with their tax details. */
export const buyersOf = async (
  db: Query,
  caller: Caller,
  payerIds: readonly (string | null)[],
): Promise<Map<string | null, Paper['buyer']>> => {
  const found = await customers.byIds(db, caller, [...new Set(payerIds.filter((id) => id !== null))])
  const taxes = await payerTaxes.ofPayers(db, caller, payerIds)
  const buyers = [...found].map(([id, customer]): [string | null, Paper['buyer']] => [
    id,
    withTax(named(caller, customer), caller, customer.email, taxes.get(id)),
  ])
  return new Map([[null, withTax(itself(caller), caller, caller.business.ownAddress.email, taxes.get(null))], ...buyers])
}
