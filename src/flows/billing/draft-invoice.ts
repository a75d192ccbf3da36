// Drafts an invoice from charges that wait to be invoiced, and discards drafts.

import type { Charge } from '../../domain/billing/charge.ts'
import type { Invoice } from '../../domain/billing/invoice.ts'
import { draftOf, requireDraft, totalsOf } from '../../domain/billing/invoice.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { WaitingFilter } from '../../store/billing/charges.ts'
import * as charges from '../../store/billing/charges.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as packages from '../../store/packages/packages.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'

/** Maximum number of lines on an invoice. Further charges go on the next invoice. */
export const INVOICE_LINES_MAX = 1_000

export const newInvoice = (deps: Deps, caller: Caller, payerId: string | null, billed: readonly Charge[]): Invoice =>
  draftOf({ id: deps.newId('inv'), payerId, createdBy: caller.actor, createdAt: deps.clock() }, billed)

/**
 * Puts charges on the invoice. If two transactions use the same charge, the later transaction is retried and then no longer finds the
 * charge.
 */
export const takeCharges = (tx: Tx, caller: Caller, invoiceId: string, billed: readonly Charge[]): Promise<void> =>
  charges.putOnInvoices(
    tx,
    caller,
    billed.map((charge) => ({ charge, invoiceId })),
  )

/** The package or shipment whose charges are invoiced. If neither is named, all waiting charges are invoiced. */
export type Goods = { packageId?: string | undefined; shipmentId?: string | undefined }

/** Selects the waiting charges of the named packages, and of the quotes with which those packages were booked. */
const selectionOf = async (tx: Tx, caller: Caller, { packageId, shipmentId }: Goods): Promise<Omit<WaitingFilter, 'payerId'>> => {
  if (packageId === undefined && shipmentId === undefined) return {}
  const parcels =
    shipmentId === undefined
      ? [await packages.load(tx, caller, packageId!)]
      : (await shipmentPackages.ofShipment(tx, (await shipments.load(tx, shipmentId, caller.seen)).id))
          .filter(({ scope }) => scope.businessId === caller.businessId && scope.mode === caller.mode)
          .map(({ parcel }) => parcel)
  if (parcels.length === 0) throw invalidField('shipment_id', 'holds no package of this business')
  return { packageIds: parcels.map(({ id }) => id), quoteIds: [...new Set(parcels.flatMap(({ quoteId }) => quoteId ?? []))] }
}

export const draftInvoice = (
  deps: Deps,
  caller: Caller,
  payerId: string | null,
  goods: Goods,
): Promise<{ invoice: Invoice; billed: Charge[] }> =>
  deps.db.transaction(caller, async (tx) => {
    const selection = await selectionOf(tx, caller, goods)
    const billed = await charges.waiting(tx, caller, { ...selection, payerId }, INVOICE_LINES_MAX)
    if (billed.length === 0) throw new Rejection('INVALID_TRANSITION', 'No charges are waiting to be invoiced.')
    const invoice = newInvoice(deps, caller, payerId, billed)
    await invoices.insert(tx, caller, invoice)
    await takeCharges(tx, caller, invoice.id, billed)
    return { invoice, billed }
  })

/** Discards a draft. Its charges then wait for another invoice. */
export const discardInvoice = (deps: Deps, caller: Caller, id: string): Promise<Invoice> =>
  deps.db.transaction(caller, async (tx) => {
    const before = await invoices.load(tx, caller, id)
    requireDraft(before)
    for (const charge of await charges.ofInvoice(tx, caller, id)) await charges.save(tx, caller, charge, { ...charge, invoiceId: null })
    return invoices.save(tx, caller, before, { ...before, ...totalsOf([]), discardedAt: nowFor(deps, caller) })
  })
