// Serves files that do not change while the server runs. Each file has an ETag and is compressed once for each encoding.

import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding } from './compression.ts'
import { compressed, encodingFor } from './compression.ts'

export const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('base64')

const OK = 200
/** Makes browsers revalidate the file before each use. */
const REVALIDATED = 'no-cache'
/** At higher qualities, Brotli takes seconds for a megabyte. */
const BROTLI_QUALITY = 6

type Representation = { bytes: Buffer; etag: string }
const represented = (bytes: Buffer): Representation => ({ bytes, etag: `"${hashOf(bytes)}"` })

const isHeld = ({ headers }: FastifyRequest, etag: string): boolean =>
  String(headers['if-none-match'] ?? '')
    .split(',')
    .some((held) => held.trim().replace(/^W\//, '') === etag)

export type StaticFile = { send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> }

export const staticFile = (bytes: Buffer, headers: Record<string, string>): StaticFile => {
  const made: Partial<Record<Encoding | 'identity', Promise<Representation>>> = {}
  const as = (encoding: Encoding | null): Promise<Representation> => {
    made[encoding ?? 'identity'] ??= Promise.resolve(encoding === null ? bytes : compressed(bytes, encoding, BROTLI_QUALITY)).then(
      represented,
    )
    return made[encoding ?? 'identity']!
  }
  return {
    send: async (request, reply) => {
      const encoding = encodingFor(request)
      const { bytes: body, etag } = await as(encoding)
      reply.headers({ vary: 'accept-encoding', ...headers, 'cache-control': REVALIDATED, etag })
      if (isHeld(request, etag)) return reply.code(304).send()
      if (encoding !== null) reply.header('content-encoding', encoding)
      return reply.code(OK).send(body)
    },
  }
}

export const redirect = (status: number, location: string): StaticFile => ({
  send: async (_request, reply) => reply.code(status).header('location', location).send(),
})
