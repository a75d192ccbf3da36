// Each transaction of a request checks the caller's authority and marks the Idempotency-Key as done. This file also checks the CSRF header.

import type { FastifyRequest } from 'fastify'
import { Rejection } from '../../domain/values/errors.ts'
import type { OngoingRequest } from '../../platform/engine/db.ts'
import { SAFE_METHODS } from '../../platform/http/admission/admission.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The state that the request's transactions share. Undefined for a request that only reads. */
    ongoing: OngoingRequest | undefined
  }
}

export const onlyReads = ({ method }: FastifyRequest): boolean => SAFE_METHODS.includes(method)

export const beginRequest = (request: FastifyRequest): void => {
  if (!onlyReads(request)) request.ongoing = { checkAuthority: null, markKey: null, hasCommitted: false }
}

/**
 * Protects against CSRF. Before a page of another site may send this header, the browser asks this server for permission, which is never
 * given. SameSite cookies alone do not protect against other hosts of the same site.
 */
const CSRF_HEADER = 'x-waybill-csrf'

/** Throws if the request changes data and has no CSRF header. Call this for requests with a session cookie. */
export const requireCsrfHeader = (request: FastifyRequest): void => {
  if (!onlyReads(request) && request.headers[CSRF_HEADER] === undefined)
    throw new Rejection('FORBIDDEN', 'Send the header X-Waybill-CSRF: 1 with every change made in a session.')
}
