// Charges the freight of a quote. Export air freight is charged at the booking, and all other freight when its price becomes final.

import type { Charge } from '../../../domain/billing/charge.ts'
import { freightSource } from '../../../domain/billing/charge.ts'
import { missedFreight } from '../../../domain/billing/missed-charge.ts'
import type { TaxRate } from '../../../domain/billing/tax.ts'
import type { Package } from '../../../domain/packages/package.ts'
import type { Quote } from '../../../domain/quotes/quote.ts'
import { toKobo } from '../../../domain/values/kobo.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as charges from '../../../store/billing/charges.ts'
import type { Caller, CurrentCaller, Deps } from '../../deps.ts'
import { reverseCharges } from '../credit-invoice.ts'
import { withdrawMissed } from '../missed/record-missed.ts'
import type { NewCharge } from './add-charges.ts'
import { addCharges } from './add-charges.ts'

const describe = ({ lane, cargo, reference, selectedRate }: Quote): string => {
  const by = cargo.mode === 'ocean' ? 'Ocean freight' : `Air freight${selectedRate ? ` (${selectedRate.service})` : ''}`
  return `${by} ${lane.origin} to ${lane.destination}, quote ${reference}`
}

export const chargeFreight = async (
  deps: Deps,
  tx: Tx,
  caller: CurrentCaller,
  quote: Quote,
  parcels: readonly Package[],
  taxRates?: readonly TaxRate[],
): Promise<Charge | undefined> => {
  if (quote.selectedRate === null) return undefined
  const kept = parcels.filter(({ status }) => status !== 'cancelled')
  const freight: NewCharge = {
    kind: 'freight',
    source: freightSource(quote.id),
    description: describe(quote),
    unitKobo: toKobo(quote.selectedRate.amount),
    direction: quote.lane.direction,
    customerId: quote.customerId,
    quoteId: quote.id,
    packageId: kept[0]?.id ?? null,
  }
  const [charge] = await addCharges(deps, tx, caller, [freight], taxRates)
  return charge
}

/**
 * Reverses the freight charge. If there is no freight charge, withdraws the open missed charge for the freight. Returns false if there was
 * neither.
 */
export const unchargeFreight = async (deps: Deps, tx: Tx, caller: Caller, quoteId: string, reason: string): Promise<boolean> => {
  const charge = await charges.activeOfSource(tx, caller, freightSource(quoteId))
  if (!charge) return withdrawMissed(deps, tx, caller, missedFreight(quoteId), reason)
  await reverseCharges(deps, tx, caller, [charge], reason)
  return true
}
