// Generates the API document from the schemas of requests and responses. audiences.ts derives one document per audience from it.

import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { ErrorCode } from '../../domain/values/errors.ts'
import { BODY_ERRORS, errorAnswers, IDEMPOTENCY_ERRORS } from '../../platform/http/schemas/errors.ts'
import { NO_FIELDS } from '../../platform/http/validation.ts'
import { isForQuoting } from '../businesses/key-scope.ts'
import { webhooksDocument } from '../events/v1-payloads.ts'
import { takesIdempotencyKey } from '../requests/idempotency.ts'
import { STAFF_SECURITY_SCHEMES } from '../staff/access.ts'
import type { ApiDocument } from './api-document.ts'
import { completeDocument, NAMES_IGNORED } from './complete.ts'
import { nameSchemas } from './components.ts'

const READS = ['GET', 'HEAD']

/** The errors that an operation declares, and those that follow from its method and path. */
export const declaredErrors = (method: string, url: string, { errors = [], security }: FastifySchema): ErrorCode[] => [
  ...errors,
  ...(READS.includes(method) ? [] : BODY_ERRORS),
  ...(method === 'POST' && security && takesIdempotencyKey(url) ? IDEMPOTENCY_ERRORS : []),
  // A key of scope `quote` gets FORBIDDEN on every route that is not for quoting.
  ...(url.startsWith('/v1/') && !isForQuoting(method, url) ? (['FORBIDDEN'] as const) : []),
]

const withErrorAnswers = ({ errors, body, ...rest }: FastifySchema, method: string, url: string): FastifySchema => {
  const schema = body === undefined || body === NO_FIELDS ? rest : { ...rest, body }
  if (!errors) return schema
  const answers = errorAnswers(declaredErrors(method, url, { ...schema, errors }))
  return { ...schema, response: { ...(schema.response as object), ...answers } }
}

const complete = <D extends object>(generated: D): D => {
  const document = generated as unknown as ApiDocument
  nameSchemas(document)
  completeDocument(document)
  return generated
}

export const documentApi = async (app: FastifyInstance, version: string, publicUrl: string | null): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waybill',
        version,
        contact: { name: 'The Waybill project', url: 'https://waybill.example' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl ?? '/', description: 'This server' }],
      tags: [
        { name: 'Quotes', description: 'Prices, and booking them' },
        { name: 'Packages', description: 'The physical cargo: list, hold, release, track, cancel' },
        { name: 'Parcel customers', description: 'Reusable sender profiles' },
        { name: 'Inbound parcels', description: 'Parcels that customers expect from couriers' },
        { name: 'Webhooks', description: 'Events, and the endpoints they are sent to' },
        { name: 'Labels', description: 'Labels to print and put on the parcel' },
        { name: 'Operations', description: 'The operator’s own interface, for staff and their scripts' },
        { name: 'Requests', description: 'Your recent requests and their responses' },
        { name: 'Test mode', description: 'With a test key only: a clock to move and a warehouse to play' },
        { name: 'Billing', description: 'Invoices, payments, balance and statements' },
        { name: 'Messages', description: 'Messages to your customers and contacts: what was sent, and what was not' },
        { name: 'Health', description: 'For load balancers and people on call' },
      ],
      webhooks: webhooksDocument(),
      components: {
        securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' }, ...STAFF_SECURITY_SCHEMES },
      },
    },
    transform: ({ schema, url, route }) => {
      const marks = route.config?.unknownFields === 'named' ? { [NAMES_IGNORED]: true } : {}
      return { schema: { ...withErrorAnswers(schema, String(route.method), url), ...marks }, url }
    },
    transformObject: (given) => ('openapiObject' in given ? complete(given.openapiObject) : given.swaggerObject),
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `Schema${index}`) },
  })
}
