// Reassigns packages, announcements and charges to another customer. Also writes the audit records and events.

import type { Charge } from '../../domain/billing/charge.ts'
import { inboundEvent, packageEvent } from '../../domain/events/event.ts'
import type { InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as charges from '../../store/billing/charges.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import * as packages from '../../store/packages/packages.ts'
import { bookAgain } from '../billing/charges/add-charges.ts'
import { reverseCharges } from '../billing/credit-invoice.ts'
import type { Caller, Deps } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'

/** Maximum number of records that one statement reads or writes. On SQLite, other requests can run only between two statements. */
export const RECORDS_AT_ONCE = 500

export const reassignPackages = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  parcels: readonly Package[],
  to: Parameters<typeof packages.reassign>[3],
): Promise<void> => {
  if (parcels.length === 0) return
  const saved = await packages.reassign(tx, caller, parcels, to)
  const changed = saved.map((parcel) => packageEvent('package.changed', parcel))
  await recordEvents(deps, tx, caller, changed)
}

export const reassignInbound = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  announced: readonly InboundParcel[],
  customerId: string,
): Promise<void> => {
  if (announced.length === 0) return
  const saved = await inboundParcels.reassign(tx, caller, announced, customerId)
  const changed = saved.map((inbound) => inboundEvent('inbound_parcel.changed', inbound))
  await recordEvents(deps, tx, caller, changed)
}

/**
 * Reassigns charges to another customer. Charges that the business pays keep their tokens. Charges that the customer pays are reversed and
 * created anew. Returns the tokens of the kept and the new charges.
 */
export const reassignCharges = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  waiting: readonly Charge[],
  customerId: string,
  reason: string,
): Promise<string[]> => {
  const [ofBusiness, ofCustomer] = [waiting.filter(({ payerId }) => payerId === null), waiting.filter(({ payerId }) => payerId !== null)]
  await charges.saveAll(
    tx,
    caller,
    ofBusiness,
    ofBusiness.map((charge) => ({ ...charge, customerId })),
  )
  await reverseCharges(deps, tx, caller, ofCustomer, reason)
  const again = ofCustomer.map((charge) => ({ ...charge, customerId, payerId: customerId }))
  return [...ofBusiness.map(({ id }) => id), ...(await bookAgain(deps, tx, caller, again))]
}
