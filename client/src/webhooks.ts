// Verifies webhooks (Standard Webhooks) with WebCrypto and returns them as typed events.

import type { WebhookPayload } from './generated.ts'

/** Thrown if a header is missing, no signature matches, or the timestamp is more than five minutes off. Answer such a request with 400. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook'
}

/** Request headers, either as a `Headers` object or as Node's `http` module provides them. */
export type ReceivedHeaders = Headers | Record<string, string | readonly string[] | undefined>
/** `webhookId` is the same for every attempt to deliver an event. Use this id to skip duplicates. */
export type ReceivedWebhook = WebhookPayload & { webhookId: string }

const TOLERANCE_SECONDS = 5 * 60
const SECRET_PREFIX = 'whsec_'
const MS_PER_SECOND = 1_000

const headerIn = (headers: ReceivedHeaders, name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new InvalidWebhook(`The header ${name} is missing.`)
  return value
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const isSigned = async (secret: string, signatures: readonly string[], content: string): Promise<boolean> => {
  const raw = bytesOf(secret.replace(SECRET_PREFIX, ''))
  if (!raw) throw new TypeError('The secret of a webhook endpoint begins with whsec_.')
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const data = new TextEncoder().encode(content)
  for (const signature of signatures) {
    const bytes = bytesOf(signature)
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, data))) return true
  }
  return false
}

/**
 * Verifies the signature of a webhook and returns its event. Pass `body` as received, before any parsing. While a secret is being replaced,
 * pass both the old and the new secret.
 */
export const verifyWebhook = async (
  body: string,
  headers: ReceivedHeaders,
  secret: string | readonly string[],
  now = Date.now(),
): Promise<ReceivedWebhook> => {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerIn(headers, name)) as [
    string,
    string,
    string,
  ]
  const ageSeconds = Math.abs(now / MS_PER_SECOND - Number(timestamp))
  if (!(ageSeconds <= TOLERANCE_SECONDS)) throw new InvalidWebhook('The webhook is too old, or from the future.')
  const signatures = signature.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice('v1,'.length)] : []))
  for (const each of [secret].flat()) {
    if (await isSigned(each, signatures, `${id}.${timestamp}.${body}`)) return { ...(JSON.parse(body) as WebhookPayload), webhookId: id }
  }
  throw new InvalidWebhook('No signature of the webhook matches.')
}
