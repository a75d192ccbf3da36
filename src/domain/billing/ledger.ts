// The double-entry ledger. Each entry moves an amount from one account to another, so the journal always balances.

import type { ChargeKind } from './charge-kind.ts'
import type { PaymentMethod } from './payment.ts'

/** `receivable`: owed to the operator. `credit`: paid but not yet used. `revenue:…` by kind of charge, `cash:…` by payment method. */
export type Account = 'receivable' | 'credit' | 'tax' | `revenue:${ChargeKind}` | `cash:${PaymentMethod}`

export type SourceType = 'charge' | 'charge_reversal' | 'credit_note' | 'payment' | 'allocation' | 'refund' | 'payment_reversal'

/** `payerId`: the customer who owes or paid; null is the business itself. */
export type Cause = { sourceType: SourceType; sourceId: string; payerId: string | null; occurredAt: number }

export type Transfer = { debit: Account; credit: Account; amountKobo: number }

export type Entry = Cause & Transfer & { position: number }

/** Zero amounts make no entry. Throws on a negative amount or equal accounts. */
export const entriesOf = (cause: Cause, transfers: readonly Transfer[]): Entry[] =>
  transfers
    .filter(({ amountKobo }) => amountKobo !== 0)
    .map((transfer, position) => {
      const { debit, credit, amountKobo } = transfer
      if (!Number.isSafeInteger(amountKobo) || amountKobo < 0 || debit === credit)
        throw new RangeError(`an entry moves a positive amount between two accounts, not ${amountKobo} from ${credit} to ${debit}`)
      return { ...cause, position, debit, credit, amountKobo }
    })

type Taxed = { kind: ChargeKind; netKobo: number; taxKobo: number }

export const chargeTransfers = ({ kind, netKobo, taxKobo }: Taxed): Transfer[] => [
  { debit: 'receivable', credit: `revenue:${kind}`, amountKobo: netKobo },
  { debit: 'receivable', credit: 'tax', amountKobo: taxKobo },
]

const opposite = ({ debit, credit, amountKobo }: Transfer): Transfer => ({ debit: credit, credit: debit, amountKobo })

export const reversalTransfers = (charge: Taxed): Transfer[] => chargeTransfers(charge).map(opposite)

/** A payment becomes credit first; allocations use it up. */
export const paymentTransfers = (method: PaymentMethod, amountKobo: number): Transfer[] => [
  { debit: `cash:${method}`, credit: 'credit', amountKobo },
]

export const refundTransfers = (method: PaymentMethod, amountKobo: number): Transfer[] => paymentTransfers(method, amountKobo).map(opposite)

/** A negative amount turns an allocation back into credit. */
export const allocationTransfers = (amountKobo: number): Transfer[] => [
  amountKobo < 0
    ? { debit: 'receivable', credit: 'credit', amountKobo: -amountKobo }
    : { debit: 'credit', credit: 'receivable', amountKobo },
]
