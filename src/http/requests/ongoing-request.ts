// The request behind a transaction. A transaction checks the request's authority at its start, and marks the request's Idempotency-Key at its end. This file also checks the CSRF header.

import type { FastifyRequest } from 'fastify'
import { Rejection } from '../../domain/values/errors.ts'
import type { OngoingRequest } from '../../platform/engine/db.ts'
import { SAFE_METHODS } from '../../platform/http/admission/admission.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for a request that only reads. */
    ongoing: OngoingRequest | undefined
  }
}

export const onlyReads = ({ method }: FastifyRequest): boolean => SAFE_METHODS.includes(method)

export const beginRequest = (request: FastifyRequest): void => {
  if (!onlyReads(request)) request.ongoing = { checkAuthority: null, markKey: null, hasCommitted: false }
}

/**
 * Protects against CSRF. Browsers ask the server before a page of another site may send this header, and this server never allows it.
 * SameSite cookies protect too, but not against other hosts of the same site.
 */
const CSRF_HEADER = 'x-waybill-csrf'

/** Call this for requests of a session. Requests that only read need no CSRF header. */
export const requireCsrfHeader = (request: FastifyRequest): void => {
  if (!onlyReads(request) && request.headers[CSRF_HEADER] === undefined)
    throw new Rejection('FORBIDDEN', 'Send the header X-Waybill-CSRF: 1 with every change made in a session.')
}
