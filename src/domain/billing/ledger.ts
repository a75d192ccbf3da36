// The double-entry ledger. Each entry moves an amount from one account to another, so the journal always balances.

import type { ChargeKind, ServiceKind } from './charge-kind.ts'
import type { CashMethod, PaymentMethod } from './payment.ts'

/**
 * `receivable`: owed to the operator. `credit`: paid but not yet used. `revenue:…`: one account for each kind of charge. `cash:…`: one for
 * each payment method. `moved`: credit between merged customers; its balance is always zero. `returned`: refunds of payments that bounced.
 * `bad_debt`: debts that were written off, with their tax. `opening`: balances from earlier books. `discount`: what discounts took from the
 * revenue.
 * `tax:…` by direction of trade; `tax` is of charges without a direction, and of older charges.
 * `withheld:…`: tax that payers withheld, for which a certificate is awaited or recorded.
 */
export type Account =
  | 'receivable'
  | 'credit'
  | 'tax'
  | 'tax:import'
  | 'tax:export'
  | 'returned'
  | 'moved'
  | 'bad_debt'
  | 'withheld:awaited'
  | 'withheld:certified'
  | 'opening'
  | 'discount'
  | `revenue:${ServiceKind}`
  | `cash:${CashMethod}`

export type SourceType =
  | 'charge'
  | 'charge_reversal'
  | 'credit_note'
  | 'payment'
  | 'allocation'
  | 'refund'
  | 'payment_reversal'
  | 'credit_transfer'
  | 'opening_balance'
  | 'discount'
  | 'write_off'
  | 'write_off_reversal'
  | 'withholding'
  | 'withholding_reversal'
  | 'certificate'
  | 'certificate_reversal'

/** `payerId`: the customer who owes or paid; null is the business itself. */
export type Cause = { sourceType: SourceType; sourceId: string; payerId: string | null; occurredAt: number }

export type Transfer = { debit: Account; credit: Account; amountKobo: number }

export type Entry = Cause & Transfer & { position: number }

/** Zero amounts make no entry. Throws on a negative amount or equal accounts. */
export const entriesOf = (cause: Cause, transfers: readonly Transfer[], firstPosition = 0): Entry[] =>
  transfers
    .filter(({ amountKobo }) => amountKobo !== 0)
    .map((transfer, index) => {
      const position = firstPosition + index
      const { debit, credit, amountKobo } = transfer
      if (!Number.isSafeInteger(amountKobo) || amountKobo < 0 || debit === credit)
        throw new RangeError(`an entry moves a positive amount between two accounts, not ${amountKobo} from ${credit} to ${debit}`)
      return { ...cause, position, debit, credit, amountKobo }
    })

type Taxed = { kind: ChargeKind; netKobo: number; taxKobo: number; direction?: 'import' | 'export' | null }

const creditedBy = (kind: ChargeKind): Account => {
  if (kind === 'returned_payment') return 'returned'
  if (kind === 'withdrawn_discount') return 'discount'
  return kind === 'opening_balance' ? 'opening' : `revenue:${kind}`
}

export const chargeSourceType = (kind: ChargeKind): SourceType => (kind === 'opening_balance' ? 'opening_balance' : 'charge')

export const paymentSourceType = (method: PaymentMethod): SourceType => (method === 'opening' ? 'opening_balance' : 'payment')

const debitedBy = (method: PaymentMethod): Account => (method === 'opening' ? 'opening' : `cash:${method}`)

const taxOn = ({ direction = null }: Taxed): Account => (direction === null ? 'tax' : `tax:${direction}`)

export const chargeTransfers = (charge: Taxed): Transfer[] => [
  { debit: 'receivable', credit: creditedBy(charge.kind), amountKobo: charge.netKobo },
  { debit: 'receivable', credit: taxOn(charge), amountKobo: charge.taxKobo },
]

const opposite = ({ debit, credit, amountKobo }: Transfer): Transfer => ({ debit: credit, credit: debit, amountKobo })

export const reversalTransfers = (charge: Taxed): Transfer[] => chargeTransfers(charge).map(opposite)

/** A discount leaves the revenue as it is, and takes its share of the tax. */
const discountTransfers = (line: Taxed): Transfer[] => [
  { debit: 'discount', credit: 'receivable', amountKobo: line.netKobo },
  { debit: taxOn(line), credit: 'receivable', amountKobo: line.taxKobo },
]

type Credited = { id: string; kind: 'discount' | null; paper: { lines: readonly Taxed[] }; createdAt: number }

export const creditNoteEntries = ({ id, kind, paper, createdAt }: Credited, payerId: string | null): Entry[] => {
  const sourceType = kind === 'discount' ? 'discount' : 'credit_note'
  const transfers = paper.lines.flatMap(kind === 'discount' ? discountTransfers : reversalTransfers)
  return entriesOf({ sourceType, sourceId: id, payerId, occurredAt: createdAt }, transfers)
}

/** A payment becomes credit first. Allocations to invoices then use the credit. */
export const paymentTransfers = (method: PaymentMethod, amountKobo: number): Transfer[] => [
  { debit: debitedBy(method), credit: 'credit', amountKobo },
]

export const refundTransfers = (method: PaymentMethod, amountKobo: number): Transfer[] => paymentTransfers(method, amountKobo).map(opposite)

export const writeOffTransfers = (amountKobo: number): Transfer[] => [{ debit: 'bad_debt', credit: 'receivable', amountKobo }]

export const writeOffReversalTransfers = (amountKobo: number): Transfer[] => writeOffTransfers(amountKobo).map(opposite)

type Allocated = { id: string; amountKobo: number; createdAt: number }

/**
 * The entries of an allocation. If the payment and the invoice belong to customers that were merged, the credit first moves from the one
 * to the other.
 */
export const allocationEntries = ({ id, amountKobo, createdAt }: Allocated, paidBy: string | null, owedBy: string | null): Entry[] => {
  const cause = (sourceType: SourceType, payerId: string | null): Cause => ({ sourceType, sourceId: id, payerId, occurredAt: createdAt })
  const allocated = entriesOf(cause('allocation', owedBy), allocationTransfers(amountKobo))
  if (paidBy === owedBy) return allocated
  const [from, to] = amountKobo < 0 ? [owedBy, paidBy] : [paidBy, owedBy]
  const moved = Math.abs(amountKobo)
  return [
    ...entriesOf(cause('credit_transfer', from), [{ debit: 'credit', credit: 'moved', amountKobo: moved }]),
    ...entriesOf(cause('credit_transfer', to), [{ debit: 'moved', credit: 'credit', amountKobo: moved }], 1),
    ...allocated,
  ]
}

/** Tax that the payer withheld pays like money. The claim on the tax office takes the place of the money. */
export const withholdingTransfers = (amountKobo: number): Transfer[] => [{ debit: 'withheld:awaited', credit: 'credit', amountKobo }]

export const withholdingReversalTransfers = (amountKobo: number): Transfer[] => withholdingTransfers(amountKobo).map(opposite)

export const certificateTransfers = (amountKobo: number): Transfer[] => [
  { debit: 'withheld:certified', credit: 'withheld:awaited', amountKobo },
]

export const certificateReversalTransfers = (amountKobo: number): Transfer[] => certificateTransfers(amountKobo).map(opposite)

/** Reverses a payment that bounced. A part that was refunded before is owed again, so it becomes a charge. */
export const paymentReversalTransfers = (method: PaymentMethod, amountKobo: number, refundedKobo: number): Transfer[] => [
  { debit: 'credit', credit: debitedBy(method), amountKobo: amountKobo - refundedKobo },
  { debit: 'returned', credit: debitedBy(method), amountKobo: refundedKobo },
]

/** A negative amount turns an allocation back into credit. */
export const allocationTransfers = (amountKobo: number): Transfer[] => [
  amountKobo < 0
    ? { debit: 'receivable', credit: 'credit', amountKobo: -amountKobo }
    : { debit: 'credit', credit: 'receivable', amountKobo },
]
