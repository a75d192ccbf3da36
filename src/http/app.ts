// The HTTP application: what every request passes through, and the routes it may reach.

import type { FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Deps } from '../flows/deps.ts'
import type { TargetRules } from '../webhooks/target.ts'
import { authenticate } from './auth.ts'
import { baseUrlFrom } from './base-url.ts'
import { BODY_LIMIT_BYTES, readBodies } from './body.ts'
import { renderErrors, renderFrameworkError } from './errors.ts'
import { answerOnce } from './idempotency.ts'
import { documentApi, serveDocument } from './openapi.ts'
import { BUSINESS_SCHEMAS } from './ops/business-schemas.ts'
import { opsRoutes } from './ops/ops.ts'
import { OPS_SCHEMAS } from './ops/schemas.ts'
import { createLimiter } from './rate-limit.ts'
import { customerRoutes } from './routes/customers.ts'
import { estimateRoutes } from './routes/estimates.ts'
import { eventRoutes } from './routes/events.ts'
import { explainRoutes } from './routes/explain.ts'
import { healthRoutes } from './routes/health.ts'
import { hookRoutes } from './routes/hooks.ts'
import { labelRoutes } from './routes/labels.ts'
import { packageRoutes } from './routes/packages.ts'
import { quoteRoutes } from './routes/quotes.ts'
import { testModeRoutes } from './routes/test-mode.ts'
import { trackRoutes } from './routes/track.ts'
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts'
import { webhookEndpointRoutes } from './routes/webhook-endpoints.ts'
import { CUSTOMER_SCHEMAS } from './schemas/customer.ts'
import { ErrorBody, ErrorsBody } from './schemas/errors.ts'
import { EXPLAIN_SCHEMAS } from './schemas/explain.ts'
import { PACKAGE_SCHEMAS } from './schemas/package.ts'
import { QUOTE_SCHEMAS } from './schemas/quote.ts'
import { WEBHOOK_SCHEMAS } from './schemas/webhook.ts'
import { lazySerializers } from './serializers.ts'
import { compileSchemas } from './validation.ts'

export type AppOptions = {
  deps: Deps
  logger: Logger
  publicUrl: string | null
  rateLimitPerMinute: number
  version: string
  easyPostWebhookSecret?: string | null
  webhookTargets?: TargetRules
}

const REQUEST_ID_HEADER = 'x-request-id'
/** A client's own request id is kept if it is short and harmless in a log. */
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/
/** A client that trickles its request gives up its place. */
const REQUEST_TIMEOUT_MS = 30_000

export const buildApp = async ({
  deps,
  logger,
  publicUrl,
  rateLimitPerMinute,
  version,
  easyPostWebhookSecret = null,
  webhookTargets = { allow: [], loopbackInTest: true },
}: AppOptions): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // While stopping, requests on open connections are still answered, each as the last on its connection.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => renderFrameworkError(error, request as never, reply as never),
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
    genReqId: (request) => {
      const given = request.headers[REQUEST_ID_HEADER]
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : deps.newId('req')
    },
  }) as unknown as FastifyInstance

  renderErrors(app)
  readBodies(app)
  compileSchemas(app)
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    if (stopping) reply.header('connection', 'close')
  })
  logRequests(app)

  const named = [
    ErrorBody,
    ErrorsBody,
    ...QUOTE_SCHEMAS,
    ...EXPLAIN_SCHEMAS,
    ...PACKAGE_SCHEMAS,
    ...CUSTOMER_SCHEMAS,
    ...WEBHOOK_SCHEMAS,
    ...OPS_SCHEMAS,
    ...BUSINESS_SCHEMAS,
  ]
  for (const schema of named) app.addSchema(schema)
  await documentApi(app, version)

  const baseUrl = baseUrlFrom(publicUrl)
  app.register(async (v1) => {
    authenticate(v1, deps, createLimiter(rateLimitPerMinute))
    answerOnce(v1, deps)
    quoteRoutes(v1, deps, baseUrl)
    explainRoutes(v1, deps)
    estimateRoutes(v1, deps)
    packageRoutes(v1, deps, baseUrl)
    customerRoutes(v1, deps, baseUrl)
    webhookEndpointRoutes(v1, deps, baseUrl, webhookTargets)
    eventRoutes(v1, deps, baseUrl)
    webhookDeliveryRoutes(v1, deps, baseUrl)
    testModeRoutes(v1, deps)
  })
  app.register(async (ops) => opsRoutes(ops, deps, baseUrl))
  app.register(async (open) => {
    labelRoutes(open, deps)
    healthRoutes(open, deps)
    trackRoutes(open, deps)
    serveDocument(open)
  })
  if (easyPostWebhookSecret !== null) app.register(async (hooks) => hookRoutes(hooks, deps, easyPostWebhookSecret))
  await app.ready()
  return app
}

/** One line per request. The route's pattern stands for its address: no token, search text or label address reaches the log. */
const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        key: request.caller?.actor,
        staff: request.staff?.staff.id,
      },
      'request',
    )
  })
}
