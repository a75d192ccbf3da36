// A discount: a credit note whose net amount is booked to the discount account and does not reduce revenue. The tax is reduced in proportion.

import { invalidTransition } from '../../values/errors.ts'
import type { Charge } from '../charge.ts'
import { newCharge } from '../charge.ts'
import { isOpening } from '../debt/opening-balance.ts'
import type { CreditNote, Invoice, PaperLine } from '../invoice.ts'
import { nameOf } from '../invoice.ts'

export const requireDiscountable = (invoice: Invoice): void => {
  if (isOpening(invoice)) throw invalidTransition(`${nameOf(invoice)} is an opening balance, without revenue; write it off or credit it.`)
}

export const requireDiscount = ({ kind, number }: CreditNote): void => {
  if (kind !== 'discount') throw invalidTransition(`${number} is no discount. To charge what it took, charge it again.`)
}

/** The `source` of the charge that withdraws one line of a discount. Sources are unique, so a line can be withdrawn only once. */
export const withdrawnSource = (noteId: string, { chargeId }: PaperLine): string => `withdrawn ${noteId} ${chargeId}`

type Given = Pick<Charge, 'id' | 'payerId' | 'createdBy' | 'createdAt'> & { reason: string }

/** Makes a charge that withdraws a discount line. The charge has the net amount and tax of this line. */
export const withdrawnCharge = (note: CreditNote, line: PaperLine, { reason, ...given }: Given): Charge => ({
  ...newCharge({
    ...given,
    kind: 'withdrawn_discount',
    source: withdrawnSource(note.id, line),
    customerId: given.payerId,
    description: `Discount ${note.number} withdrawn: ${reason}`,
    unitKobo: line.netKobo,
    taxPercent: line.taxPercent,
    taxCategory: line.taxCategory ?? null,
    taxReason: line.taxReason ?? null,
    direction: line.direction ?? null,
  }),
  taxKobo: line.taxKobo,
})
