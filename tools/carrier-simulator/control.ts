// Control routes of the simulator: queue faults, read the ledger, move a parcel.
import type { JsonObject } from '../../src/platform/remote/json.ts'
import { asInteger, asList, asObject, asText } from '../../src/platform/remote/json.ts'
import type { FaultName, Faults, Operation, OrderedFault, RandomFaults } from './faults.ts'
import { appliesTo, FAULTS, OPERATIONS } from './faults.ts'
import type { Ledger } from './ledger.ts'
import { ledgerOnWire } from './ledger.ts'
import type { Reply } from './operations.ts'
import type { PackageChange, Told, WebhookTarget } from './tracking.ts'

export type Controls = {
  faults: Faults
  ledger(): Ledger
  track(move: PackageChange): Promise<Told | null>
  sendWebhooksTo(target: WebhookTarget): void
}

export const control = async (controls: Controls, method: string, path: string, body: JsonObject): Promise<Reply | null> => {
  switch (`${method} ${path}`) {
    case 'GET /_ledger':
      return { status: 200, body: ledgerOnWire(controls.ledger()) }
    case 'GET /_faults':
      return { status: 200, body: { ...controls.faults.pending(), faults: FAULTS, operations: OPERATIONS } }
    case 'DELETE /_faults':
      controls.faults.clear()
      return { status: 200, body: {} }
    case 'POST /_faults':
      return orderFault(controls.faults, body)
    case 'POST /_webhook':
      return setWebhook(controls, body)
    case 'POST /_track':
      return moveParcel(controls, body)
    default:
      return null
  }
}

const refused = (message: string): Reply => ({ status: 422, body: { error: message } })

// Queues one fault, or sets random faults. The body is {fault, on, times, delay_ms, status}, or {random: {rate, faults, on, delay_ms}}.
const orderFault = (faults: Faults, body: JsonObject): Reply => {
  const random = asObject(body.random)
  const parsed = random ? parseRandom(random) : parseOrdered(body)
  if (typeof parsed === 'string') return refused(parsed)
  if ('rate' in parsed) faults.atRandom(parsed)
  else faults.order(parsed)
  return { status: 200, body: faults.pending() }
}

const isFault = (value: unknown): value is FaultName => (FAULTS as readonly unknown[]).includes(value)
const isOperation = (value: unknown): value is Operation => (OPERATIONS as readonly unknown[]).includes(value)

const parseOrdered = (body: JsonObject): OrderedFault | string => {
  const { fault, on } = body
  if (!isFault(fault)) return `fault must be one of ${FAULTS.join(', ')}`
  if (on !== undefined && !(isOperation(on) && appliesTo(fault, on))) return `${fault} cannot happen on ${String(on)}`
  const [times, status] = [asInteger(body.times), asInteger(body.status)]
  return {
    fault,
    ...(on === undefined ? {} : { on }),
    ...(times === undefined ? {} : { times }),
    ...delay(body),
    ...(status === undefined ? {} : { status }),
  }
}

const parseRandom = (body: JsonObject): RandomFaults | string => {
  if (typeof body.rate !== 'number' || !(body.rate >= 0 && body.rate <= 1)) return 'random.rate must be from 0 to 1'
  const [names, operations] = [asList(body.faults), asList(body.on)]
  if (!names.every(isFault)) return `random.faults must be among ${FAULTS.join(', ')}`
  if (!operations.every(isOperation)) return `random.on must be among ${OPERATIONS.join(', ')}`
  return {
    rate: body.rate,
    ...(names.length > 0 ? { faults: names } : {}),
    ...(operations.length > 0 ? { on: operations } : {}),
    ...delay(body),
  }
}

const delay = (body: JsonObject): { delayMs?: number } => {
  const delayMs = asInteger(body.delay_ms)
  return delayMs === undefined ? {} : { delayMs }
}

const setWebhook = (controls: Controls, body: JsonObject): Reply => {
  const [url, secret] = [asText(body.url), asText(body.secret)]
  if (!url || !URL.canParse(url) || !secret) return refused('url and secret are required')
  controls.sendWebhooksTo({ url, secret })
  return { status: 200, body: { url } }
}

const moveParcel = async (controls: Controls, body: JsonObject): Promise<Reply> => {
  const [trackingCode, status] = [asText(body.tracking_code), asText(body.status)]
  if (!trackingCode || !status) return refused('tracking_code and status are required')
  const [message, eventId] = [asText(body.message), asText(body.event_id)]
  const told = await controls.track({ trackingCode, status, ...(message ? { message } : {}), ...(eventId ? { eventId } : {}) })
  if (!told) return { status: 404, body: { error: 'no parcel was bought under that tracking code' } }
  return { status: 200, body: { event_id: told.eventId, answered_status: told.answeredStatus } }
}
