// The interface to an outside carrier: the calls that a carrier supports, and the five kinds of failure.

import type { BoughtLabel } from '../domain/booking/purchase.ts'
import type { RateMessage } from '../domain/quotes/quote.ts'

export type CarrierAddress = {
  name: string
  phone?: string
  email?: string
  street: string
  city: string
  state?: string
  postalCode?: string
  country: string // two-letter ISO 3166 code
}

export type CarrierParcel = { weightKg: number; lengthCm?: number; widthCm?: number; heightCm?: number; description?: string }

export type RateRequest = {
  reference: string
  from: CarrierAddress
  to: CarrierAddress
  parcel: CarrierParcel
}

// Identifies an offer in the carrier's system. Stored with our own rate id and never shown to a client.
type CarrierRef = { shipmentId: string; rateId: string }

export type CarrierRate = {
  carrier: string
  service: string
  amount: string // decimal
  currency: string
  deliveryDays: number | null
  deliveryDate: string | null // calendar date such as 2026-11-30
  carrierRef: CarrierRef
}

export type RateAnswer = { rates: CarrierRate[]; messages: RateMessage[] }

export type Purchase = { ref: CarrierRef; carrier: string; service: string; amount: string; currency: string; reference: string }

// The label that was bought. `amount` and `currency` are the price that the carrier charged. The caller compares this price with the agreed
// price.
export type Bought = BoughtLabel

// `refunded`: the label exists, but a refund was requested, so it must not be used.
export type LookUp = { state: 'bought' | 'refunded'; bought: Bought } | { state: 'not_bought' }

export type RefundAnswer = 'refunded' | 'submitted' | 'refused'

export type TrackingStatus =
  | 'pre_transit'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'return_to_sender'
  | 'failure'
  | 'unknown'
  | 'cancelled'
  | 'available_for_pickup'
  | 'error'

export type TrackingUpdate = {
  trackingCode: string
  status: TrackingStatus
  at: number // epoch ms
  eventId?: string
  message?: string
}

export type LabelFormat = 'png' | 'pdf' | 'zpl'

export type LabelFile = { bytes: Uint8Array; contentType: string }

export type CarrierHealth = {
  state: 'ok' | 'failing' | 'open' // open: the circuit breaker has stopped reads from the carrier
  lastSuccessAt: number | null
  lastFailure: { at: number; kind: CarrierFailureKind; message: string } | null
}

// Methods throw CarrierFailure and no other error.
export interface RemoteCarrier {
  readonly id: string
  rate(request: RateRequest, signal?: AbortSignal): Promise<RateAnswer>
  // Sends at most one request per call, because only the caller knows whether buying again is safe.
  buy(purchase: Purchase): Promise<Bought>
  // Throws 'rate_gone' if the carrier answers that it does not know the shipment. After any other failure, the outcome of the purchase is
  // still unknown.
  lookUp(purchase: Purchase): Promise<LookUp>
  refund(purchase: Purchase): Promise<RefundAnswer>
  track(bought: Pick<Bought, 'trackerId' | 'trackingCode'>): Promise<TrackingUpdate>
  labelUrl(carrierShipmentId: string, format: LabelFormat): Promise<string | null>
  fetchLabel(url: string, format: LabelFormat): Promise<LabelFile>
  health(): CarrierHealth
}

export type CarrierFailureKind =
  | 'rejected' // final refusal; nothing was bought
  | 'rate_gone' // the carrier no longer knows the rate; nothing was bought
  | 'unavailable' // the request was not sent or not processed; nothing was bought
  | 'outcome_unknown_5xx' // the carrier answered with an error; a look-up tells whether the label was bought
  | 'outcome_unknown_cut' // no definite answer; the purchase may still succeed later

export type FailureDetails = {
  carrier: string
  status?: number | undefined // HTTP status of the carrier's answer; undefined without an answer
  code?: string | undefined // error code from the carrier or the network
  requestId?: string | undefined // the carrier's id of the request, for the carrier's support desk
}

export class CarrierFailure extends Error {
  override readonly name = 'CarrierFailure'
  readonly kind: CarrierFailureKind
  readonly carrier: string
  readonly status: number | undefined
  readonly code: string | undefined
  readonly requestId: string | undefined

  constructor(kind: CarrierFailureKind, message: string, details: FailureDetails) {
    super(message)
    this.kind = kind
    this.carrier = details.carrier
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
  }
}
