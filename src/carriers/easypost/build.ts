// Our requests in EasyPost's words: pure, no I/O.
import { Decimal } from 'decimal.js'
import type { CarrierAddress, CarrierParcel, LabelFormat, RateRequest } from '../carrier.ts'
import { cmToIn, kgToOz } from './units.ts'

export type EasyPostRequest = { method: 'GET' | 'POST'; path: string; body?: unknown }

const CUSTOMS_DESCRIPTION = 'General merchandise'
const CUSTOMS_DESCRIPTION_MAX_CHARS = 255
// Customs forms refuse a value of zero, and a quote need not state one.
const CUSTOMS_MIN_VALUE_USD = '1'
// The exemption that United States law grants exports up to this value; other origins have no such form.
const EEL_EXEMPTION = 'NOEEI 30.37(a)'
const EEL_EXEMPTION_MAX_USD = 2500

// A new shipment for every refresh, and not /rerate: a re-rate replaces the shipment's rate ids, while an earlier pending
// shipment keeps its own and costs nothing. So a rate that we showed stays buyable for the hour that we promise.
export const buildRate = (request: RateRequest): EasyPostRequest => ({
  method: 'POST',
  path: '/shipments',
  body: {
    shipment: {
      from_address: address(request.from),
      to_address: address(request.to),
      parcel: parcel(request.parcel),
      ...(request.from.country === request.to.country ? {} : { customs_info: customsInfo(request) }),
      // PNG is the only label format that EasyPost converts into the others later.
      options: { label_format: 'PNG' },
      reference: request.reference,
    },
  },
})

export const buildBuy = (shipmentId: string, rateId: string): EasyPostRequest => ({
  method: 'POST',
  path: `${shipmentPath(shipmentId)}/buy`,
  body: { rate: { id: rateId } },
})

export const buildRead = (shipmentId: string): EasyPostRequest => ({ method: 'GET', path: shipmentPath(shipmentId) })

export const buildRefund = (shipmentId: string): EasyPostRequest => ({
  method: 'POST',
  path: `${shipmentPath(shipmentId)}/refund`,
  body: {},
})

// Creating a tracker that exists answers with the existing one, so that this is a read in all but its verb.
export const buildTrack = (trackingCode: string): EasyPostRequest => ({
  method: 'POST',
  path: '/trackers',
  body: { tracker: { tracking_code: trackingCode } },
})

export const buildLabel = (shipmentId: string, format: LabelFormat): EasyPostRequest => ({
  method: 'GET',
  path: `${shipmentPath(shipmentId)}/label?file_format=${format.toUpperCase()}`,
})

const shipmentPath = (shipmentId: string): string => `/shipments/${encodeURIComponent(shipmentId)}`

const address = (a: CarrierAddress) => ({
  name: a.name,
  street1: a.street,
  city: a.city,
  ...(a.state ? { state: a.state } : {}),
  ...(a.postalCode ? { zip: a.postalCode } : {}),
  country: a.country,
  ...(a.email ? { email: a.email } : {}),
  ...(a.phone ? { phone: a.phone } : {}),
})

// EasyPost wants all three dimensions or none.
const parcel = (p: CarrierParcel) => ({
  ...(p.lengthCm !== undefined && p.widthCm !== undefined && p.heightCm !== undefined
    ? { length: cmToIn(p.lengthCm), width: cmToIn(p.widthCm), height: cmToIn(p.heightCm) }
    : {}),
  weight: kgToOz(p.weightKg),
})

const customsInfo = (request: RateRequest) => {
  const valueUsd = Decimal.max(request.declaredValueUsd ?? CUSTOMS_MIN_VALUE_USD, CUSTOMS_MIN_VALUE_USD).toDecimalPlaces(2)
  const exempt = request.from.country === 'US' && valueUsd.lte(EEL_EXEMPTION_MAX_USD)
  return {
    ...(exempt ? { eel_pfc: EEL_EXEMPTION } : {}),
    customs_certify: true,
    customs_signer: request.from.name,
    contents_type: 'merchandise',
    contents_explanation: '',
    restriction_type: 'none',
    non_delivery_option: 'return',
    customs_items: [
      {
        description: (request.parcel.description || CUSTOMS_DESCRIPTION).slice(0, CUSTOMS_DESCRIPTION_MAX_CHARS),
        quantity: 1,
        weight: kgToOz(request.parcel.weightKg), // line totals, both
        value: valueUsd.toNumber(),
        origin_country: request.from.country,
      },
    ],
  }
}
