// The request behind a transaction: each transaction checks the request's authority at its start, and marks its Idempotency-Key at its end.

import type { FastifyRequest } from 'fastify'
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
