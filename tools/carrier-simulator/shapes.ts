// JSON objects of the simulated EasyPost, with the fields of the recorded responses.
import type { JsonObject } from '../../src/platform/remote/json.ts'
import { asList, asObject } from '../../src/platform/remote/json.ts'
import type { SimPurchase, SimRate, SimShipment } from './shipment-state.ts'

const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
const stamps = (ms: number) => ({ created_at: iso(ms), updated_at: iso(ms), mode: 'test' })

export const errorShape = (code: string, message: string, errors: readonly unknown[] = []) => ({ error: { code, message, errors } })

export const shipmentShape = (shipment: SimShipment, filesUrl: string) => {
  const { asked, purchase, createdAt, id } = shipment
  const from = addressShape(asObject(asked.from_address), createdAt, `adr_from_${id}`)
  const to = addressShape(asObject(asked.to_address), createdAt, `adr_to_${id}`)
  return {
    ...stamps(createdAt),
    is_return: false,
    messages:
      shipment.explanation === null
        ? []
        : [{ carrier: 'USPS', carrier_account_id: 'ca_simulated', type: 'rate_error', message: shipment.explanation }],
    options: { ...asObject(asked.options), currency: 'USD', payment: { type: 'SENDER' }, date_advance: 0 },
    reference: asked.reference ?? null,
    status: 'unknown',
    tracking_code: purchase?.trackingCode ?? null,
    batch_id: null,
    batch_status: null,
    batch_message: null,
    customs_info: customsShape(asObject(asked.customs_info), createdAt, id),
    from_address: from,
    insurance: null,
    order_id: null,
    parcel: { ...parcelShape(asObject(asked.parcel)), ...stamps(createdAt), id: `prcl_${id}`, object: 'Parcel' },
    postage_label: purchase && labelShape(purchase, filesUrl),
    rates: shipment.rates.map((rate) => rateShape(rate, id)),
    refund_status: purchase && purchase.refunds > 0 ? 'submitted' : null,
    scan_form: null,
    selected_rate: purchase && rateShape({ ...purchase.rate, createdAt: purchase.at }, id),
    tracker: purchase && trackerShape(shipment, purchase),
    to_address: to,
    usps_zone: null,
    return_address: from,
    buyer_address: to,
    forms: [],
    fees: purchase ? [{ object: 'Fee', type: 'PostageFee', amount: purchase.rate.amount, charged: true, refunded: false }] : [],
    id,
    object: 'Shipment',
  }
}

export const rateShape = (rate: SimRate, shipmentId: string) => ({
  id: rate.id,
  object: 'Rate',
  ...stamps(rate.createdAt),
  service: rate.service,
  carrier: rate.carrier,
  rate: rate.amount,
  currency: rate.currency,
  retail_rate: rate.amount,
  retail_currency: rate.currency,
  list_rate: rate.amount,
  list_currency: rate.currency,
  billing_type: 'easypost',
  delivery_days: rate.days,
  delivery_date: null,
  delivery_date_guaranteed: false,
  est_delivery_days: rate.days,
  shipment_id: shipmentId,
  carrier_account_id: 'ca_simulated',
})

const labelShape = (purchase: SimPurchase, filesUrl: string) => {
  const url = (format: string) => (purchase.formats.has(format) ? `${filesUrl}/${purchase.labelId}.${format.toLowerCase()}` : null)
  const { created_at, updated_at } = stamps(purchase.at)
  return {
    object: 'PostageLabel',
    id: purchase.labelId,
    created_at,
    updated_at,
    date_advance: 0,
    integrated_form: 'none',
    label_date: created_at,
    label_resolution: 300,
    label_size: '4x6',
    label_type: 'default',
    label_file_type: 'image/png',
    label_url: url('PNG'),
    label_pdf_url: url('PDF'),
    label_zpl_url: url('ZPL'),
    label_epl2_url: null,
    label_file: null,
  }
}

export const trackerShape = (shipment: SimShipment, purchase: SimPurchase) => {
  const last = purchase.scans.at(-1)
  return {
    id: purchase.trackerId,
    object: 'Tracker',
    mode: 'test',
    tracking_code: purchase.trackingCode,
    status: last?.status ?? 'unknown',
    status_detail: 'unknown',
    created_at: iso(purchase.at),
    updated_at: iso(last?.at ?? purchase.at),
    signed_by: null,
    weight: null,
    est_delivery_date: null,
    shipment_id: shipment.id,
    carrier: purchase.rate.carrier,
    tracking_details: purchase.scans.map(({ status, message, at }) => ({
      object: 'TrackingDetail',
      message,
      description: '',
      status,
      status_detail: 'status_update',
      datetime: iso(at),
      source: purchase.rate.carrier,
      carrier_code: '',
      tracking_location: { object: 'TrackingLocation', city: null, state: null, country: null, zip: null },
    })),
    fees: [],
    carrier_detail: null,
    public_url: `https://track.easypost.com/${purchase.trackerId}`,
  }
}

export const eventShape = (id: string, tracker: unknown, before: string, at: number) => ({
  description: 'tracker.updated',
  mode: 'test',
  previous_attributes: { status: before },
  created_at: iso(at),
  pending_urls: [],
  completed_urls: [],
  updated_at: iso(at),
  id,
  user_id: 'user_simulated',
  status: 'pending',
  object: 'Event',
  result: tracker,
})

const ADDRESS_FIELDS = ['name', 'company', 'street1', 'street2', 'city', 'state', 'zip', 'country', 'phone', 'email']
const PARCEL_FIELDS = ['length', 'width', 'height', 'predefined_package', 'weight']
const CUSTOMS_FIELDS = [
  'contents_explanation',
  'contents_type',
  'customs_certify',
  'customs_signer',
  'eel_pfc',
  'non_delivery_option',
  'restriction_comments',
  'restriction_type',
]
const CUSTOMS_ITEM_FIELDS = ['description', 'hs_tariff_number', 'origin_country', 'quantity', 'weight', 'code', 'currency']

const pick = (object: JsonObject | undefined, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, object?.[field] ?? null]))

const parcelShape = (parcel: JsonObject | undefined) => pick(parcel, PARCEL_FIELDS)

const addressShape = (address: JsonObject | undefined, at: number, id: string) => ({
  id,
  object: 'Address',
  ...stamps(at),
  ...pick(address, ADDRESS_FIELDS),
  carrier_facility: null,
  residential: null,
  federal_tax_id: null,
  state_tax_id: null,
  verifications: {},
})

const customsShape = (customs: JsonObject | undefined, at: number, id: string) =>
  customs
    ? {
        id: `cstinfo_${id}`,
        object: 'CustomsInfo',
        ...stamps(at),
        ...pick(customs, CUSTOMS_FIELDS),
        declaration: null,
        customs_items: asList(customs.customs_items).map((item, index) => ({
          id: `cstitem_${index}_${id}`,
          object: 'CustomsItem',
          ...stamps(at),
          ...pick(asObject(item), CUSTOMS_ITEM_FIELDS),
          value: String(asObject(item)?.value ?? ''), // numbers are returned as text
          manufacturer: null,
          eccn: null,
          printed_commodity_identifier: null,
        })),
      }
    : null
