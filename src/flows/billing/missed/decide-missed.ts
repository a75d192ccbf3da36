// Lets an admin decide on a missed charge: make the charge if that is possible now, or dismiss it with a reason.

import type { Charge } from '../../../domain/billing/charge.ts'
import type { MissedCharge } from '../../../domain/billing/missed-charge.ts'
import { decided, MISSED_REASONS, requireOpen } from '../../../domain/billing/missed-charge.ts'
import { Rejection } from '../../../domain/values/errors.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as missedCharges from '../../../store/billing/missed-charges.ts'
import * as packages from '../../../store/packages/packages.ts'
import * as quotes from '../../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../../deps.ts'
import { nowFor, withBusiness } from '../../deps.ts'
import { chargeFreight } from '../charges/charge-freight.ts'
import { chargeStorage, lockToCharge, withMergedCustomer } from '../charges/charge-storage.ts'
import { settleMissed } from './record-missed.ts'

const chargeNow = async (deps: Deps, tx: Tx, caller: Caller, missed: MissedCharge): Promise<Charge | undefined> => {
  const charger = await withBusiness(tx, caller)
  if (missed.kind === 'storage') {
    const [parcel] = await lockToCharge(tx, caller, [missed.packageId!])
    return (await chargeStorage(deps, tx, charger, [{ parcel: parcel!, until: missed.lastDay! }]))[0]
  }
  const quote = await withMergedCustomer(tx, caller, await quotes.load(tx, caller, missed.quoteId!))
  return chargeFreight(deps, tx, charger, quote, await packages.ofQuotes(tx, caller, [quote.id]))
}

/** Makes the charge that was missed, at the current price, exchange rate and tax. */
export const chargeMissed = (deps: Deps, caller: Caller, id: string): Promise<MissedCharge> =>
  deps.db.transaction(caller, async (tx) => {
    const { missed } = await missedCharges.loadOfAnyBusiness(tx, id)
    requireOpen(missed)
    const charge = await chargeNow(deps, tx, caller, missed)
    if (!charge) throw new Rejection('INVALID_TRANSITION', `This charge is still not possible. ${MISSED_REASONS[missed.reason]}`)
    await settleMissed(deps, tx, caller, missed.subject, charge.id)
    return (await missedCharges.loadOfAnyBusiness(tx, id)).missed
  })

export const dismissMissed = (deps: Deps, caller: Caller, id: string, note: string): Promise<MissedCharge> =>
  deps.db.transaction(caller, async (tx) => {
    const { missed } = await missedCharges.loadOfAnyBusiness(tx, id)
    requireOpen(missed)
    return missedCharges.save(
      tx,
      caller,
      missed,
      decided(missed, { state: 'dismissed', by: caller.actor, note, now: nowFor(deps, caller) }),
    )
  })
