// Verifies webhooks (Standard Webhooks) with WebCrypto, and types what they hold.

import type { WebhookPayload } from './generated.ts'

/** The webhook is not from the server that knows the secret, or is too old. Answer with 400. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook'
}

/** As fetch has them, or as Node's http module has. */
export type ReceivedHeaders = Headers | Record<string, string | readonly string[] | undefined>
/** `webhookId` is the same on every attempt: what was seen before need not be done again. */
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

/** The event in a webhook whose signature holds. `body` is the text as it came, before any parsing; several secrets during a rotation. */
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
  throw new InvalidWebhook('No signature of the webhook fits.')
}
