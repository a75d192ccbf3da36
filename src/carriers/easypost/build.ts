// Our requests in EasyPost's words: pure, no I/O.
import type { Bought, CarrierAddress, CarrierParcel, LabelFormat, RateRequest } from '../carrier.ts'
import type { Customs } from './customs.ts'
import { crossesBorder, customsInfo } from './customs.ts'
import { cmToIn, kgToOz } from './units.ts'

export type EasyPostRequest = { method: 'GET' | 'POST'; path: string; body?: unknown }

// A new shipment for every refresh, and not /rerate: a re-rate replaces the shipment's rate ids, while an earlier pending
// shipment keeps its own and costs nothing. So a rate that we showed stays buyable for the hour that we promise.
export const buildRate = (request: RateRequest, customs: Customs | null): EasyPostRequest => ({
  method: 'POST',
  path: '/shipments',
  body: {
    shipment: {
      from_address: address(request.from),
      to_address: address(request.to),
      parcel: parcel(request.parcel),
      ...(customs && crossesBorder(request) ? { customs_info: customsInfo(request, customs) } : {}),
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
export const buildTrack = ({ trackerId, trackingCode }: Pick<Bought, 'trackerId' | 'trackingCode'>): EasyPostRequest =>
  trackerId === null
    ? { method: 'POST', path: '/trackers', body: { tracker: { tracking_code: trackingCode } } }
    : { method: 'GET', path: `/trackers/${encodeURIComponent(trackerId)}` }

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
