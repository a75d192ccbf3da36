// The double-entry ledger. Each entry moves an amount from one account to another, so the journal always balances.

import type { Charge } from './charge.ts'
import type { ChargeKind, ServiceKind } from './charge-kind.ts'
import type { WriteOff } from './debt/write-off.ts'
import type { CreditNote } from './invoice.ts'
import type { Allocation, CashMethod, Payment, PaymentMethod, Refund } from './payment.ts'
import { paidAt, receivedKobo } from './payment.ts'
import type { Certificate } from './withholding/certificate.ts'
import type { WithheldTax } from './withholding/withheld-tax.ts'

/**
 * `receivable`: owed to the operator. `credit`: paid but not yet used for an invoice. `revenue:…`: revenue by kind of charge. `cash:…`:
 * money by payment method. `moved`: credit moved between merged customers; the balance is always zero. `returned`: refunds of payments that
 * bounced. `bad_debt`: debts that were written off, with their tax. `opening`: the other side of opening balances. `discount`: net amounts
 * of discounts. `tax:…`: tax by direction of trade. `tax`: tax on charges without a direction, and on older charges. `withheld:…`: tax that
 * payers withheld; its certificate is awaited or recorded.
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
type Cause = { sourceType: SourceType; sourceId: string; payerId: string | null; occurredAt: number }

type Transfer = { debit: Account; credit: Account; amountKobo: number }

export type Entry = Cause & Transfer & { position: number }

/**
 * Makes a ledger entry for each transfer. A transfer of zero makes no entry. Throws if an amount is negative, or if both accounts are the
 * same.
 */
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

const opposite = ({ debit, credit, amountKobo }: Transfer): Transfer => ({ debit: credit, credit: debit, amountKobo })

type Document = { id: string; payerId: string | null }

/** Makes the ledger entries for an event of a document. If `occurredAt` is null, the event has not happened, and no entries are made. */
const entriesAt = (
  sourceType: SourceType,
  { id, payerId }: Document,
  occurredAt: number | null,
  transfers: readonly Transfer[],
): Entry[] => (occurredAt === null ? [] : entriesOf({ sourceType, sourceId: id, payerId, occurredAt }, transfers))

type Taxed = Pick<Charge, 'kind' | 'netKobo' | 'taxKobo'> & { direction?: Charge['direction'] }

const creditedBy = (kind: ChargeKind): Account => {
  if (kind === 'returned_payment') return 'returned'
  if (kind === 'withdrawn_discount') return 'discount'
  return kind === 'opening_balance' ? 'opening' : `revenue:${kind}`
}

const taxOn = ({ direction = null }: Taxed): Account => (direction === null ? 'tax' : `tax:${direction}`)

const chargeTransfers = (charge: Taxed): Transfer[] => [
  { debit: 'receivable', credit: creditedBy(charge.kind), amountKobo: charge.netKobo },
  { debit: 'receivable', credit: taxOn(charge), amountKobo: charge.taxKobo },
]

const reversalTransfers = (charge: Taxed): Transfer[] => chargeTransfers(charge).map(opposite)

export const chargeEntries = (charge: Charge): Entry[] =>
  entriesAt(charge.kind === 'opening_balance' ? 'opening_balance' : 'charge', charge, charge.createdAt, chargeTransfers(charge))

/**
 * Makes the entries for the reversal of a charge. If a credit note reversed the charge, there are none, because the credit note has its own
 * entries.
 */
export const chargeReversalEntries = (charge: Charge): Entry[] =>
  entriesAt('charge_reversal', charge, charge.creditNoteId === null ? charge.reversedAt : null, reversalTransfers(charge))

/** The net amount of a discount has its own account and does not reduce the revenue accounts. Its tax reduces the tax account. */
const discountTransfers = (line: Taxed): Transfer[] => [
  { debit: 'discount', credit: 'receivable', amountKobo: line.netKobo },
  { debit: taxOn(line), credit: 'receivable', amountKobo: line.taxKobo },
]

export const creditNoteEntries = ({ id, kind, paper, createdAt }: CreditNote, payerId: string | null): Entry[] =>
  kind === 'discount'
    ? entriesAt('discount', { id, payerId }, createdAt, paper.lines.flatMap(discountTransfers))
    : entriesAt('credit_note', { id, payerId }, createdAt, paper.lines.flatMap(reversalTransfers))

const debitedBy = (method: PaymentMethod): Account => (method === 'opening' ? 'opening' : `cash:${method}`)

/** A payment becomes credit first. Allocations to invoices then use the credit. */
export const paymentEntries = (payment: Payment): Entry[] =>
  entriesAt(payment.method === 'opening' ? 'opening_balance' : 'payment', payment, paidAt(payment), [
    { debit: debitedBy(payment.method), credit: 'credit', amountKobo: receivedKobo(payment) },
  ])

/**
 * Makes the entries for a payment that bounced. If a part was already refunded, the payer owes that part again through a separate charge.
 */
export const paymentReversalEntries = (payment: Payment): Entry[] => {
  const { method, refundedKobo, reversedAt } = payment
  return entriesAt('payment_reversal', payment, reversedAt, [
    { debit: 'credit', credit: debitedBy(method), amountKobo: receivedKobo(payment) - refundedKobo },
    { debit: 'returned', credit: debitedBy(method), amountKobo: refundedKobo },
  ])
}

export const refundEntries = ({ id, method, amountKobo, createdAt }: Refund, payerId: string | null): Entry[] =>
  entriesAt('refund', { id, payerId }, createdAt, [{ debit: 'credit', credit: debitedBy(method), amountKobo }])

/**
 * The entries of an allocation. A negative amount turns an allocated part of a payment back into credit. If the payment and the invoice
 * belong to two merged customers, further entries move the credit between them.
 */
export const allocationEntries = ({ id, amountKobo, createdAt }: Allocation, paidBy: string | null, owedBy: string | null): Entry[] => {
  const cause = (sourceType: SourceType, payerId: string | null): Cause => ({ sourceType, sourceId: id, payerId, occurredAt: createdAt })
  const moved = Math.abs(amountKobo)
  const isTakenBack = amountKobo < 0
  const allocated: Transfer = { debit: 'credit', credit: 'receivable', amountKobo: moved }
  const entries = entriesOf(cause('allocation', owedBy), [isTakenBack ? opposite(allocated) : allocated])
  if (paidBy === owedBy) return entries
  const [from, to] = isTakenBack ? [owedBy, paidBy] : [paidBy, owedBy]
  return [
    ...entriesOf(cause('credit_transfer', from), [{ debit: 'credit', credit: 'moved', amountKobo: moved }]),
    ...entriesOf(cause('credit_transfer', to), [{ debit: 'moved', credit: 'credit', amountKobo: moved }], 1),
    ...entries,
  ]
}

const writeOffTransfer = ({ amountKobo }: WriteOff): Transfer => ({ debit: 'bad_debt', credit: 'receivable', amountKobo })

export const writeOffEntries = (made: WriteOff, payerId: string | null): Entry[] =>
  entriesAt('write_off', { id: made.id, payerId }, made.writtenOffAt, [writeOffTransfer(made)])

export const writeOffReversalEntries = (made: WriteOff, payerId: string | null): Entry[] =>
  entriesAt('write_off_reversal', { id: made.id, payerId }, made.reversedAt, [opposite(writeOffTransfer(made))])

/**
 * Tax that the payer withheld becomes credit, as if the payer had paid it. The operator gets a claim to a tax certificate instead of money.
 */
const withheldTransfer = ({ amountKobo }: WithheldTax): Transfer => ({ debit: 'withheld:awaited', credit: 'credit', amountKobo })

export const withholdingEntries = (claim: WithheldTax): Entry[] =>
  entriesAt('withholding', claim, claim.withheldAt, [withheldTransfer(claim)])

export const withholdingReversalEntries = (claim: WithheldTax): Entry[] =>
  entriesAt('withholding_reversal', claim, claim.reversedAt, [opposite(withheldTransfer(claim))])

const certifiedTransfer = ({ amountKobo }: Certificate): Transfer => ({
  debit: 'withheld:certified',
  credit: 'withheld:awaited',
  amountKobo,
})

export const certificateEntries = (certificate: Certificate): Entry[] =>
  entriesAt('certificate', certificate, certificate.createdAt, [certifiedTransfer(certificate)])

export const certificateReversalEntries = (certificate: Certificate): Entry[] =>
  entriesAt('certificate_reversal', certificate, certificate.withdrawnAt, [opposite(certifiedTransfer(certificate))])
