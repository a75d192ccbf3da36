// The HTTP application: what every request passes through, and the routes it may reach.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Deps } from '../flows/deps.ts'
import { authenticate } from './auth.ts'
import { baseUrlFrom } from './base-url.ts'
import { BODY_LIMIT_BYTES, readBodies } from './body.ts'
import { renderErrors } from './errors.ts'
import { answerOnce } from './idempotency.ts'
import { documentApi, serveDocument } from './openapi.ts'
import { createLimiter } from './rate-limit.ts'
import { customerRoutes } from './routes/customers.ts'
import { healthRoutes } from './routes/health.ts'
import { hookRoutes } from './routes/hooks.ts'
import { labelRoutes } from './routes/labels.ts'
import { packageRoutes } from './routes/packages.ts'
import { quoteRoutes } from './routes/quotes.ts'
import { testModeRoutes } from './routes/test-mode.ts'
import { CUSTOMER_SCHEMAS } from './schemas/customer.ts'
import { ErrorBody, ErrorsBody } from './schemas/errors.ts'
import { PACKAGE_SCHEMAS } from './schemas/package.ts'
import { QUOTE_SCHEMAS } from './schemas/quote.ts'
import { compileSchemas } from './validation.ts'

export type AppOptions = {
  deps: Deps
  logger: Logger
  publicUrl: string | null
  rateLimitPerMinute: number
  version: string
  easyPostWebhookSecret?: string | null
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
}: AppOptions): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: (request) => {
      const given = request.headers[REQUEST_ID_HEADER]
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : `req_${randomUUID()}`
    },
  }) as unknown as FastifyInstance

  renderErrors(app)
  readBodies(app)
  compileSchemas(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
  logRequests(app)

  for (const schema of [ErrorBody, ErrorsBody, ...QUOTE_SCHEMAS, ...PACKAGE_SCHEMAS, ...CUSTOMER_SCHEMAS]) app.addSchema(schema)
  await documentApi(app, version)

  const baseUrl = baseUrlFrom(publicUrl)
  app.register(async (v1) => {
    authenticate(v1, deps, createLimiter(rateLimitPerMinute))
    answerOnce(v1, deps)
    quoteRoutes(v1, deps, baseUrl)
    packageRoutes(v1, deps, baseUrl)
    customerRoutes(v1, deps, baseUrl)
    testModeRoutes(v1, deps)
  })
  app.register(async (open) => {
    labelRoutes(open, deps)
    healthRoutes(open, deps)
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
      },
      'request',
    )
  })
}
