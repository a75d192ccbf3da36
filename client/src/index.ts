// What the package offers: the client, its errors, the verification of webhooks, and the types of the API.

export type { CallOptions, Client, ClientOptions } from './client.ts'
export { createClient } from './client.ts'
export { ConnectionError, WaybillError } from './errors.ts'
export type * from './generated.ts'
export type { ReceivedHeaders, ReceivedWebhook } from './webhooks.ts'
export { InvalidWebhook, verifyWebhook } from './webhooks.ts'
