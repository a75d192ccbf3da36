// The operations of the simulated EasyPost API, without faults.
import type { JsonObject } from '../../src/platform/remote/json.ts'
import { asObject, asText } from '../../src/platform/remote/json.ts'
import type { Operation } from './faults.ts'
import { errorShape, rateShape, shipmentShape, trackerShape } from './shapes.ts'
import type { Account, SimShipment, Twist } from './shipment-state.ts'

export type Reply = { status: number; body: unknown }
export type Call = { operation: Operation; id: string; ratesOnly: boolean; fileFormat: string; body: JsonObject }

const LABEL_FORMATS = new Set(['PNG', 'PDF', 'ZPL'])

export const routeCall = (method: string, url: URL, body: JsonObject): Call | null => {
  const [version, noun, id = '', action = '', ...rest] = url.pathname.slice(1).split('/')
  if (version !== 'v2' || rest.length > 0) return null
  const operation = OPERATION_OF[`${method} ${noun}${id && '/:id'}${action && `/${action}`}`]
  const fileFormat = url.searchParams.get('file_format')?.toUpperCase() ?? ''
  return operation ? { operation, id, ratesOnly: action === 'rates', fileFormat, body } : null
}

const OPERATION_OF: Readonly<Record<string, Operation>> = {
  'POST shipments': 'rate',
  'GET shipments/:id': 'read',
  'GET shipments/:id/rates': 'read',
  'POST shipments/:id/rerate': 'rerate',
  'POST shipments/:id/buy': 'buy',
  'POST shipments/:id/refund': 'refund',
  'GET shipments/:id/label': 'label',
  'POST trackers': 'track',
  'GET trackers/:id': 'track',
}

export const subjectOf = (call: Call): string =>
  call.id || asText(asObject(call.body.shipment)?.reference) || asText(asObject(call.body.tracker)?.tracking_code) || ''

export const perform = (account: Account, call: Call, twist: Twist, filesUrl: string): Reply => {
  if (call.operation === 'rate') return createShipment(account, call, twist, filesUrl)
  if (call.operation === 'track') return track(account, call)
  const shipment = account.find(call.id)
  if (!shipment) return notFound
  switch (call.operation) {
    case 'read':
      return call.ratesOnly ? ratesReply(shipment) : { status: 200, body: shipmentShape(shipment, filesUrl) }
    case 'rerate':
      account.rerate(shipment, twist)
      return ratesReply(shipment)
    case 'buy':
      return buy(account, shipment, call, twist, filesUrl)
    case 'refund':
      return refund(shipment, filesUrl)
    case 'label':
      return convertLabel(shipment, call.fileFormat, filesUrl)
    default:
      return call.operation satisfies never
  }
}

const notFound: Reply = { status: 404, body: errorShape('NOT_FOUND', 'The requested resource could not be found.') }

// The next two answers are not taken from recordings: no public recording shows a second purchase or an unknown rate. EasyPost documents
// the error codes.
export const POSTAGE_EXISTS: Reply = {
  status: 422,
  body: errorShape('SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.'),
}
export const MISSING_RATE: Reply = { status: 422, body: errorShape('SHIPMENT.MISSING_RATE', 'The rate is not one of this shipment.') }

const ratesReply = (shipment: SimShipment): Reply => ({
  status: 200,
  body: { rates: shipment.rates.map((rate) => rateShape(rate, shipment.id)) },
})

const createShipment = (account: Account, { body }: Call, twist: Twist, filesUrl: string): Reply => {
  const asked = asObject(body.shipment) ?? {}
  const missing = ['to_address', 'from_address', 'parcel'].filter((field) => !asObject(asked[field]))
  if (missing.length > 0) {
    const message = 'Unable to create shipment, one or more parameters were invalid.'
    const errors = missing.map((field) => ({ [field]: 'Required and missing.' }))
    return { status: 422, body: errorShape('SHIPMENT.INVALID_PARAMS', message, errors) }
  }
  return { status: 201, body: shipmentShape(account.create(asked, twist), filesUrl) }
}

const buy = (account: Account, shipment: SimShipment, { body }: Call, twist: Twist, filesUrl: string): Reply => {
  if (shipment.purchase) return POSTAGE_EXISTS
  const chosen = shipment.rates.find((rate) => rate.id === asObject(body.rate)?.id)
  if (!chosen) return MISSING_RATE
  account.buy(shipment, chosen, twist)
  return { status: 200, body: shipmentShape(shipment, filesUrl) }
}

const refund = (shipment: SimShipment, filesUrl: string): Reply => {
  if (!shipment.purchase) {
    const message = 'Unable to request refund for shipment without a postage label.'
    return { status: 422, body: errorShape('SHIPMENT.REFUND.UNAVAILABLE', message) }
  }
  shipment.purchase.refunds += 1
  return { status: 200, body: shipmentShape(shipment, filesUrl) }
}

const convertLabel = (shipment: SimShipment, format: string, filesUrl: string): Reply => {
  if (!shipment.purchase)
    return { status: 422, body: errorShape('SHIPMENT.POSTAGE.REQUIRED', 'Postage is required to complete this operation.') }
  if (!LABEL_FORMATS.has(format))
    return { status: 422, body: errorShape('SHIPMENT.POSTAGE.INVALID_FORMAT', 'The label format is not supported.') }
  shipment.purchase.formats.add(format)
  return { status: 200, body: shipmentShape(shipment, filesUrl) }
}

const track = (account: Account, { id, body }: Call): Reply => {
  const shipment = id ? account.findByTrackerId(id) : account.findByTrackingCode(asText(asObject(body.tracker)?.tracking_code) ?? '')
  return shipment?.purchase ? { status: 200, body: trackerShape(shipment, shipment.purchase) } : notFound
}
