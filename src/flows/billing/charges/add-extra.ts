// Adds an extra from the price list, as a charge for a package, a customer or the business. Also reverses charges.

import type { Charge } from '../../../domain/billing/charge.ts'
import { requireStanding } from '../../../domain/billing/charge.ts'
import { isIssued } from '../../../domain/billing/invoice.ts'
import type { PriceListItem } from '../../../domain/billing/price-list.ts'
import { itemsInForce } from '../../../domain/billing/price-list.ts'
import { invalidField, Problems } from '../../../domain/values/errors.ts'
import { AMOUNT_MAX_KOBO, readAmount } from '../../../domain/values/kobo.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import * as charges from '../../../store/billing/charges.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import * as priceList from '../../../store/billing/price-list.ts'
import * as customers from '../../../store/customers/customers.ts'
import * as packages from '../../../store/packages/packages.ts'
import type { Caller, Deps } from '../../deps.ts'
import { withBusiness } from '../../deps.ts'
import { reverseCharges } from '../credit-invoice.ts'
import { requireSecondPersonIn } from '../second-person.ts'
import { addCharges } from './add-charges.ts'
import { lockToCharge } from './charge-storage.ts'

export type ExtraRequest = {
  code: string
  quantity: number
  /** The price of one unit. If undefined, the listed price applies. */
  amount: string | undefined
  note: string | undefined
  for: { packageId: string } | { customerId: string } | { business: true }
}

type Subject = Pick<Parameters<typeof addCharges>[3][number], 'direction' | 'customerId' | 'quoteId' | 'packageId' | 'shipmentId'> & {
  name: string
}

const subjectOf = async (tx: Tx, caller: Caller, given: ExtraRequest['for']): Promise<Subject> => {
  if ('packageId' in given) {
    const { id } = await packages.load(tx, caller, given.packageId)
    const [parcel] = await lockToCharge(tx, caller, [id])
    const { parcelNumber, tradeDirection, customerId, quoteId, shipmentId } = parcel!
    return { name: `, package ${parcelNumber}`, direction: tradeDirection, customerId, quoteId, packageId: id, shipmentId }
  }
  if ('business' in given) return { name: '', direction: null, customerId: null }
  const named = await customers.load(tx, caller, given.customerId)
  // If the named customer was merged into another customer, that other customer gets the charge.
  const { id, addressSuffix } = await customers.loadKeptShared(tx, caller, named.id)
  return { name: `, customer ${addressSuffix}`, direction: null, customerId: id }
}

export const pricedExtra = async (
  deps: Deps,
  tx: Tx,
  request: Omit<ExtraRequest, 'for'>,
): Promise<{ item: PriceListItem; unitKobo: number }> => {
  const item = itemsInForce(await priceList.items(tx), deps.clock()).find(({ code }) => code === request.code.trim().toUpperCase())
  if (!item) throw invalidField('code', 'is not on the price list')
  const problems = new Problems()
  const unitKobo = request.amount === undefined ? item.unitKobo : readAmount('amount', request.amount, problems)
  if (unitKobo * request.quantity > AMOUNT_MAX_KOBO) problems.add('quantity', 'makes the charge too large')
  problems.throwIfAny()
  return { item, unitKobo }
}

export const addExtra = (deps: Deps, caller: Caller, request: ExtraRequest): Promise<Charge> =>
  deps.db.transaction(caller, async (tx) => {
    const charger = await withBusiness(tx, caller)
    const { name, ...subject } = await subjectOf(tx, caller, request.for)
    const { item, unitKobo } = await pricedExtra(deps, tx, request)
    const description = `${item.name}${name}${request.note ? `: ${request.note}` : ''}`
    const [charge] = await addCharges(deps, tx, charger, [
      { ...subject, kind: item.kind, description, unitKobo, quantity: request.quantity },
    ])
    return charge!
  })

/**
 * Reverses a charge. A charge on an issued invoice is reversed by a credit note. Throws if a second person must approve the credit note:
 * staff must then request a credit of the invoice line instead.
 */
export const takeBackCharge = (deps: Deps, caller: Caller, id: string, reason: string): Promise<Charge> =>
  deps.db.transaction(caller, async (tx) => {
    const { charge } = await charges.loadOfAnyBusiness(tx, id)
    requireStanding(charge)
    const before = charge.invoiceId === null ? null : await invoices.load(tx, caller, charge.invoiceId)
    await reverseCharges(deps, tx, caller, [charge], reason)
    if (before && isIssued(before)) {
      const { payerId, creditedKobo } = await invoices.load(tx, caller, before.id)
      await requireSecondPersonIn(deps, tx, caller, { payerId, amountKobo: creditedKobo - before.creditedKobo, isApproved: false })
    }
    return (await charges.loadOfAnyBusiness(tx, id)).charge
  })
