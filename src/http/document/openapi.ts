// The API document, generated from the schemas that validate and serialise; audiences.ts divides it.

import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { ErrorCode } from '../../domain/values/errors.ts'
import { isForQuoting } from '../auth/key-scope.ts'
import { STAFF_SECURITY_SCHEMES } from '../ops/access.ts'
import { takesIdempotencyKey } from '../ops/ops.ts'
import { BODY_ERRORS, errorAnswers, IDEMPOTENCY_ERRORS } from '../schemas/errors.ts'
import { webhooksDocument } from '../v1/events/payloads.ts'

const READS = ['GET', 'HEAD']

/** The errors of an operation: its own, and those that come with its method and address. */
export const declaredErrors = (method: string, url: string, { errors = [], security }: FastifySchema): ErrorCode[] => [
  ...errors,
  ...(READS.includes(method) ? [] : BODY_ERRORS),
  ...(method === 'POST' && security && takesIdempotencyKey(url) ? IDEMPOTENCY_ERRORS : []),
  // What a key that may only quote is told everywhere else.
  ...(url.startsWith('/v1/') && !isForQuoting(method, url) ? (['FORBIDDEN'] as const) : []),
]

const withErrorAnswers = ({ errors, ...schema }: FastifySchema, method: string, url: string): FastifySchema => {
  if (!errors) return schema
  const answers = errorAnswers(declaredErrors(method, url, { ...schema, errors }))
  return { ...schema, response: { ...(schema.response as object), ...answers } }
}

/** The resources of the contract, which promises none of their fields. Their schemas say which are always there: tests check it. */
const CONTRACT_RESOURCES = ['Quote', 'Rate', 'Package', 'Notice', 'StorageFee', 'ParcelCustomer']

/** The parts of the document that are put right here. */
type Described = {
  components?: { schemas?: Record<string, { required?: string[] }> }
  paths?: Record<
    string,
    Record<string, { requestBody?: { required?: boolean; content: Record<string, { schema?: { required?: string[] } }> } }>
  >
}

/** A POST without a body is {}: only a body with required fields is required. */
const asPromised = <D extends object>(document: D): D => {
  const { components, paths = {} } = document as Described
  for (const name of CONTRACT_RESOURCES) delete components?.schemas?.[name]?.required
  for (const methods of Object.values(paths)) {
    for (const { requestBody } of Object.values(methods)) {
      if (!requestBody) continue
      // An empty body is {}, but no image.
      requestBody.required = Object.entries(requestBody.content).some(
        ([type, { schema }]) => type.startsWith('image/') || (schema?.required ?? []).length > 0,
      )
    }
  }
  return document
}

export const documentApi = async (app: FastifyInstance, version: string): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waybill',
        version,
        contact: { name: 'The Waybill project', url: 'https://waybill.example' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: [
        { name: 'Quotes', description: 'Prices, and booking them' },
        { name: 'Packages', description: 'The physical cargo: list, hold, release, track, cancel' },
        { name: 'Parcel customers', description: 'Reusable sender profiles' },
        { name: 'Webhooks', description: 'Events, and the endpoints they are sent to' },
        { name: 'Labels', description: 'What goes on the parcel' },
        { name: 'Operations', description: 'The operator’s own interface, for staff and their scripts' },
        { name: 'Test mode', description: 'With a test key only: a clock to move and a warehouse to play' },
        { name: 'Health', description: 'For load balancers and people on call' },
      ],
      webhooks: webhooksDocument(),
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' }, ...STAFF_SECURITY_SCHEMES } },
    },
    transform: ({ schema, url, route }) => ({ schema: withErrorAnswers(schema, String(route.method), url), url }),
    transformObject: (given) => ('openapiObject' in given ? asPromised(given.openapiObject) : given.swaggerObject),
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `Schema${index}`) },
  })
}
