// The public interface of the package: the client, its errors, webhook verification, and the types of the API.

export type { CallOptions, Client, ClientOptions } from './client.ts'
export { createClient } from './client.ts'
export { ConnectionError, WaybillError } from './errors.ts'
export type * from './generated.ts'
export type { ReceivedHeaders, ReceivedWebhook } from './webhooks.ts'
export { InvalidWebhook, verifyWebhook } from './webhooks.ts'
