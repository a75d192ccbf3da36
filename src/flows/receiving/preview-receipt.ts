// Shows what a receipt would do, declared beside measured and in NGN. Stores nothing.

import type { PriceChange } from '../../domain/receiving/receipt-price.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import { previewPrice } from '../quotes/finalise-price.ts'
import type { ReceiptPlan, ReceiptRequest } from './plan-receipt.ts'
import { planReceipt } from './plan-receipt.ts'

export type ReceiptPreview = Pick<ReceiptPlan, 'parcel' | 'next' | 'declared' | 'arrival'> & { price: PriceChange | null }

export const previewReceipt = async (deps: Deps, caller: Caller, id: string, request: ReceiptRequest): Promise<ReceiptPreview> => {
  const { quote, ...plan } = await planReceipt(deps.db, caller, id, request, nowFor(deps, caller))
  return { ...plan, price: await previewPrice(deps.db, caller, quote, plan.next) }
}
