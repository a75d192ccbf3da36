// Completes the generated API document: adds headers, marks required bodies, and allows null for optional fields.

import { BODY_LIMIT_BYTES } from '../../platform/http/body.ts'
import { WEBHOOK_PARAMETERS, WEBHOOK_RESPONSES } from '../events/v1-payloads.ts'
import { takesIdempotencyKey } from '../requests/idempotency.ts'
import type { ApiDocument, DocumentedOperation, Media, Schema } from './api-document.ts'
import { isObject } from './api-document.ts'

const text = (description: string, example: string, more: object = {}) => ({
  description,
  schema: { type: 'string', examples: [example], ...more },
})

const KEY_MAX_CHARACTERS = 255

const HEADERS = {
  RequestId: text('Names the request: quote it when asking for help', 'req_01kqn2x4t8e6nvd0t2d5c1yq7w'),
  RateLimit: text('Remaining requests (`r`) and seconds until the limit resets (`t`)', '"key";r=599;t=60'),
  RateLimitPolicy: text('The limit (`q`) and its window in seconds (`w`)', '"key";q=600;w=60'),
  RetryAfter: { description: 'After how many seconds to try again', schema: { type: 'integer', examples: [1] } },
  PageLinks: text(
    'Leads to the next and the previous page, where there is one',
    '<https://waybill.example/v1/packages?page=2&cursor=b2xkZXI>; rel="next"',
  ),
  WaybillIgnored: text(
    'Unknown fields and query parameters of the request, which were ignored',
    'parcel.weight_unit, parcel.packages[].colour',
  ),
  IdempotentReplayed: text('On a repeat: this is the answer that the first request with this key got', 'true', { enum: ['true'] }),
}

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes the request safe to repeat for 24 hours: any text that is new for every new request, such as a UUID',
    schema: { type: 'string', minLength: 1, maxLength: KEY_MAX_CHARACTERS },
    example: '0f9c1f6e-5a3b-4c1e-9d57-2f6f1f4f8c11',
  },
}

const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })

/** Extension field that marks operations whose responses have the header `Waybill-Ignored`. `completeOperation` removes the field. */
export const NAMES_IGNORED = 'x-names-ignored'

/** Statuses with a Retry-After header. */
const COME_BACK = ['409', '429', '503']

const completeOperation = (path: string, method: string, operation: DocumentedOperation): void => {
  const isClients = path.startsWith('/v1/')
  const { parameters = [], security, responses } = operation
  const isList = parameters.some(({ name }) => name === 'cursor')
  const namesIgnored = operation[NAMES_IGNORED] === true
  delete operation[NAMES_IGNORED]
  const takesKey = method === 'post' && security !== undefined && takesIdempotencyKey(path.replaceAll(/\{(\w+)\}/g, ':$1'))
  // In OpenAPI, an empty list means that the operation needs no authentication.
  operation.security ??= []
  if (takesKey) operation.parameters = [...parameters, { $ref: '#/components/parameters/IdempotencyKey' }]
  for (const [status, response] of Object.entries(responses)) {
    const isGood = status.startsWith('2')
    response.headers = {
      'X-Request-Id': header('RequestId'),
      ...(isClients || status === '429' ? { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimitPolicy') } : {}),
      ...(COME_BACK.includes(status) ? { 'Retry-After': header('RetryAfter') } : {}),
      ...(namesIgnored && (isGood || status === '422') ? { 'Waybill-Ignored': header('WaybillIgnored') } : {}),
      ...(isGood && isList ? { Link: header('PageLinks') } : {}),
      ...(isGood && takesKey ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
    }
  }
}

const orNull = (schema: Schema): Schema => {
  if (schema.$ref !== undefined) {
    const { $ref, ...more } = schema
    return { anyOf: [{ $ref }, { type: 'null' }], ...more }
  }
  if (schema.type === undefined) return schema
  const types = [schema.type].flat() as string[]
  if (types.includes('null')) return schema
  return { ...schema, type: [...types, 'null'], ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}) }
}

/** Allows null for optional fields of a body, at any depth, because the server treats null as absent. */
const acceptNulls = (document: ApiDocument, body: Schema): void => {
  const { schemas = {} } = document.components
  const done = new Set<string>()
  const walk = (schema: Schema): void => {
    const name = schema.$ref?.split('/').at(-1)
    if (name !== undefined) {
      if (!done.has(name)) {
        done.add(name)
        walk(schemas[name]!)
      }
      return
    }
    for (const part of [schema.items, schema.additionalProperties]) if (isObject(part)) walk(part as Schema)
    for (const [field, each] of Object.entries(schema.properties ?? {})) {
      walk(each)
      if (!schema.required?.includes(field)) schema.properties![field] = orNull(each)
    }
    if (isObject(schema.additionalProperties)) schema.additionalProperties = orNull(schema.additionalProperties as Schema)
  }
  walk(body)
}

const CSV_BODY = {
  schema: { type: 'string', maxLength: BODY_LIMIT_BYTES, description: 'The file itself, in UTF-8' },
  example: 'customer_id,courier_numbers\nSMP1001,YT8812345678901\n',
}

/**
 * Marks a body as required if it has required fields or is an image. Other bodies may be missing, because a POST without a body counts as
 * {}.
 */
const completeBody = (document: ApiDocument, path: string, { requestBody }: DocumentedOperation): void => {
  if (!requestBody) return
  // The generated schema is an object that contains the CSV file. It is replaced, because this body is the file itself.
  if (requestBody.content['text/csv']) requestBody.content['text/csv'] = CSV_BODY
  const media = Object.entries(requestBody.content)
  requestBody.required = media.some(([type, { schema }]) => type.startsWith('image/') || (schema?.required ?? []).length > 0)
  if (path.startsWith('/v1/')) for (const [, { schema }] of media) if (schema) acceptNulls(document, schema)
}

const kebab = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** An example is named after its schema: `quote`, or `packages` for a list. */
const exampleName = ({ $ref, items }: Schema, otherwise: string): string => {
  if (isObject(items)) return `${exampleName(items as Schema, otherwise)}s`
  return $ref === undefined ? otherwise : kebab($ref.split('/').at(-1)!)
}

/** Gives examples a name, because code generators would copy unnamed examples into the comments of types. */
const nameExamples = (content: Media | undefined, otherwise: string): void => {
  for (const media of Object.values(content ?? {})) {
    if (media.example === undefined) continue
    media.examples = { [exampleName(media.schema ?? {}, otherwise)]: { value: media.example } }
    delete media.example
  }
}

export const completeDocument = (document: ApiDocument): void => {
  Object.assign(document.components, {
    headers: HEADERS,
    parameters: { ...PARAMETERS, ...WEBHOOK_PARAMETERS },
    responses: WEBHOOK_RESPONSES,
  })
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      completeOperation(path, method, operation)
      completeBody(document, path, operation)
      nameExamples(operation.requestBody?.content, 'request')
      for (const { content } of Object.values(operation.responses)) nameExamples(content, 'answer')
    }
  for (const [type, { post }] of Object.entries(document.webhooks ?? {})) {
    nameExamples(post!.requestBody?.content, type)
    post!.security = []
  }
}
