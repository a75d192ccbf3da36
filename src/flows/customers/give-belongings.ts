// Moves announced parcels and charges that wait for an invoice from one customer to another.

import type { Charge } from '../../domain/billing/charge.ts'
import { inboundEvent } from '../../domain/events/event.ts'
import type { InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import * as charges from '../../store/billing/charges.ts'
import type { Tx } from '../../store/engine/db.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import { bookAgain } from '../billing/charges/charge-again.ts'
import { reverseCharges } from '../billing/charges/reverse-charges.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'

export const giveInbound = async (deps: Deps, tx: Tx, caller: Caller, announced: readonly InboundParcel[], customerId: string) => {
  for (const inbound of announced) {
    const saved = await inboundParcels.save(tx, caller, inbound, { ...inbound, customerId })
    await recordEvents(deps, tx, caller, [inboundEvent('inbound_parcel.changed', saved)])
  }
}

/** A debt goes from one payer to another by taking it back and charging it again: the ledger shows both. Returns what waits now. */
export const giveCharges = async (deps: Deps, tx: Tx, caller: Caller, waiting: readonly Charge[], customerId: string, reason: string) => {
  const moved: string[] = []
  for (const charge of waiting.filter(({ payerId }) => payerId === null))
    moved.push((await charges.save(tx, caller, charge, { ...charge, customerId })).id)
  const owed = waiting.filter(({ payerId }) => payerId !== null)
  await reverseCharges(deps, tx, caller, owed, reason)
  const again = owed.map((charge) => ({ ...charge, customerId, payerId: customerId }))
  return [...moved, ...(await bookAgain(deps, tx, caller, again))]
}
