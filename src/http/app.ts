// The HTTP application: hooks for every request, and all routes.

import type { IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Deps } from '../flows/deps.ts'
import { refuseUnreadable } from '../platform/http/admission/raw-errors.ts'
import { BODY_LIMIT_BYTES, readBodies } from '../platform/http/body.ts'
import { createCommitCache } from '../platform/http/cache/until-next-commit.ts'
import { compressAnswers } from '../platform/http/compression.ts'
import { renderErrors, renderFrameworkError } from '../platform/http/errors.ts'
import { calledAddress } from '../platform/http/links.ts'
import { ErrorBody, ErrorsBody } from '../platform/http/schemas/errors.ts'
import { writeJson } from '../platform/http/serializers.ts'
import { nameIgnoredFields } from '../platform/http/unknown-fields.ts'
import { compileSchemas, noValidator } from '../platform/http/validation.ts'
import type { TargetRules } from '../webhooks/target.ts'
import { builtPages, CONSOLE_DIR, PORTAL_DIR } from './built-pages.ts'
import { authenticate } from './businesses/auth.ts'
import type { MetricsPage } from './monitoring/routes.ts'
import { healthRoutes, metricsRoutes } from './monitoring/routes.ts'
import { NOUNS } from './nouns.ts'
import { answerOnce } from './requests/idempotency.ts'
import { createRequestLog } from './requests/request-log.ts'
import { rehearseRefusals } from './test-mode/v1-rehearse.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The route's path with parameter names: `/v1/packages/:id`. */
    pattern: string
  }
}

/** The pattern of a request that matches no route. */
const NO_ROUTE = 'none'

export type AppOptions = {
  deps: Deps
  logger: Logger
  publicUrl: string | null
  /** Addresses and networks of proxies whose X-Forwarded-For, -Host and -Proto headers are trusted. By default, no proxy is trusted. */
  trustedProxies?: readonly string[]
  rateLimitPerMinute: number
  version: string
  easyPostWebhookSecret?: string | null
  webhookTargets?: TargetRules
  /** The directory of the built console. Defaults to `CONSOLE_DIR`. */
  consoleDir?: string
  /** The directory of the built portal. Defaults to `PORTAL_DIR`. */
  portalDir?: string
  metrics?: MetricsPage | null
  /** Whether requests are logged for staff to read. */
  requestLog?: boolean
  /** If the embedded store's disk has less free space than this, /readyz reports that the disk is full. */
  freeDiskMinBytes?: number
  /** Called when the request log leaves out requests, for example under heavy load. `count`: the number of these requests. */
  leftOutOfLog?: (count: number) => void
  /** `clients` leaves out the guides, the API reference, and the APIs of the operator and the portal. These parts take longest to load. */
  parts?: 'all' | 'clients'
  /** Called before any hook is added, so that hooks added by `watch` run first. */
  watch?: (app: FastifyInstance) => void
  /** Called for every answered request, except event streams. */
  observe?: (seen: SeenRequest) => void
  /** A client is disconnected if it reads nothing of its response for this long. */
  unreadTimeoutMs?: number
}

/** `route`: the path with parameter names, as in `/v1/packages/:id`. */
export type SeenRequest = { method: string; route: string; status: number; ms: number }

const REQUEST_ID_HEADER = 'x-request-id'
/** The server keeps a request id sent by the client if the id matches this pattern. Otherwise the server makes a new id. */
const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/
/** The longest time that a client may take to send its request. */
const REQUEST_TIMEOUT_MS = 30_000
/** How often time-outs are checked. With Node's default of 30 s, a slow request could last twice as long as `REQUEST_TIMEOUT_MS`. */
const TIMEOUT_CHECK_MS = 5_000
const UNREAD_TIMEOUT_MS = 30_000
/** Tells browsers to use https only, for a year (HSTS). */
const HTTPS_ONLY = 'max-age=31536000'

export const requestIdFrom =
  ({ newId }: Pick<Deps, 'newId'>) =>
  ({ headers }: { headers: IncomingHttpHeaders }): string => {
    const given = headers[REQUEST_ID_HEADER]
    return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : newId('req')
  }

export const buildApp = async ({
  deps,
  logger,
  publicUrl,
  trustedProxies = [],
  rateLimitPerMinute,
  version,
  easyPostWebhookSecret = null,
  webhookTargets = { allow: [], loopbackInTest: true },
  consoleDir = CONSOLE_DIR,
  portalDir = PORTAL_DIR,
  metrics = null,
  requestLog = true,
  freeDiskMinBytes,
  leftOutOfLog = () => {},
  parts = 'all',
  watch = () => {},
  observe = () => {},
  unreadTimeoutMs = UNREAD_TIMEOUT_MS,
}: AppOptions): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: childless(logger),
    logController: new LogController({ disableRequestLogging: true }),
    // Loading the routes has no time-out. It is slow on a busy machine, but it cannot hang, because it does not wait for the store or the
    // network.
    pluginTimeout: 0,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // `headersTimeout` is set because its default of 60 s is longer than `requestTimeout`, and Node would then swap the two.
    http: { connectionsCheckingInterval: TIMEOUT_CHECK_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    forceCloseConnections: 'idle',
    // A server that is stopping still answers requests on open connections, and closes each connection after the answer.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => renderFrameworkError(error, request as never, reply as never),
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: { compilersFactory: { buildSerializer: writeJson, buildValidator: noValidator } },
    genReqId: requestIdFrom(deps),
    clientErrorHandler: refuseUnreadable(() => deps.newId('req')),
  }) as unknown as FastifyInstance

  watch(app)
  const refuseUnknown = renderErrors(app)
  readBodies(app)
  compileSchemas(app)
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.decorateRequest('pattern', NO_ROUTE)
  app.decorateRequest('baseUrl', {
    getter() {
      return publicUrl ?? calledAddress(this.protocol, this.host)
    },
  })
  const isSecure = publicUrl?.startsWith('https:') ?? false
  app.addHook('onRequest', (request, reply, done) => {
    request.pattern = request.routeOptions.url ?? NO_ROUTE
    reply.header(REQUEST_ID_HEADER, request.id).header('x-content-type-options', 'nosniff')
    if (isSecure) reply.header('strict-transport-security', HTTPS_ONLY)
    if (stopping) reply.header('connection', 'close')
    // An unknown path is refused before the body is read.
    if (request.is404) refuseUnknown(request, reply)
    else done()
  })
  // The time-out is set only when an answer begins, because a slow carrier may delay the answer. After the answer, Node sets its own
  // time-out for idle connections.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const { socket } = reply.raw
    // A request made with `app.inject` has no connection, and therefore no `Socket`.
    if (socket instanceof Socket) socket.setTimeout(unreadTimeoutMs)
    done()
  })
  logRequests(app, logger, observe)

  for (const schema of [ErrorBody, ErrorsBody]) app.addSchema(schema)
  const operator = parts === 'all' ? await loadOperatorPart() : null
  for (const { schemas = [] } of [...NOUNS, ...(operator?.nouns ?? [])]) for (const schema of schemas) app.addSchema(schema)
  await operator?.documentApi(app, version, publicUrl)

  const log = requestLog ? createRequestLog(app, deps, leftOutOfLog) : null
  const shared = { cache: createCommitCache(() => deps.db.lastChange()), webhookTargets }
  app.register(async (v1) => {
    v1.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store')
      done()
    })
    authenticate(v1, deps, rateLimitPerMinute)
    answerOnce(v1, deps, ({ caller }) => ({ holderId: caller.businessId, mode: caller.mode }))
    rehearseRefusals(v1)
    log?.watch(v1)
    nameIgnoredFields(v1)
    compressAnswers(v1)
    for (const { v1: routes = [] } of NOUNS) for (const add of routes) add(v1, deps, shared)
  })
  if (operator)
    app.register(async (ops) => {
      log?.watch(ops)
      operator.opsRoutes(ops, deps, shared, operator.nouns)
    })
  if (operator) app.register(async (portal) => operator.portalRoutes(portal, deps))
  app.register(async (pages) => builtPages(pages, deps, { path: '/console', dir: consoleDir, allowed: 'scanner', hasWorker: true }))
  app.register(async (pages) => builtPages(pages, deps, { path: '/portal', dir: portalDir, allowed: 'nothing', hasWorker: false }))
  app.register(async (open) => {
    for (const { open: routes = [] } of NOUNS) for (const add of routes) add(open, deps, shared)
    healthRoutes(open, deps, freeDiskMinBytes)
    operator?.documentRoutes(open)
    operator?.docsRoutes(open, deps)
    if (metrics) metricsRoutes(open, metrics)
  })
  if (easyPostWebhookSecret !== null)
    app.register(async (hooks) => (await import('./booking/carrier-hooks.ts')).hookRoutes(hooks, deps, easyPostWebhookSecret))
  if (Object.keys(deps.paymentProviders).length > 0)
    app.register(async (hooks) => (await import('./billing/payment-hooks.ts')).paymentHookRoutes(hooks, deps))
  if (Object.values(deps.channels).some(({ readCallback, answerCheck }) => readCallback ?? answerCheck))
    app.register(async (hooks) => (await import('./messages/hooks.ts')).messageHookRoutes(hooks, deps))
  await app.ready()
  return app
}

/** The paths that are served only with `parts: 'all'`. The pattern also matches a request line that contains the whole URL. */
export const OPERATOR_PATHS = /^(?:https?:\/\/[^/]*)?\/(?:$|\?|ops\b|portal\/v1\b|docs\b|llms\.txt|openapi\.|client\.tgz|reference\b)/i

const loadOperatorPart = async () => {
  const { loadOps, opsRoutes } = await import('./ops.ts')
  const nouns = await loadOps()
  const { portalRoutes } = await import('./members/portal.ts')
  // The modules are loaded one after the other, so that the server answers requests in between.
  const { documentApi } = await import('./docs/openapi.ts')
  await nextTurn()
  const { documentRoutes } = await import('./docs/document-routes.ts')
  await nextTurn()
  const { docsRoutes } = await import('./docs/routes.ts')
  return { nouns, opsRoutes, portalRoutes, documentApi, documentRoutes, docsRoutes }
}

/** Returns a logger whose `child` method returns the logger itself. Fastify would otherwise make a child logger for each request. */
const childless = (logger: Logger): Logger => {
  const only: Logger = Object.assign(Object.create(logger) as Logger, { child: () => only })
  return only
}

/** Logs one line per request, with the route's pattern instead of the URL, so that no token, search text or label URL reaches the log. */
const logRequests = (app: FastifyInstance, logger: Logger, observe: (seen: SeenRequest) => void): void => {
  // The line has only the fields named here, so nothing has to be redacted.
  const log = logger.child({}, { redact: [] })
  app.addHook('onResponse', ({ id, method, pattern: route, caller, staff, person }, reply, done) => {
    const [status, ms] = [reply.statusCode, reply.elapsedTime]
    // Event streams are not observed. A stream stays open as long as its console window, so its duration says nothing about the server's
    // speed.
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) observe({ method, route, status, ms })
    const rounded = Math.round(ms * 10) / 10
    const by = person ? { person: person.id } : { key: caller?.actor, staff: staff?.staff.id }
    log.info({ method, route, request_id: id, status, ms: rounded, ...by }, 'request')
    done()
  })
}
