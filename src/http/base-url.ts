// The address under which clients reach this server: as configured, else as the request came in.

import type { FastifyRequest } from 'fastify'

export type BaseUrl = (request: FastifyRequest) => string

export const baseUrlFrom =
  (publicUrl: string | null): BaseUrl =>
  (request) =>
    publicUrl ?? `${request.protocol}://${request.host}`
