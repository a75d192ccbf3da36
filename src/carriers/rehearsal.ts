// A simulated carrier for test mode, without network calls. A quote's client reference can make rating or the purchase fail.

import type { Bought, CarrierRate, Purchase, RemoteCarrier } from './carrier.ts'
import { CarrierFailure } from './carrier.ts'

export const REHEARSAL_CARRIER = 'rehearsal'

const failure = (kind: CarrierFailure['kind'], message: string): CarrierFailure =>
  new CarrierFailure(kind, `${message} (rehearsed).`, { carrier: REHEARSAL_CARRIER })

const HOW_IT_FAILS: Record<string, () => CarrierFailure> = {
  purchase_refused: () => failure('rejected', 'The account may not buy this service'),
  purchase_unavailable: () => failure('unavailable', 'The carrier is closed for maintenance'),
  purchase_unknown_bought: () => failure('outcome_unknown_5xx', 'The carrier answered with an error'),
  purchase_unknown_not_bought: () => failure('outcome_unknown_5xx', 'The carrier answered with an error'),
}

const DIGITS = 14

const boughtOf = ({ ref, amount, currency, reference }: Purchase): Bought => ({
  trackingCode: `REHEARSED${reference.slice(-DIGITS).toUpperCase()}`,
  trackerId: null,
  labelUrl: null,
  carrierShipmentId: ref.shipmentId,
  amount,
  currency,
})

const offerOf = (rehearsal: string, reference: string): CarrierRate => ({
  carrier: 'Rehearsal Air',
  service: 'Express',
  amount: '25.00',
  currency: 'USD',
  deliveryDays: 4,
  deliveryDate: null,
  carrierRef: { shipmentId: `rehearsal-${reference}`, rateId: rehearsal },
})

/** `rehearsal`: the failure to simulate. `rate` returns it as the rate ID, from which `buy` and `lookUp` read it later. */
export const rehearsalCarrier = (rehearsal: string | null): RemoteCarrier => ({
  id: REHEARSAL_CARRIER,
  rate: async ({ reference }) => {
    if (rehearsal === null || rehearsal === 'rates_unavailable') throw failure('unavailable', 'The carrier is closed for maintenance')
    return { rates: [offerOf(rehearsal, reference)], messages: [] }
  },
  buy: async ({ ref }) => {
    throw (HOW_IT_FAILS[ref.rateId] ?? HOW_IT_FAILS.purchase_refused!)()
  },
  lookUp: async (purchase) =>
    purchase.ref.rateId === 'purchase_unknown_bought' ? { state: 'bought', bought: boughtOf(purchase) } : { state: 'not_bought' },
  refund: async () => 'refunded',
  track: async () => {
    throw failure('rejected', 'Nobody carries this parcel')
  },
  labelUrl: async () => null,
  fetchLabel: async () => {
    throw failure('rejected', 'There is no such label')
  },
  health: () => ({ state: 'ok', lastSuccessAt: null, lastFailure: null }),
})
