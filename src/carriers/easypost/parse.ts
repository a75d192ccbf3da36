// Parses EasyPost's responses. Pure. Returns undefined if a response cannot be parsed.
import { Decimal } from 'decimal.js'
import type { RateMessage } from '../../domain/quotes/quote.ts'
import type { JsonObject } from '../../platform/remote/json.ts'
import { asInstantMs, asInteger, asList, asObject, asText, parseJson } from '../../platform/remote/json.ts'
import type {
  Bought,
  CarrierRate,
  LabelFormat,
  LookUp,
  Purchase,
  RateAnswer,
  RefundAnswer,
  TrackingStatus,
  TrackingUpdate,
} from '../carrier.ts'

const MAX_RATES = 200
const MAX_MESSAGES = 50
const TEXT_MAX_CHARS = 300

const TRACKING_STATUSES: ReadonlySet<string> = new Set<TrackingStatus>([
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'return_to_sender',
  'failure',
  'unknown',
  'cancelled',
  'available_for_pickup',
  'error',
])

// Parses the responses to three requests: creating a shipment, reading its rates, and refreshing its rates.
export const parseRates = (body: Uint8Array): RateAnswer | undefined => {
  const answer = asObject(parseJson(body))
  if (!answer || !Array.isArray(answer.rates)) return undefined
  const offered = answer.rates.slice(0, MAX_RATES)
  const rates = offered.map(parseRate).filter((rate) => rate !== undefined)
  const messages = parseMessages(answer)
  if (rates.length < offered.length) messages.push({ carrier: 'EasyPost', reason: 'A rate came back incomplete and was left out.' })
  if (rates.length === 0 && messages.length === 0)
    messages.push({ carrier: 'EasyPost', reason: 'No connected carrier account offers a rate for this parcel.' })
  return { rates, messages }
}

const parseRate = (value: unknown): CarrierRate | undefined => {
  const rate = asObject(value)
  const [shipmentId, rateId] = [asText(rate?.shipment_id), asText(rate?.id)]
  const [carrier, service] = [asText(rate?.carrier), asText(rate?.service)]
  const price = parsePrice(rate)
  if (!rate || !shipmentId || !rateId || !carrier || !service || !price) return undefined
  return {
    carrier: carrier.slice(0, TEXT_MAX_CHARS),
    service: service.slice(0, TEXT_MAX_CHARS),
    ...price,
    deliveryDays: asInteger(rate.delivery_days) ?? asInteger(rate.est_delivery_days) ?? null,
    deliveryDate: asText(rate.delivery_date)?.match(/^\d{4}-\d{2}-\d{2}/)?.[0] ?? null,
    carrierRef: { shipmentId, rateId },
  }
}

const parsePrice = (rate: JsonObject | undefined): { amount: string; currency: string } | undefined => {
  const amount = asText(rate?.rate)
  const currency = asText(rate?.currency)
  if (!amount || !/^\d{1,12}(\.\d{1,12})?$/.test(amount) || new Decimal(amount).isZero()) return undefined
  return currency && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : undefined
}

const parseMessages = (answer: JsonObject): RateMessage[] => {
  const said = new Map<string, RateMessage>()
  for (const value of asList(answer.messages)) {
    const message = asObject(value)
    const carrier = (asText(message?.carrier) ?? 'EasyPost').slice(0, TEXT_MAX_CHARS)
    const reason = asText(message?.message)?.slice(0, TEXT_MAX_CHARS)
    if (reason !== undefined && said.size < MAX_MESSAGES) said.set(`${carrier}\n${reason}`, { carrier, reason })
  }
  return [...said.values()]
}

const REFUNDED: ReadonlySet<unknown> = new Set(['submitted', 'refunded'])

/** Limits the characters and length of tracking codes, because they are printed as barcodes and used in file names. */
const TRACKING_CODE = /^\w[\w ./-]{0,63}$/
const asTrackingCode = (value: unknown): string | undefined => {
  const code = asText(value)
  return code !== undefined && TRACKING_CODE.test(code) ? code : undefined
}

// Parses a shipment. If the shipment has a postage label, the purchase was made. A missing price is taken from `purchase`. A missing
// tracking code is replaced by the shipment ID.
export const parseLookUp = (body: Uint8Array, purchase: Purchase): LookUp | undefined => {
  const { shipmentId } = purchase.ref
  const shipment = asObject(parseJson(body))
  if (shipment?.id !== shipmentId || !('postage_label' in shipment)) return undefined
  const label = asObject(shipment.postage_label)
  if (!label) return { state: 'not_bought' }
  const tracker = asObject(shipment.tracker)
  return {
    state: REFUNDED.has(shipment.refund_status) ? 'refunded' : 'bought',
    bought: {
      trackingCode: asTrackingCode(shipment.tracking_code) ?? asTrackingCode(tracker?.tracking_code) ?? shipmentId,
      trackerId: asText(tracker?.id) ?? null,
      labelUrl: asText(label.label_url) ?? null,
      carrierShipmentId: shipmentId,
      ...(parsePrice(asObject(shipment.selected_rate)) ?? { amount: purchase.amount, currency: purchase.currency }),
    },
  }
}

export const parseBought = (body: Uint8Array, purchase: Purchase): Bought | undefined => {
  const found = parseLookUp(body, purchase)
  return found?.state === 'bought' ? found.bought : undefined
}

// A carrier that charges only when a label is first scanned has nothing to refund. EasyPost then reports `not_applicable`.
export const parseRefund = (body: Uint8Array): RefundAnswer | undefined => {
  const status = asObject(parseJson(body))?.refund_status
  if (status === 'submitted' || status === 'refunded') return status
  return status === 'rejected' || status === 'not_applicable' ? 'refused' : undefined
}

export const parseLabelUrl = (body: Uint8Array, format: LabelFormat): string | null | undefined => {
  const label = asObject(asObject(parseJson(body))?.postage_label)
  if (!label) return undefined
  const url = asText(label[`label_${format}_url`])
  return url ?? (format === 'png' && label.label_file_type === 'image/png' ? (asText(label.label_url) ?? null) : null)
}

export const parseTracking = (body: Uint8Array): TrackingUpdate | undefined => trackingOf(asObject(parseJson(body)))

export const trackingOf = (tracker: JsonObject | undefined): TrackingUpdate | undefined => {
  const trackingCode = asText(tracker?.tracking_code)
  const said = asText(tracker?.status)
  if (!tracker || !trackingCode || !said) return undefined
  const status = (TRACKING_STATUSES.has(said) ? said : 'unknown') as TrackingStatus
  const scan = asList(tracker.tracking_details).findLast((detail) => asObject(detail)?.status === said)
  const at = asInstantMs(asObject(scan)?.datetime) ?? asInstantMs(tracker.updated_at)
  const message = asText(asObject(scan)?.message)?.slice(0, TEXT_MAX_CHARS)
  return at === undefined ? undefined : { trackingCode, status, at, ...(message === undefined ? {} : { message }) }
}
