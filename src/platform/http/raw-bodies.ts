// Keeps the bodies of incoming webhooks as raw bytes, which their signature covers.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BODY_LIMIT_BYTES } from './body.ts'

export const keepRawBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, async (_request: unknown, bytes: Buffer) => bytes)
}

export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
