// Signs a delivery as the Standard Webhooks specification requires: HMAC-SHA256 over id, time and body.

import { Webhook } from 'standardwebhooks'

const SECRET_PREFIX = 'whsec_'

export const secretFrom = (random: Uint8Array): string => `${SECRET_PREFIX}${random.toBase64()}`

export type Message = { id: string; atMs: number; body: string }

/**
 * The headers contain one signature per secret. While the secret is being changed, a receiver can verify the delivery with either secret.
 */
export const signedHeaders = ({ id, atMs, body }: Message, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(atMs / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, new Date(atMs), body)).join(' '),
})
