// The base URL of this server: as configured, else from the request.

import type { FastifyRequest } from 'fastify'

export type BaseUrl = (request: FastifyRequest) => string

export const baseUrlFrom =
  (publicUrl: string | null): BaseUrl =>
  (request) =>
    publicUrl ?? `${request.protocol}://${request.host}`
