// Compresses JSON responses of at least a kibibyte with an encoding that the client accepts.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Shorter responses are not compressed, because this would save nothing. */
const COMPRESSED_FROM_BYTES = 1024
/** The Brotli quality for JSON responses, which are compressed while the client waits. Higher qualities save little and take far longer. */
const QUICK_BROTLI_QUALITY = 4

const toBrotli = promisify((bytes: Buffer, quality: number, done: (error: Error | null, packed: Buffer) => void) =>
  brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }, done),
)
const toGzip = promisify(gzip) as (bytes: Buffer) => Promise<Buffer>

/** The encodings in order of preference. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

export const compressed = (bytes: Buffer, encoding: Encoding, brotliQuality: number): Promise<Buffer> =>
  encoding === 'br' ? toBrotli(bytes, brotliQuality) : toGzip(bytes)

/** The first of `ENCODINGS` that the client accepts, or null. In Accept-Encoding, `q=0` refuses an encoding. */
export const encodingFor = ({ headers }: FastifyRequest): Encoding | null => {
  const accepted = headers['accept-encoding']
  if (accepted === undefined) return null
  const offers = String(accepted)
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()))
  const isAccepted = (encoding: string): boolean =>
    offers.some(([name, weight = 'q=1']) => name === encoding && Number(weight.replace(/^q=/, '')) > 0)
  return ENCODINGS.find(isAccepted) ?? null
}

const isLongJson = (reply: FastifyReply, payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
  payload.length >= COMPRESSED_FROM_BYTES &&
  String(reply.getHeader('content-type')).startsWith('application/json')

type Packed = Partial<Record<Encoding, Promise<Buffer>>>

/** The compressed forms of bodies, by Buffer. A cached answer is sent many times as the same Buffer. */
const packedBodies = new WeakMap<Buffer, Packed>()

const packedOf = (payload: string | Buffer, encoding: Encoding): Promise<Buffer> => {
  if (typeof payload === 'string') return compressed(Buffer.from(payload), encoding, QUICK_BROTLI_QUALITY)
  const packed = packedBodies.get(payload) ?? {}
  packedBodies.set(payload, packed)
  packed[encoding] ??= compressed(payload, encoding, QUICK_BROTLI_QUALITY).catch((error) => {
    packedBodies.delete(payload)
    throw error
  })
  return packed[encoding]
}

/** Call this after all hooks that read the payload have been added. Later hooks would read the compressed payload. */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isLongJson(reply, payload)) return done()
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
    const encoding = request.method === 'HEAD' ? null : encodingFor(request)
    if (encoding === null) return done()
    packedOf(payload, encoding).then(
      (packed) => {
        reply.removeHeader('content-length')
        reply.header('content-encoding', encoding)
        done(null, packed)
      },
      (error) => done(error),
    )
  })
}
