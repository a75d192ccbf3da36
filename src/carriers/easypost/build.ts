// Builds EasyPost requests: units, addresses, customs forms. Pure, no I/O.

import { Decimal } from 'decimal.js'
import type { Bought, CarrierAddress, CarrierParcel, LabelFormat, RateRequest } from '../carrier.ts'

const KG_PER_OZ = '0.028349523125' // exact by definition of the pound
const CM_PER_IN = '2.54' // exact by definition of the inch
const DECIMALS_KEPT = 1

// Rounds up, because a parcel that is heavier or larger than declared causes a surcharge after the sale.
const inUnits = (amount: number, unit: string): number =>
  new Decimal(amount).div(unit).toDecimalPlaces(DECIMALS_KEPT, Decimal.ROUND_UP).toNumber()

export const kgToOz = (weightKg: number): number => inUnits(weightKg, KG_PER_OZ)

export const cmToIn = (lengthCm: number): number => inUnits(lengthCm, CM_PER_IN)

// `usdPerKg`: the value that the operator declares per kilogram of goods. `signer`: the person who signs the customs form.
export type Customs = { usdPerKg: string; signer: string }

export const REHEARSED_CUSTOMS: Customs = { usdPerKg: '1', signer: 'Rehearsal' }

const USD_PER_KG = /^\d{1,6}(\.\d{1,4})?$/
const DESCRIPTION = 'General merchandise'
const DESCRIPTION_MAX_CHARS = 255
// Customs exemption code for exports from the United States with a value of up to EEL_EXEMPTION_MAX_USD. Other countries of origin have no
// such code.
const EEL_EXEMPTION = 'NOEEI 30.37(a)'
const EEL_EXEMPTION_MAX_USD = 2500

export const customsOf = (usdPerKg: string | undefined, signer: string | undefined): Customs | null => {
  if (usdPerKg === undefined && signer === undefined) return null
  if (usdPerKg === undefined || signer === undefined)
    throw new Error('EASYPOST_CUSTOMS_USD_PER_KG and EASYPOST_CUSTOMS_SIGNER must be set together')
  if (!USD_PER_KG.test(usdPerKg) || new Decimal(usdPerKg).isZero())
    throw new Error(`EASYPOST_CUSTOMS_USD_PER_KG must be an amount above 0 such as 25 or 12.50, not "${usdPerKg}"`)
  return { usdPerKg, signer }
}

export const crossesBorder = ({ from, to }: RateRequest): boolean => from.country !== to.country

const customsInfo = ({ from, parcel }: RateRequest, { usdPerKg, signer }: Customs) => {
  // Rounds up to the cent, so that the value of a very light parcel is not zero. Customs forms do not accept zero.
  const valueUsd = new Decimal(usdPerKg).mul(parcel.weightKg).toDecimalPlaces(2, Decimal.ROUND_UP)
  const isExempt = from.country === 'US' && valueUsd.lte(EEL_EXEMPTION_MAX_USD)
  return {
    ...(isExempt ? { eel_pfc: EEL_EXEMPTION } : {}),
    customs_certify: true,
    customs_signer: signer,
    contents_type: 'merchandise',
    contents_explanation: '',
    restriction_type: 'none',
    non_delivery_option: 'return',
    customs_items: [
      {
        description: (parcel.description || DESCRIPTION).slice(0, DESCRIPTION_MAX_CHARS),
        quantity: 1,
        weight: kgToOz(parcel.weightKg), // total weight of the item, not per piece; `value` is a total too
        value: valueUsd.toNumber(),
        origin_country: from.country,
      },
    ],
  }
}

export type EasyPostRequest = { method: 'GET' | 'POST'; path: string; body?: unknown }

// Each refresh of the rates creates a new shipment, which costs nothing unless it is bought. EasyPost's /rerate would replace the old rate
// ids, but a rate that was shown must stay valid for an hour.
export const buildRate = (request: RateRequest, customs: Customs | null): EasyPostRequest => ({
  method: 'POST',
  path: '/shipments',
  body: {
    shipment: {
      from_address: address(request.from),
      to_address: address(request.to),
      parcel: parcel(request.parcel),
      ...(customs && crossesBorder(request) ? { customs_info: customsInfo(request, customs) } : {}),
      // EasyPost can convert only PNG labels into other formats later.
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

// Repeating the POST is safe: if the tracker already exists, EasyPost returns the existing tracker.
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

const parcel = (p: CarrierParcel) => ({
  ...(p.lengthCm !== undefined && p.widthCm !== undefined && p.heightCm !== undefined
    ? { length: cmToIn(p.lengthCm), width: cmToIn(p.widthCm), height: cmToIn(p.heightCm) }
    : {}),
  weight: kgToOz(p.weightKg),
})
