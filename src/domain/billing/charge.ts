// A charge for freight, storage, an extra or an earlier debt. Its amounts never change. It can be put on an invoice, taken off the invoice, or reversed.

import { invalidTransition } from '../values/errors.ts'
import { taxOf } from '../values/kobo.ts'
import type { ChargeKind } from './charge-kind.ts'
import type { TaxCategory } from './tax.ts'

export type Charge = {
  id: string
  version: number
  kind: ChargeKind
  /** Identifies what the charge is for, such as the freight of a quote. No two unreversed charges have the same source. */
  source: string
  /** The customer who owes the charge, or null for the business itself. */
  payerId: string | null
  customerId: string | null
  quoteId: string | null
  packageId: string | null
  shipmentId: string | null
  description: string
  quantity: number
  unitKobo: number
  netKobo: number
  taxPercent: string
  /** Null in older charges. The function `categoryOf` then derives the category from the tax rate. */
  taxCategory: TaxCategory | null
  /** The reason why the charge is not taxed. */
  taxReason: string | null
  /** The direction of trade that decided the tax. Null in older charges and in charges without a direction. */
  direction: 'import' | 'export' | null
  taxKobo: number
  firstDay: string | null
  lastDay: string | null
  /**
   * The net amount of a storage charge in the currency of the storage terms. Null if this currency is NGN, or if the charge is not for
   * storage.
   */
  originalAmount: string | null
  /**
   * ID of the original charge that this charge repeats after a credit note or a merge of customers. Null if this charge is not a repeat.
   */
  againOf: string | null
  invoiceId: string | null
  /** Time of the reversal; null if the charge is not reversed. A charge on an issued invoice is reversed by a credit note. */
  reversedAt: number | null
  reversedBy: string | null
  reverseReason: string | null
  creditNoteId: string | null
  createdBy: string
  createdAt: number
}

type Given = Pick<Charge, 'id' | 'kind' | 'source' | 'description' | 'unitKobo' | 'createdBy' | 'createdAt' | 'taxPercent'> &
  Partial<
    Pick<
      Charge,
      | 'taxCategory'
      | 'taxReason'
      | 'direction'
      | 'payerId'
      | 'customerId'
      | 'quoteId'
      | 'packageId'
      | 'shipmentId'
      | 'quantity'
      | 'firstDay'
      | 'lastDay'
      | 'originalAmount'
    >
  >

export const newCharge = (given: Given): Charge => {
  const quantity = given.quantity ?? 1
  const netKobo = given.unitKobo * quantity
  return {
    taxCategory: null,
    taxReason: null,
    direction: null,
    payerId: null,
    customerId: null,
    quoteId: null,
    packageId: null,
    shipmentId: null,
    firstDay: null,
    lastDay: null,
    originalAmount: null,
    againOf: null,
    ...given,
    version: 1,
    quantity,
    netKobo,
    taxKobo: taxOf(netKobo, given.taxPercent),
    invoiceId: null,
    reversedAt: null,
    reversedBy: null,
    reverseReason: null,
    creditNoteId: null,
  }
}

export const grossOf = ({ netKobo, taxKobo }: Pick<Charge, 'netKobo' | 'taxKobo'>): number => netKobo + taxKobo

export const freightSource = (quoteId: string): string => `freight ${quoteId}`

export const storageSource = (packageId: string, firstDay: string): string => `storage ${packageId} ${firstDay}`

export const requireStanding = (charge: Charge): void => {
  if (charge.reversedAt !== null) throw invalidTransition(`The charge "${charge.description}" was reversed.`)
}

export const reverseCharge = (
  charge: Charge,
  { by, now, reason, creditNoteId }: { by: string; now: number; reason: string; creditNoteId: string | null },
): Charge => {
  requireStanding(charge)
  return {
    ...charge,
    invoiceId: creditNoteId === null ? null : charge.invoiceId,
    reversedAt: now,
    reversedBy: by,
    reverseReason: reason,
    creditNoteId,
  }
}

/**
 * Divides an amount in proportion to `weights`, which are whole numbers above zero. Rounds each part down, then adds one kobo each to the
 * parts with the largest remainders until the sum is right.
 */
export const spreadKobo = (totalKobo: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  const exact = weights.map((weight) => BigInt(totalKobo) * BigInt(weight))
  const parts = exact.map((product) => Number(product / sum))
  const byRemainder = exact.map((product, index) => ({ index, rest: product % sum })).sort((a, b) => Number(b.rest - a.rest))
  const left = totalKobo - parts.reduce((total, part) => total + part, 0)
  for (const { index } of byRemainder.slice(0, left)) parts[index]! += 1
  return parts
}
