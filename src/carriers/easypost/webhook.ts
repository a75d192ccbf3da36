// EasyPost's inbound webhooks: verifies the signature and parses tracking updates.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { asObject, asText, parseJson } from '../../platform/remote/json.ts'
import type { TrackingUpdate } from '../carrier.ts'
import { trackingOf } from './parse.ts'

const SCHEME = 'hmac-sha256-hex='

export const signEasyPostBody = (rawBody: Uint8Array, secret: string): string =>
  SCHEME + createHmac('sha256', secret.normalize('NFKD')).update(rawBody).digest('hex')

// The signature covers no timestamp, so replays are detected by the event id.
export const verifyEasyPostSignature = (rawBody: Uint8Array, header: string | undefined, secret: string): boolean => {
  if (!header || !secret) return false
  const expected = Buffer.from(signEasyPostBody(rawBody, secret))
  const given = Buffer.from(header)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

// Null if the event is not a tracking update. EasyPost sends all kinds of events to one URL.
export const parseEasyPostEvent = (rawBody: Uint8Array): { eventId: string; tracking: TrackingUpdate } | null => {
  const event = asObject(parseJson(rawBody))
  const eventId = asText(event?.id)
  const result = asObject(event?.result)
  if (!eventId || result?.object !== 'Tracker') return null
  const tracking = trackingOf(result)
  return tracking ? { eventId, tracking: { ...tracking, eventId } } : null
}
