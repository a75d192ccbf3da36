// Adds charges with their tax, and books them.

import type { Charge } from '../../../domain/billing/charge.ts'
import { newCharge } from '../../../domain/billing/charge.ts'
import type { ChargeKind, ServiceKind } from '../../../domain/billing/charge-kind.ts'
import { chargeEntries } from '../../../domain/billing/ledger.ts'
import type { TaxRate } from '../../../domain/billing/tax.ts'
import { taxFor } from '../../../domain/billing/tax.ts'
import { billingAt } from '../../../domain/businesses/business.ts'
import { AMOUNT_MAX_KOBO, koboText } from '../../../domain/values/kobo.ts'
import { PRICE_CURRENCY } from '../../../domain/values/money.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as charges from '../../../store/billing/charges.ts'
import * as priceList from '../../../store/billing/price-list.ts'
import * as customers from '../../../store/customers/customers.ts'
import type { Caller, CurrentCaller, Deps } from '../../deps.ts'
import { nowFor } from '../../deps.ts'
import { bookEntries } from '../book-entries.ts'
import { recordMissed } from '../missed/record-missed.ts'

/** `direction`: import or export, which affects the tax rate. Null if the charge is not for a package. */
export type NewCharge = {
  kind: ServiceKind
  /** Identifies what the charge is for, so that the charge can be found and reversed later. Absent for extras. */
  source?: string
  description: string
  unitKobo: number
  quantity?: number
  direction: 'import' | 'export' | null
  customerId: string | null
  quoteId?: string | null
  packageId?: string | null
  shipmentId?: string | null
  firstDay?: string
  lastDay?: string
  originalAmount?: string | null
}

const amountOf = ({ unitKobo, quantity = 1 }: NewCharge): number => unitKobo * quantity

const isTooLarge = (kobo: number): boolean => kobo > AMOUNT_MAX_KOBO

/**
 * Adds charges. A charge above the ledger's limit does not block the booking or the warehouse receipt that causes it. The charge is
 * recorded as missed, and staff decide on it later.
 */
export const addCharges = async (
  deps: Deps,
  tx: Tx,
  caller: CurrentCaller,
  wanted: readonly NewCharge[],
  taxRates?: readonly TaxRate[],
): Promise<Charge[]> => {
  const chargeable = wanted.filter((each) => amountOf(each) > 0 && !isTooLarge(amountOf(each)))
  for (const each of wanted.filter((each) => isTooLarge(amountOf(each))))
    await recordMissed(deps, tx, caller, 'too_large', { ...each, amount: koboText(amountOf(each)), currency: PRICE_CURRENCY })
  if (chargeable.length === 0) return []
  const now = nowFor(deps, caller)
  const rates = taxRates ?? (await priceList.taxRates(tx))
  const { billTo } = billingAt(caller.business, now)
  const made = chargeable.map(({ direction, source, ...given }) => {
    const id = deps.newId('chg')
    return newCharge({
      ...given,
      id,
      source: source ?? `extra ${id}`,
      payerId: billTo === 'customer' ? given.customerId : null,
      // Tax rates follow real time, even in test mode.
      ...taxFor(rates, { kind: given.kind, direction, at: deps.clock() }),
      direction,
      createdBy: caller.actor,
      createdAt: now,
    })
  })
  await charges.insert(tx, caller, made)
  await bookEntries(deps, tx, caller, made.flatMap(chargeEntries))
  return made
}

type Debt = { kind: Exclude<ChargeKind, ServiceKind>; source: string; payerId: string | null; description: string; unitKobo: number }

/**
 * Adds a charge without tax for a debt that is not for a service. If the payer was merged into another customer, that other customer is
 * charged.
 */
export const bookCharge = async (deps: Deps, tx: Tx, caller: Caller, { payerId, ...debt }: Debt): Promise<Charge> => {
  const payer = payerId === null ? null : (await customers.loadKeptShared(tx, caller, payerId)).id
  const now = nowFor(deps, caller)
  const made = newCharge({
    ...debt,
    id: deps.newId('chg'),
    payerId: payer,
    customerId: payer,
    taxPercent: '0',
    taxCategory: 'outside',
    createdBy: caller.actor,
    createdAt: now,
  })
  await charges.insert(tx, caller, [made])
  await bookEntries(deps, tx, caller, chargeEntries(made))
  return made
}

/**
 * Books copies of the charges and returns the ids of the copies. The copies keep the `source`, so that the undo of a warehouse receipt
 * finds them.
 */
export const bookAgain = async (deps: Deps, tx: Tx, caller: Caller, taken: readonly Charge[]): Promise<string[]> => {
  const now = nowFor(deps, caller)
  const again = taken.map(
    (charge): Charge => ({
      ...charge,
      id: deps.newId('chg'),
      version: 1,
      againOf: charge.againOf ?? charge.id,
      invoiceId: null,
      createdBy: caller.actor,
      createdAt: now,
    }),
  )
  await charges.insert(tx, caller, again)
  await bookEntries(deps, tx, caller, again.flatMap(chargeEntries))
  return again.map(({ id }) => id)
}
