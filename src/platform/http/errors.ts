// Turns every error into a response body from the error catalogue. Internal details are left out.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../domain/values/errors.ts'
import { ERRORS, Rejection } from '../../domain/values/errors.ts'
import { OutcomeUnknown, StaleWrite, StoreUnavailable } from '../engine/db.ts'
import type { SchemaFailure } from './validation.ts'
import { problemsFound } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    rejected: Rejection | null
  }
}

const UNPROCESSABLE = 422
const RETRY_SOON_SECONDS = 1

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_JSON',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
}

const toRejection = (error: unknown, request: FastifyRequest): Rejection => {
  if (error instanceof Rejection) return error
  if (error instanceof StoreUnavailable || error instanceof StaleWrite) {
    // If the request has already committed a transaction, the answer must not say that nothing was changed.
    const isOpen = error instanceof OutcomeUnknown || request.ongoing?.hasCommitted === true
    return new Rejection(isOpen ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE', undefined, { retryAfterSeconds: RETRY_SOON_SECONDS })
  }
  const { code, validation } = error as Partial<FastifyError & SchemaFailure>
  if (validation) return new Rejection('VALIDATION_FAILED', undefined, { problems: problemsFound(error as SchemaFailure).reported })
  return new Rejection((code && FASTIFY_CODES[code]) || 'INTERNAL')
}

const errorBody = (rejection: Rejection, requestId: string): object => {
  const rest = { code: rejection.code, request_id: requestId }
  if (rejection.status !== UNPROCESSABLE) return { error: rejection.message, ...rest }
  return { errors: rejection.messages, ...rest, ...(rejection.problems.length > 0 ? { details: rejection.problems } : {}) }
}

const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const rejection = toRejection(error, request)
  request.rejected = rejection
  if (rejection.code === 'INTERNAL') request.log.error({ request_id: request.id, err: error }, 'fault')
  else if (rejection.status > ERRORS.INTERNAL.status)
    request.log.warn({ request_id: request.id, code: rejection.code, reason: (error as Error).message }, 'unavailable')
  if (rejection.retryAfterSeconds !== null) reply.header('retry-after', String(rejection.retryAfterSeconds))
  return (
    reply
      .code(rejection.status)
      // The header is set here, because no hook has run if the router could not parse the URL.
      .header('x-content-type-options', 'nosniff')
      .type('application/json; charset=utf-8')
      .serializer((body: object) => JSON.stringify(body))
      .send(errorBody(rejection, request.id))
  )
}

type KnownRoute = { method: string; steps: readonly string[] }

/** The segments of a path. A slash at the end is ignored. */
const stepsOf = (path: string): string[] => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/')

/** True if `path` matches the route. In a route, `:name` matches one segment, and `*` matches one or more remaining segments. */
const leadsTo = (path: readonly string[], { steps }: KnownRoute): boolean => {
  const star = steps.indexOf('*')
  if (star === -1 ? path.length !== steps.length : path.length <= star) return false
  return steps.slice(0, star === -1 ? steps.length : star).every((step, at) => (step.startsWith(':') ? path[at] !== '' : path[at] === step))
}

/** Makes `app` answer errors with bodies from the error catalogue. Returns the handler for unknown paths and methods. */
export const renderErrors = (app: FastifyInstance): ((request: FastifyRequest, reply: FastifyReply) => FastifyReply) => {
  const known: KnownRoute[] = []
  app.decorateRequest('rejected', null)
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) known.push({ method: each, steps: stepsOf(url) })
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = stepsOf(request.url.split('?', 1)[0]!)
    const allowed = known.filter((route) => leadsTo(path, route)).map(({ method }) => method)
    if (allowed.length === 0) return sendError(new Rejection('NOT_FOUND', 'No such route.'), request, reply)
    reply.header('allow', [...new Set(allowed)].join(', '))
    return sendError(new Rejection('METHOD_NOT_ALLOWED', `${request.method} is not allowed here.`), request, reply)
  }
  app.setNotFoundHandler(refuseUnknown)
  return refuseUnknown
}

/**
 * Handler for Fastify's `frameworkErrors`: answers requests whose URL the router cannot parse. No hook runs for such a request, so the
 * request id header is set here.
 */
export const renderFrameworkError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(error, request, reply.header('x-request-id', request.id))
