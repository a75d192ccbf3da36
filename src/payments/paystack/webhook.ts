// Checks the signatures of Paystack's webhooks, and reads which payment an event concerns.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { asObject, asText, parseJson } from '../../platform/remote/json.ts'

export const SIGNATURE_HEADER = 'x-paystack-signature'

export const signPaystackBody = (rawBody: Uint8Array, secretKey: string): string =>
  createHmac('sha512', secretKey).update(rawBody).digest('hex')

export const isPaystackSignature = (rawBody: Uint8Array, signature: string, secretKey: string): boolean => {
  const [expected, given] = [Buffer.from(signPaystackBody(rawBody, secretKey)), Buffer.from(signature)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const REFERENCE_MAX_CHARACTERS = 100
const EVENT_MAX_CHARACTERS = 60

/**
 * Reads the event's name and the payment's reference. The reference is null if it is missing, or if the name or reference is too long. The
 * amount is not read here, but looked up at Paystack.
 */
export const parsePaystackEvent = (rawBody: Uint8Array): { event: string; reference: string | null } | null => {
  const told = asObject(parseJson(rawBody))
  const data = asObject(told?.data)
  const event = asText(told?.event)
  // Refunds and disputes hold the payment's reference in other fields.
  const reference = asText(data?.reference) ?? asText(data?.transaction_reference) ?? asText(asObject(data?.transaction)?.reference)
  if (!event) return null
  const isKept = event.length <= EVENT_MAX_CHARACTERS && reference !== undefined && reference.length <= REFERENCE_MAX_CHARACTERS
  return { event: event.slice(0, EVENT_MAX_CHARACTERS), reference: isKept ? reference : null }
}
