// /openapi.json, generated from the schemas that validate and serialise, and /reference.

import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import Fastify from 'fastify'
import type { ErrorCode } from '../domain/values/errors.ts'
import { ERRORS, Rejection } from '../domain/values/errors.ts'
import { isForQuoting } from './auth/key-scope.ts'
import { STAFF_SECURITY_SCHEMES } from './ops/access.ts'
import { takesIdempotencyKey } from './ops/ops.ts'
import { BODY_ERRORS, errorAnswers, IDEMPOTENCY_ERRORS } from './schemas/errors.ts'
import { webhooksDocument } from './v1/events/payloads.ts'

const errorCatalogue = Object.entries(ERRORS)
  .map(([code, { status, meaning }]) => `| \`${code satisfies string as ErrorCode}\` | ${status} | ${meaning} |`)
  .join('\n')

const DESCRIPTION = `Quote air and ocean parcel freight, book it, hold, release and track it.

Send your API key in the \`X-Api-Key\` header. It decides the business and the mode (\`test\` or \`live\`) of everything you see.
Every response carries \`X-Request-Id\`; every error body repeats it as \`request_id\`.

Every POST under /v1 takes an \`Idempotency-Key\` header: a repeat of the same request within 24 hours gets the first 2xx answer again, byte for byte, with
\`Idempotent-Replayed: true\`; another request with the same key is 422 \`IDEMPOTENCY_KEY_REUSED\`, one that is still running 409 \`IDEMPOTENCY_IN_PROGRESS\`.
Nothing is done twice under one key, even if a server or its store fails in the middle: a repeat then does what was not done, or is told with 409 \`IDEMPOTENCY_ANSWER_LOST\`
that it was.

## Errors

422 answers carry \`errors\`, a list of sentences, and for validation \`details\`, field by field; all others carry \`error\`.

| Code | Status | Meaning |
|---|---|---|
${errorCatalogue}
`

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
        description: DESCRIPTION,
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

/** A file as it is sent, made once: it stays the same while the server runs. */
type File = { status: number; headers: Record<string, string>; bytes: Buffer }

const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('base64')

/** The pages' script is large, so it is loaded when somebody first opens the reference. */
const openReference = async (document: object): Promise<FastifyInstance> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/reference',
    configuration: {
      content: document,
      pageTitle: 'Waybill API reference',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    } as object,
  })
  await app.ready()
  return app
}

const INLINE_SCRIPT = '<script type="text/javascript">'

/** The script that stands in a page, which its policy knows by its hash. */
const inlineScriptOf = (html: string): string => html.split(INLINE_SCRIPT)[1]?.split('</script>')[0] ?? ''

/** The reference may run and load what this server serves, and nothing from anywhere else; nothing is made into a script while it runs. */
const policyFor = (html: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hashOf(inlineScriptOf(html))}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

const OK = 200
/** Asked again whether it has changed, with every use. */
const REVALIDATED = 'no-cache'

const fileOf = (bytes: Buffer, headers: Record<string, string>): File => ({
  status: OK,
  headers: { ...headers, 'cache-control': REVALIDATED, etag: `"${hashOf(bytes)}"` },
  bytes,
})

/** Null for what the reference does not have. */
const readReference = async (reference: FastifyInstance, path: string): Promise<File | null> => {
  const { statusCode, headers, rawPayload } = await reference.inject({ method: 'GET', url: path })
  if (headers.location !== undefined) return { status: statusCode, headers: { location: String(headers.location) }, bytes: rawPayload }
  if (statusCode !== OK) return null
  const type = String(headers['content-type'])
  const policy = type.startsWith('text/html') ? { 'content-security-policy': policyFor(rawPayload.toString()) } : {}
  return fileOf(rawPayload, { 'content-type': type, ...policy })
}

/** Loads the reference before anybody opens it. */
export const loadReference = async (): Promise<unknown> => readReference(await openReference({}), '/reference/')

const sendFile = (request: FastifyRequest, reply: FastifyReply, { status, headers, bytes }: File): FastifyReply => {
  reply.headers(headers)
  return headers.etag !== undefined && request.headers['if-none-match'] === headers.etag
    ? reply.code(304).send()
    : reply.code(status).send(bytes)
}

const HIDDEN = { schema: { hide: true } as object }

export const serveDocument = (app: FastifyInstance): void => {
  let document: File | null = null
  let reference: Promise<FastifyInstance> | null = null
  /** Only what the reference has is kept, which is a handful of files. */
  const files = new Map<string, File>()
  const read = async (path: string): Promise<File | null> => {
    const known = files.get(path)
    if (known) return known
    reference ??= openReference(app.swagger())
    const file = await readReference(await reference, path)
    if (file) files.set(path, file)
    return file
  }
  const relay = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0]!
    // An address can be percent-encoded in many ways, and a file would be kept for each of them.
    const file = path.includes('%') ? null : await read(path)
    if (!file) throw new Rejection('NOT_FOUND', 'No such route.')
    return sendFile(request, reply, file)
  }
  app.get('/openapi.json', HIDDEN, async (request, reply) => {
    document ??= fileOf(Buffer.from(JSON.stringify(app.swagger())), { 'content-type': 'application/json; charset=utf-8' })
    return sendFile(request, reply, document)
  })
  app.get('/reference', HIDDEN, relay)
  app.get('/reference/*', HIDDEN, relay)
}
