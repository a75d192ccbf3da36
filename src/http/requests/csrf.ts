// The header that every change in a session must have.

import type { FastifyRequest } from 'fastify'
import { Rejection } from '../../domain/values/errors.ts'
import { onlyReads } from './ongoing-request.ts'

/**
 * Protects against CSRF. Browsers ask the server before a page of another site may send this header, and this server never allows it.
 * SameSite cookies protect too, but not against other hosts of the same site.
 */
const CSRF_HEADER = 'x-waybill-csrf'

/** Call for requests in a session. */
export const requireCsrfHeader = (request: FastifyRequest): void => {
  if (!onlyReads(request) && request.headers[CSRF_HEADER] === undefined)
    throw new Rejection('FORBIDDEN', 'Send the header X-Waybill-CSRF: 1 with every change made in a session.')
}
