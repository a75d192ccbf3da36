// The ledger of the simulator: all purchases that took effect. It can be compared with Waybill's records.
import { asText } from '../../src/platform/remote/json.ts'
import type { Operation } from './faults.ts'
import { OPERATIONS } from './faults.ts'
import type { Account } from './shipment-state.ts'

export type LedgerEntry = {
  shipmentId: string
  reference: string | null
  rateId: string
  carrier: string
  service: string
  amount: string
  currency: string
  trackingCode: string
  boughtAt: number
  buys: number
  buyRequests: number
  refunds: number
}

export type RequestCounts = Record<Operation, number>

export type Ledger = { purchases: LedgerEntry[]; requests: RequestCounts }

export const noRequests = (): RequestCounts => Object.fromEntries(OPERATIONS.map((operation) => [operation, 0])) as RequestCounts

export const ledgerOf = (account: Account, requests: RequestCounts): Ledger => {
  const purchases: LedgerEntry[] = []
  for (const { id, asked, purchase, buyRequests } of account.shipments()) {
    if (!purchase) continue
    const { rate, trackingCode, at, refunds } = purchase
    purchases.push({
      shipmentId: id,
      reference: asText(asked.reference) ?? null,
      rateId: rate.id,
      carrier: rate.carrier,
      service: rate.service,
      amount: rate.amount,
      currency: rate.currency,
      trackingCode,
      boughtAt: at,
      buys: 1, // a shipment can be bought only once; a double purchase shows as two shipments with the same reference
      buyRequests,
      refunds,
    })
  }
  return { purchases, requests: { ...requests } }
}

export const ledgerOnWire = ({ purchases, requests }: Ledger) => ({
  purchases: purchases.map((entry) => ({
    shipment_id: entry.shipmentId,
    reference: entry.reference,
    rate_id: entry.rateId,
    carrier: entry.carrier,
    service: entry.service,
    amount: entry.amount,
    currency: entry.currency,
    tracking_code: entry.trackingCode,
    bought_at: new Date(entry.boughtAt).toISOString(),
    buys: entry.buys,
    buy_requests: entry.buyRequests,
    refunds: entry.refunds,
  })),
  requests,
})
